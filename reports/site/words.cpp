#include "reports/site/words.hpp"

#include <fmt/format.h>

#include <regex>

#include "base/formulas/formulas.hpp"

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

std::string file_size(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000 * 1000) return fmt::format("{:.0f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string rich_text(std::string const& text) {
  static std::regex const code("`([^`<]*)`");
  return std::regex_replace(formulas::html(formulas::read_text(text)), code, "<code>$1</code>");
}

std::string plain_text(std::string const& text) { return formulas::plain_prose(text); }

void add_fact(json& facts, std::string const& name, std::string const& value) {
  if (!value.empty()) facts.push_back({{"name", name}, {"value", rich_text(value)}});
}

void add_code(json& facts, std::string const& name, std::string const& value) {
  if (!value.empty())
    facts.push_back({{"name", name}, {"value", "<code>" + formulas::escaped(value) + "</code>"}});
}

}  // namespace rattleback::reports
