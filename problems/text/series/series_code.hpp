#pragma once
// Operations of series as code, for the generator of the catalogue's equations.

#include <string>
#include <vector>

#include "problems/text/series/series_tape.hpp"

namespace rattleback::text {

/// Most operations of generated loops: larger systems would take most of the time of the compiler.
inline constexpr std::size_t most_operations_of_loops = 256;

/// Loops of a problem as C++: the functions begin_NAME and advance_NAME, and their entry of the
/// table. Empty for larger systems.
struct LoopsText {
  std::string functions, entry;
};

/// Returns the source of loops_of_catalogue().
std::string loops_source(std::vector<LoopsText> const& loops);

}  // namespace rattleback::text
