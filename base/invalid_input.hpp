#pragma once
// Exceptions for invalid input, thrown at the interface; the message names the value and the
// allowed values.

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rattleback {

/// Invalid input. what() is one line that names the value, the allowed values and the nearest valid
/// one.
struct InvalidInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Error in a file of the user: what() begins with FILE:LINE:COLUMN, and the notes show the line
/// with a caret below the place.
struct InputFileError : InvalidInput {
  /// Error with its message and the lines that show the place.
  InputFileError(std::string const& what, std::vector<std::string> shown)
      : InvalidInput(what), notes(std::move(shown)) {}
  std::vector<std::string> notes;  ///< lines that show the place
};

/// Returns the entry of `known` with the least edit distance to `word`; empty if `known` is empty.
std::string nearest(std::string_view word, std::vector<std::string> const& known);

/// Throws InvalidInput "unknown WHAT 'word'; nearest: ...; allowed: ...".
[[noreturn]] void throw_unknown(std::string_view what, std::string_view word,
                                std::vector<std::string> const& known);

}  // namespace rattleback
