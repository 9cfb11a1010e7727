#pragma once

#include <optional>
#include <string>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Runs a specification once for each value of a parameter, and prints one row a run: the value,
/// the last time, q and v, the largest deviation of each invariant and of the constraint. A run
/// that fails is a row with its outcome.
/// @param stated  NAME=FIRST:LAST:COUNT, with equal distances
/// @param output  table file, see TableFile; it has the outcome as a number, 0 for ok
/// @return exit status
int sweep(ProblemEntry const& problem, MethodEntry const& method, RunSpec spec,
          std::string const& stated, std::optional<std::string> const& output, bool json);

}  // namespace rattleback
