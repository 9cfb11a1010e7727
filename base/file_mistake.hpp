#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/misuse.hpp"

namespace rattleback {

/// Exception for an error in a file of the user: what() begins with FILE:LINE:COLUMN; the notes
/// show the line and a caret below the place.
struct FileMistake : Misuse {
  FileMistake(std::string const& what, std::vector<std::string> shown)
      : Misuse(what), notes(std::move(shown)) {}
  std::vector<std::string> notes;
};

}  // namespace rattleback
