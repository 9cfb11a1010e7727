#pragma once
// A TOML document, whose parts are asked for and whose mistakes are shown where they stand.

#include <toml++/toml.h>

#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// The text of the file as TOML. Throws FileMistake.
toml::table parsed(ProblemFile const& file);

/// Entries in the order of the file: a TOML table is sorted by name.
std::vector<std::pair<toml::key const*, toml::node const*>> in_file_order(toml::table const& table);

/// Access to parts of a document; what is not as it should be throws FileMistake.
class Document {
 public:
  explicit Document(ProblemFile const& file) : file_(file) {}

  [[noreturn]] void fail(Place at, std::string const& what) const { file_.fail(at, what); }
  Place start_of(toml::node const& node) const;
  Place place_of(toml::key const& key) const;

  /// `where` says of which table, as in " of a case".
  void refuse_other_keys(toml::table const& table, std::string const& where,
                         std::vector<std::string> const& known) const;
  /// `what` says what the key is for.
  toml::node const& required(toml::table const& table, char const* key,
                             std::string const& what) const;
  std::string string(toml::node const& node, std::string const& key) const;
  toml::array const& array(toml::node const& node, std::string const& key) const;
  toml::table const& table(toml::node const& node, std::string const& key) const;

 private:
  ProblemFile const& file_;
};

}  // namespace rattleback::text
