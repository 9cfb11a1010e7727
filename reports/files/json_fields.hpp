// The fields of a JSON object, read without trust: what is missing is empty, and what has another
// type is Malformed, with the name of the field.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace rattleback::reports {

/// `value` as a number; those that JSON cannot hold are the texts "nan", "inf" and "-inf".
double to_double(nlohmann::json const& value, char const* key);

/// The field as it stands; null when it is missing.
nlohmann::json const& member(nlohmann::json const& object, char const* key);
nlohmann::json const& object_at(nlohmann::json const& object, char const* key);
nlohmann::json const& list_at(nlohmann::json const& object, char const* key);
/// A list of objects.
nlohmann::json const& records_at(nlohmann::json const& object, char const* key);

std::optional<double> number_at(nlohmann::json const& object, char const* key);
/// As number_at; nan says that the quantity is not defined.
std::optional<double> defined_at(nlohmann::json const& object, char const* key);
std::vector<double> numbers_at(nlohmann::json const& object, char const* key);

std::string text_at(nlohmann::json const& object, char const* key);
/// A text that must be there.
std::string required_text_at(nlohmann::json const& object, char const* key);
std::vector<std::string> texts_at(nlohmann::json const& object, char const* key);
bool flag_at(nlohmann::json const& object, char const* key);

}  // namespace rattleback::reports
