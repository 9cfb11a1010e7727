#pragma once
// Strict conversion of text to numbers and back: text is rejected unless all of it is used.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Parses a number in quad precision. Throws InvalidInput naming `what` and the text if it is not a
/// number or not finite as a double.
RawQuad parse_number(std::string_view text, std::string_view what);

/// Parses a number as parse_number() does; it must be > 0, also as a double.
RawQuad parse_positive(std::string_view text, std::string_view what);

/// Parses numbers separated by commas, one for each of `names`. Blanks around a number are ignored.
std::vector<RawQuad> parse_vector(std::string_view text, std::string_view what,
                                  std::vector<std::string> const& names);

/// Parses a whole number >= 1 in plain digits.
long parse_count(std::string_view text, std::string_view what);

/// Parses a whole number >= 0 in plain digits, below 2^64.
std::uint64_t parse_seed(std::string_view text, std::string_view what);

/// Returns the shortest decimal that reads back as the same double; "nan", "inf", "-inf".
std::string decimal(double value);
/// Returns 33 significant digits; "nan", "inf", "-inf".
std::string decimal(RawQuad value);

/// Returns the parts of `text` between commas, without the blanks around them.
std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace rattleback
