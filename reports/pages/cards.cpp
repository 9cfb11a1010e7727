#include <algorithm>

#include "base/files/json_fields.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

json const* card_of(Cards::List const& cards, std::string const& id) {
  auto const found =
      std::find_if(cards.begin(), cards.end(), [&](auto const& card) { return card.first == id; });
  return found == cards.end() ? nullptr : &found->second;
}

std::string name_in(Cards::List const& cards, std::string const& id) {
  json const* const card = card_of(cards, id);
  return card == nullptr ? id : formulas::plain_prose(text_at(*card, "name"));
}

}  // namespace

Cards::Cards(Results const& results) {
  for (json const& card : records_at(results.catalogue, "problems"))
    problems_.emplace_back(required_text_at(card, "id"), card);
  for (json const& card : records_at(results.catalogue, "methods"))
    methods_.emplace_back(required_text_at(card, "id"), card);
  for (ProblemResult const& problem : results.comparison)
    if (card_of(problems_, problem.id) == nullptr) problems_.emplace_back(problem.id, problem.card);
  for (MethodResult const* method : methods_of(results.comparison))
    if (card_of(methods_, method->id) == nullptr)
      methods_.emplace_back(method->id, json{{"id", method->id},
                                             {"name", method->name},
                                             {"source", method->source},
                                             {"applies_to", method->applies_to},
                                             {"baseline", method->baseline},
                                             {"adaptive", method->adaptive}});
}

std::string Cards::problem_name(std::string const& id) const { return name_in(problems_, id); }
std::string Cards::method_name(std::string const& id) const { return name_in(methods_, id); }

}  // namespace rattleback::reports
