#pragma once
// JSON values for output, stored as text: numbers have 17 digits (quad: strings of 33 digits),
// which the JSON library does not provide, and fields keep their order.

#include <concepts>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/interface/number.hpp"

namespace rattleback {

/// JSON value as text.
class Json {
 public:
  Json(std::string_view words);  ///< bytes that are not UTF-8 become U+FFFD
  Json(std::string const& words) : Json(std::string_view(words)) {}
  Json(char const* words) : Json(std::string_view(words)) {}
  Json(double number);   ///< 17 significant digits; non-finite: a string
  Json(RawQuad number);  ///< a string of 33 significant digits
  template <std::integral I>
  Json(I whole) : text_(std::to_string(whole)) {}
  Json(bool yes) : text_(yes ? "true" : "false") {}
  Json(std::nullptr_t) : text_("null") {}
  template <class T>
  Json(std::optional<T> const& value) : Json(value ? Json(*value) : Json(nullptr)) {}
  template <class T>
  Json(std::vector<T> const& values) : text_("[") {
    for (auto const& value : values) {
      if (text_.size() > 1) text_ += ",";
      text_ += Json(value).text_;
    }
    text_ += "]";
  }

  /// Converts a value of the JSON library.
  static Json of(nlohmann::json const& value);

  std::string const& text() const { return text_; }

 private:
  friend class JsonObject;
  Json() = default;
  std::string text_;
};

/// A JSON object under construction; fields stay in the order in which they are added.
class JsonObject {
 public:
  JsonObject() = default;
  explicit JsonObject(nlohmann::json const& object);
  JsonObject& add(std::string_view name, Json const& value);
  operator Json() const;

 private:
  std::string fields_;
};

/// Returns the object {name: value, ...}.
template <class T>
Json json_object(std::vector<std::pair<std::string, T>> const& pairs) {
  JsonObject object;
  for (auto const& [name, value] : pairs) object.add(name, value);
  return object;
}

}  // namespace rattleback
