#pragma once
// A problem's tapes as code.

#include <string>

#include "integrators/core/equations/generator.hpp"
#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// Returns the code of `template <class System> struct Compiled`, which replaces RunTapes: the same
/// operations in the same order.
std::string code_of(ProblemFile const& file, TracedEquations const& traced);

}  // namespace rattleback::text
