#pragma once
// Characters and names of formulas: Greek letters, functions, and the scripts of Unicode.

#include <map>
#include <string>
#include <string_view>

namespace rattleback::formulas {

/// Returns the Greek letters by name ("theta").
std::map<std::string, char const*, std::less<>> const& greek_letters();

/// Returns the Greek letter of this name; empty if there is none.
std::string_view greek(std::string_view name);

/// True for names of functions and operators, which are upright ("sin", "Ad").
bool is_function(std::string_view name);

/// Returns the length in bytes of the character at `at`, without combining accents after it.
std::size_t size_of_character(std::string_view text, std::size_t at);

/// Returns the character at `at` with its combining accents.
std::string_view character_at(std::string_view text, std::size_t at);

/// True for Latin letters with or without accents, and for Greek letters.
bool is_letter(std::string_view character);
/// True for a Latin letter of ASCII, possibly with accents.
bool is_latin(std::string_view character);

inline bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Converts text to the superscripts or subscripts of Unicode; empty if one is missing.
std::string in_unicode_scripts(std::string_view text, bool raised);

/// Returns the sign in print: "−" for "-", "→" for "->", "≤" for "<=".
std::string_view printed_sign(std::string_view typed);

}  // namespace rattleback::formulas
