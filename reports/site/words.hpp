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

/// Converts marked-up text to HTML: special characters are escaped, and the markup of figures,
/// {/:Italic x} and ^ and _ within it, after it or before braces, becomes elements.
std::string rich_text(std::string const& marked_up);

/// Returns rich_text() without elements, for alternative texts of pictures and for the search.
std::string plain_text(std::string const& marked_up);

/// Returns `value` as a literal for a script; the literal contains no end tag of a script element.
std::string script_literal(nlohmann::json const& value);

}  // namespace rattleback::reports
