#pragma once
// Exception for invalid input, thrown at the interface; the message names the value and the allowed
// values.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rattleback {

/// Invalid input. what() is one line that names the value, the allowed values and the nearest valid
/// one.
struct InvalidInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the entry of `known` with the least edit distance to `word`; empty if `known` is empty.
std::string nearest(std::string_view word, std::vector<std::string> const& known);

/// Throws InvalidInput "unknown WHAT 'word'; nearest: ...; allowed: ...".
[[noreturn]] void throw_unknown(std::string_view what, std::string_view word,
                                std::vector<std::string> const& known);

}  // namespace rattleback
