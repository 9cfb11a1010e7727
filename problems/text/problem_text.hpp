#pragma once
// Problems of the catalogue as problem files.

#include <string>

namespace rattleback::text {

/// The text of a problem, or the reason why there is none.
struct ProblemText {
  std::string text, no_text_because;
};

/// Returns the text of a problem of the catalogue. Throws std::out_of_range for another id.
ProblemText text_in_catalogue(std::string const& id);

}  // namespace rattleback::text
