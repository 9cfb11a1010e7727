#pragma once
// Runs of the study of the parasitic mode.

#include <cmath>

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Case of a problem, and a method on it.
struct Pair {
  char const *problem, *case_name, *method = "";
};

/// Returns the run of a method to the time `until`, with a starting procedure (empty: the default).
/// @param every  number of steps between recorded nodes; 0: first and last node only
inline Run mode_run(Pair const& pair, RawQuad step, double until, long every = 1,
                    std::string const& start = "") {
  Run const from{
      .problem = pair.problem, .method = pair.method, .case_name = pair.case_name, .start = start};
  return from.with(step, std::lround(until / double(step)), every);
}

}  // namespace rattleback::beyond
