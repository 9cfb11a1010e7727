#pragma once
// Text to numbers and back, strictly: the whole text is used or the text is refused.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// The number that `text` spells, in quad precision. Throws Misuse naming `what` and the text when
/// it is not a number or not finite as a double.
RawQuad parse_number(std::string_view text, std::string_view what);

/// As parse_number; the number must be > 0, also as a double.
RawQuad parse_positive(std::string_view text, std::string_view what);

/// Numbers separated by commas, one for each of `names`. Blanks around a number do not matter.
std::vector<RawQuad> parse_vector(std::string_view text, std::string_view what,
                                  std::vector<std::string> const& names);

/// A whole number >= 1 in plain digits.
long parse_count(std::string_view text, std::string_view what);

/// Whole numbers >= 1 separated by commas.
std::vector<long> parse_counts(std::string_view text, std::string_view what);

/// A whole number >= 0 in plain digits, below 2^64.
std::uint64_t parse_seed(std::string_view text, std::string_view what);

/// The shortest decimal that reads back as the same double; "nan", "inf", "-inf".
std::string decimal(double value);
/// 33 significant digits; "nan", "inf", "-inf".
std::string decimal(RawQuad value);

/// Parts of `text` between commas, without the blanks around them.
std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace rattleback
