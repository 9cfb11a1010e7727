// Values of results folders as the words and marks that pages show.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Any JSON scalar as text; numbers with six digits; nothing for a null.
std::string scalar_in_words(nlohmann::json const& value);

/// The fields `keys` of `object` as text; empty where they are missing.
nlohmann::json fields_in_words(nlohmann::json const& object, std::vector<char const*> const& keys);

/// fields_in_words of every record of a list.
nlohmann::json records_in_words(nlohmann::json const& list, std::vector<char const*> const& keys);

/// `name` with a hyphen in place of everything but letters, digits and underscores: an anchor, and
/// a class of the style sheet.
std::string anchor(std::string name);

/// "12 kB"
std::string file_size(std::uintmax_t bytes);

/// Text for people as HTML: special characters escaped, and the markup that figures know made into
/// elements, {/:Italic x} as well as ^ and _ beside it or before braces.
std::string rich_text(std::string const& marked_up);

/// The same without any elements, for alternatives of pictures and for searching.
std::string plain_text(std::string const& marked_up);

/// `text` as a literal within a script: no end tag of its element can stand in it.
std::string script_literal(nlohmann::json const& value);

}  // namespace rattleback::reports
