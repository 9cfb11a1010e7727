// Fields of a JSON object from an untrusted file: a missing field is empty; a field of another type
// throws Malformed with its name.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace rattleback {

/// Returns `value` as a number; the texts "nan", "inf" and "-inf" are numbers, too.
double to_double(nlohmann::json const& value, char const* key);

/// Returns the field unconverted; null if it is missing.
nlohmann::json const& member(nlohmann::json const& object, char const* key);
nlohmann::json const& object_at(nlohmann::json const& object, char const* key);
nlohmann::json const& list_at(nlohmann::json const& object, char const* key);
/// Returns a list of objects.
nlohmann::json const& records_at(nlohmann::json const& object, char const* key);

std::optional<double> number_at(nlohmann::json const& object, char const* key);
/// Returns number_at(), with NaN (undefined quantity) as empty.
std::optional<double> defined_at(nlohmann::json const& object, char const* key);
std::vector<double> numbers_at(nlohmann::json const& object, char const* key);

std::string text_at(nlohmann::json const& object, char const* key);
/// Returns a text; throws Malformed if the field is missing.
std::string required_text_at(nlohmann::json const& object, char const* key);
std::vector<std::string> texts_at(nlohmann::json const& object, char const* key);
bool flag_at(nlohmann::json const& object, char const* key);

}  // namespace rattleback
