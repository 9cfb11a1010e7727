// Cards of the problems and methods that have pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Cards of the catalogue, followed by problems and methods that only the comparison has.
class Cards {
 public:
  /// Throws Malformed if a card of the catalogue has no id.
  explicit Cards(Results const& results);

  using List = std::vector<std::pair<std::string, nlohmann::json>>;  ///< id and card
  List const& problems() const { return problems_; }
  List const& methods() const { return methods_; }
  /// Return the name on the card, or the id if the card is missing.
  std::string problem_name(std::string const& id) const;
  std::string method_name(std::string const& id) const;

 private:
  List problems_, methods_;
};

/// Adds a fact by name, as HTML, unless its value is empty.
void add_fact(nlohmann::json& facts, std::string const& name, std::string const& value);

/// Adds a fact as add_fact(), as code: a command, flags, or a hash.
void add_code(nlohmann::json& facts, std::string const& name, std::string const& value);

}  // namespace rattleback::reports
