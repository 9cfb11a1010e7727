#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/invalid_input.hpp"

namespace rattleback {

/// Error in a file of the user: what() begins with FILE:LINE:COLUMN, and the notes show the line
/// with a caret below the place.
struct InputFileError : InvalidInput {
  /// Error with its message and the lines that show the place.
  InputFileError(std::string const& what, std::vector<std::string> shown)
      : InvalidInput(what), notes(std::move(shown)) {}
  std::vector<std::string> notes;  ///< lines that show the place
};

}  // namespace rattleback
