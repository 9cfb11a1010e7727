#include "experiments/core/toml_entry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "base/formulas/formulas.hpp"

namespace rattleback {

toml::table parsed_toml(std::string_view text, std::string const& where) {
  try {
    return toml::parse(text);
  } catch (toml::parse_error const& error) {
    throw std::invalid_argument(
        fmt::format("{}: line {}: {}", where, error.source().begin.line, error.description()));
  }
}

std::string filled(std::string text, std::string const& mark, std::string const& words) {
  if (auto const at = text.find(mark); at != text.npos) text.replace(at, mark.size(), words);
  return text;
}

toml::node const* Entry::ask(char const* key) {
  asked_.insert(key);
  return table_.get(key);
}

std::string Entry::with_formulas(char const* key, std::string const& text) const {
  try {
    formulas::require_formulas(text);
  } catch (std::invalid_argument const& why) {
    fail_in(key, why.what());
  }
  return text;
}

std::string Entry::words(char const* key) {
  auto const* node = ask(key);
  if (!node) return {};
  if (auto const text = node->value_exact<std::string>()) return with_formulas(key, *text);
  if (auto const integer = node->value_exact<std::int64_t>()) return fmt::format("{}", *integer);
  if (auto const real = node->value_exact<double>()) return fmt::format("{}", *real);
  fail_at(key, "no text");
}

void Entry::demand_text(char const* key) const {
  auto const* node = table_.get(key);
  if (node && !node->is_string()) fail_at(key, "no text");
}

std::string Entry::required(char const* key) {
  if (!has(key)) fail(fmt::format("'{}' is missing", key));
  return words(key);
}

bool Entry::flag(char const* key, bool standard) {
  auto const* node = ask(key);
  if (!node) return standard;
  if (auto const value = node->value_exact<bool>()) return *value;
  fail_at(key, "neither true nor false");
}

double Entry::number(char const* key, double standard) {
  auto const* node = ask(key);
  if (!node) return standard;
  if (auto const value = node->value<double>(); value && std::isfinite(*value)) return *value;
  fail_at(key, "no finite number");
}

template <class T, class Read>
std::vector<T> Entry::items(char const* key, char const* wrong, Read const& read) {
  std::vector<T> all;
  auto const* node = ask(key);
  if (!node) return all;
  if (!node->is_array()) fail_at(key, "no list");
  for (auto const& item : *node->as_array()) {
    std::optional<T> const one = read(item);
    if (!one) fail_at(key, wrong);
    all.push_back(*one);
  }
  return all;
}

std::vector<std::string> Entry::list(char const* key) {
  auto texts = items<std::string>(key, "no list of texts", [](toml::node const& item) {
    return item.value_exact<std::string>();
  });
  for (auto const& text : texts) with_formulas(key, text);
  return texts;
}

std::vector<double> Entry::numbers(char const* key) {
  return items<double>(key, "no list of finite numbers", [](toml::node const& item) {
    auto const number = item.value<double>();
    return number && std::isfinite(*number) ? number : std::nullopt;
  });
}

std::vector<Entry> Entry::entries(char const* key) {
  std::vector<Entry> all;
  auto const* node = ask(key);
  if (!node) return all;
  if (auto const* one = node->as_table()) return {Entry(*one, where_)};
  if (!node->is_array()) fail_at(key, "no list of tables");
  for (auto const& item : *node->as_array()) {
    if (!item.is_table()) fail_at(key, "no list of tables");
    all.emplace_back(*item.as_table(), where_);
  }
  return all;
}

std::vector<Entry> Entry::named_entries(char const* key) {
  auto const* node = ask(key);
  if (!node) return {};
  if (!node->is_table()) fail_at(key, "no table of tables");
  // The library orders tables by their keys.
  std::map<std::pair<toml::source_index, toml::source_index>, std::string> in_file_order;
  for (auto const& [own, item] : *node->as_table()) {
    if (!item.is_table()) fail_at(key, "no table of tables");
    auto const& begin = own.source().begin;
    in_file_order[{begin.line, begin.column}] = own.str();
  }
  std::vector<Entry> all;
  for (auto const& [place, own] : in_file_order)
    all.emplace_back(*node->as_table()->get_as<toml::table>(own), where_).own_name_ =
        with_formulas(key, own);
  return all;
}

std::map<std::string, std::vector<std::string>> Entry::lists(char const* key) {
  std::map<std::string, std::vector<std::string>> all;
  for (auto& table : entries(key))
    for (auto const& name : table.keys()) all[name] = table.list(name.c_str());
  return all;
}

std::vector<std::string> Entry::keys() const {
  std::vector<std::string> all;
  for (auto const& [key, value] : table_) all.emplace_back(key.str());
  return all;
}

void Entry::refuse_the_rest() const {
  for (auto const& [key, value] : table_)
    if (!asked_.contains(std::string(key.str())))
      throw std::invalid_argument(fmt::format("{}: line {}: '{}' is not one of its keys", where_,
                                              key.source().begin.line, key.str()));
}

void Entry::fail(std::string const& why) const {
  if (line() == 0) throw std::invalid_argument(fmt::format("{}: {}", where_, why));
  throw std::invalid_argument(fmt::format("{}: line {}: {}", where_, line(), why));
}

void Entry::fail_in(char const* key, std::string const& why) const {
  throw std::invalid_argument(
      fmt::format("{}: line {}: {}", where_, table_.get(key)->source().begin.line, why));
}

void Entry::fail_at(char const* key, std::string const& why) const {
  fail_in(key, fmt::format("'{}' is {}", key, why));
}

}  // namespace rattleback
