#include "program/interface/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"

namespace rattleback {

Json::Json(std::string_view words) : text_(json_text(words)) {}

Json::Json(double number) {
  if (!std::isfinite(number)) {
    text_ = Json(decimal(number)).text_;
    return;
  }
  text_ = fmt::format("{:.17g}", number);
  // Readers that distinguish whole numbers from others then see one type in every row.
  if (text_.find_first_of(".e") == std::string::npos) text_ += ".0";
}

Json::Json(RawQuad number) : Json(decimal(number)) {}

JsonObject::JsonObject(nlohmann::json const& object) {
  for (auto const& [name, value] : object.items()) add(name, Json::of(value));
}

JsonObject& JsonObject::add(std::string_view name, Json const& value) {
  if (!fields_.empty()) fields_ += ",";
  fields_ += Json(name).text() + ":" + value.text();
  return *this;
}

JsonObject::operator Json() const {
  Json object;
  object.text_ = "{" + fields_ + "}";
  return object;
}

Json Json::of(nlohmann::json const& value) {
  Json json;
  json.text_ = json_text(value);
  return json;
}

}  // namespace rattleback
