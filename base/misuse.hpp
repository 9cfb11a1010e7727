#pragma once
// Misuse is what a caller can mend: it throws at the edge, names the value and what is allowed.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rattleback {

struct Misuse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The entry of `known` with the least edit distance to `word`; empty when `known` is.
std::string nearest(std::string_view word, std::vector<std::string> const& known);

/// Misuse "unknown WHAT 'word'; nearest: ...; known: ...".
[[noreturn]] void throw_unknown(std::string_view what, std::string_view word,
                                std::vector<std::string> const& known);

}  // namespace rattleback
