#include "reports/site/formula.hpp"

#include <fmt/format.h>

#include "base/formulas/formulas.hpp"

namespace rattleback::reports {

std::string formula(std::string const& text) {
  auto const [card, words] = formulas::read_card_before_words(text);
  auto const rest = formulas::html(formulas::read_prose(words));
  if (card.empty()) return rest;
  return fmt::format(
      "<math displaystyle=\"true\"><semantics><mrow>{}</mrow><annotation "
      "encoding=\"text/plain\">{}</annotation></semantics></math>{}",
      formulas::mathml(card), formulas::escaped(text.substr(0, text.size() - words.size())), rest);
}

std::string inline_formula(std::string const& text) {
  auto const [card, words] = formulas::read_card_before_words(text);
  return formulas::html(card) + formulas::html(formulas::read_prose(words));
}

}  // namespace rattleback::reports
