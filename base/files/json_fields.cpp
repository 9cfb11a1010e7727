#include "base/files/json_fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/files/files.hpp"

namespace rattleback {

using nlohmann::json;

namespace {
std::string text_of(json const& value, char const* key) {
  if (!value.is_string()) throw Malformed(fmt::format("\"{}\" is not a text", key));
  return value;
}
}  // namespace

double to_double(json const& value, char const* key) {
  if (value.is_number()) return value;
  if (value == "nan") return NAN;
  if (value == "inf") return INFINITY;
  if (value == "-inf") return -INFINITY;
  throw Malformed(fmt::format("\"{}\" is not a number", key));
}

json const& member(json const& object, char const* key) {
  static json const none;
  auto const found = object.find(key);
  return found == object.end() ? none : *found;
}

json const& object_at(json const& object, char const* key) {
  static json const empty = json::object();
  json const& value = member(object, key);
  if (value.is_null()) return empty;
  if (!value.is_object()) throw Malformed(fmt::format("\"{}\" is not an object", key));
  return value;
}

json const& list_at(json const& object, char const* key) {
  static json const empty = json::array();
  json const& value = member(object, key);
  if (value.is_null()) return empty;
  if (!value.is_array()) throw Malformed(fmt::format("\"{}\" is not a list", key));
  return value;
}

json const& records_at(json const& object, char const* key) {
  json const& list = list_at(object, key);
  for (json const& entry : list)
    if (!entry.is_object()) throw Malformed(fmt::format("\"{}\" is not a list of objects", key));
  return list;
}

std::optional<double> number_at(json const& object, char const* key) {
  json const& value = member(object, key);
  if (value.is_null()) return {};
  return to_double(value, key);
}

std::optional<double> defined_at(json const& object, char const* key) {
  auto const value = number_at(object, key);
  return value && std::isnan(*value) ? std::nullopt : value;
}

std::string text_at(json const& object, char const* key) {
  json const& value = member(object, key);
  return value.is_null() ? "" : text_of(value, key);
}

std::string required_text_at(json const& object, char const* key) {
  if (member(object, key).is_null()) throw Malformed(fmt::format("\"{}\" is missing", key));
  return text_at(object, key);
}

bool flag_at(json const& object, char const* key) {
  json const& value = member(object, key);
  if (!value.is_null() && !value.is_boolean())
    throw Malformed(fmt::format("\"{}\" is neither true nor false", key));
  return !value.is_null() && value.get<bool>();
}

std::vector<std::string> texts_at(json const& object, char const* key) {
  std::vector<std::string> texts;
  for (json const& value : list_at(object, key)) texts.push_back(text_of(value, key));
  return texts;
}

std::vector<double> numbers_at(json const& object, char const* key) {
  std::vector<double> numbers;
  for (json const& value : list_at(object, key)) numbers.push_back(to_double(value, key));
  return numbers;
}

}  // namespace rattleback
