// Values of results folders as words and marks on pages.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Formats a JSON scalar as text; numbers with six digits; null as an empty text.
std::string scalar_in_words(nlohmann::json const& value);

/// Formats the fields `keys` of `object` as text; missing fields as empty texts.
nlohmann::json fields_in_words(nlohmann::json const& object, std::vector<char const*> const& keys);

/// Applies fields_in_words() to every record of a list.
nlohmann::json records_in_words(nlohmann::json const& list, std::vector<char const*> const& keys);

/// Formats a file size, e.g. "12 kB".
std::string file_size(std::uintmax_t bytes);

/// Converts prose with formulas to HTML: statements, captions, findings and the markup of figures,
/// see formulas::read_text(). Special characters are escaped.
std::string rich_text(std::string const& text);

/// Converts prose with formulas to plain text, for alternative texts, the search and terminals.
std::string plain_text(std::string const& text);

/// Adds a fact by name, as HTML, unless its value is empty.
void add_fact(nlohmann::json& facts, std::string const& name, std::string const& value);

/// Adds a fact as add_fact(), as code: a command, flags, or a hash.
void add_code(nlohmann::json& facts, std::string const& name, std::string const& value);

}  // namespace rattleback::reports
