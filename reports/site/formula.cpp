#include "reports/site/formula.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/formulas/formulas.hpp"

namespace rattleback::reports {

std::string formula(std::string const& text, FormulaNames const& names) {
  auto const [card, words] = formulas::read_card_before_words(text);
  auto const rest = formulas::html(formulas::read_text(words));
  if (card.empty()) return rest;
  return fmt::format(
      "<math displaystyle=\"true\"><semantics><mrow>{}</mrow><annotation "
      "encoding=\"text/plain\">{}</annotation></semantics></math>{}",
      formulas::mathml(formulas::with_dots(card, names.coordinates, names.velocities)),
      formulas::escaped(text.substr(0, text.size() - words.size())), rest);
}

std::string matrix_formula(std::string const& name, std::vector<std::string> const& rows,
                           FormulaNames const& names) {
  std::string table;
  for (std::string const& row : rows) {
    table += "<mtr>";
    for (std::size_t at = 0; at <= row.size();) {
      auto const end = std::min(row.find(" & ", at), row.size());
      auto const entry = formulas::read_card(std::string_view(row).substr(at, end - at));
      table += fmt::format(
          "<mtd>{}</mtd>",
          entry ? formulas::mathml(formulas::with_dots(*entry, names.coordinates, names.velocities))
                : "<mtext>" + formulas::escaped(row.substr(at, end - at)) + "</mtext>");
      at = end + 3;
    }
    table += "</mtr>";
  }
  return fmt::format(
      "<math displaystyle=\"true\"><mi>{}</mi><mo>=</mo><mrow><mo>(</mo><mtable>{}</mtable>"
      "<mo>)</mo></mrow></math>",
      name, table);
}

std::string inline_formula(std::string const& text) {
  auto const [card, words] = formulas::read_card_before_words(text);
  return formulas::html(card) + formulas::html(formulas::read_text(words));
}

}  // namespace rattleback::reports
