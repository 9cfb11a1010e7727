#include "reports/site/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace rattleback::reports {

using nlohmann::json;

std::string scalar_in_words(json const& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value;
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

json fields_in_words(json const& object, std::vector<char const*> const& keys) {
  json texts = json::object();
  for (char const* key : keys)
    texts[key] = object.contains(key) ? scalar_in_words(object.at(key)) : "";
  return texts;
}

json records_in_words(json const& list, std::vector<char const*> const& keys) {
  json texts = json::array();
  for (json const& record : list) texts.push_back(fields_in_words(record, keys));
  return texts;
}

double rounded(double value, int digits) {
  return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
}

std::string file_size(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000 * 1000) return fmt::format("{:.0f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string rich_text(std::string const& text) {
  static std::regex const code("`([^`<]*)`");
  return std::regex_replace(formulas::html(formulas::read_text(text)), code, "<code>$1</code>");
}

void add_fact(json& facts, std::string const& name, std::string const& value) {
  if (!value.empty()) facts.push_back({{"name", name}, {"value", rich_text(value)}});
}

void add_code(json& facts, std::string const& name, std::string const& value) {
  if (!value.empty())
    facts.push_back({{"name", name}, {"value", "<code>" + formulas::escaped(value) + "</code>"}});
}

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
