#pragma once
// Parts of the study of the parasitic mode, and its runs.

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

/// Measures the growth on cases with known growth and on every case of the catalogue by every
/// method (PM-01), and on neutral cases (PM-03). Tables growth and rates.
void find_growth(Study& study);
/// Measures delays of the loss (PM-05) and orders of starting procedures (PM-07). Table trust.
void find_trust_times(Study& study);
/// Measures the delay per halving of the step on the snakeboard (PM-06).
void find_delays(Study& study);
/// Measures trust times on every case of the catalogue by every method with a symmetric free step
/// (PM-24). Table trust_everywhere.
void find_trust_everywhere(Study& study);
/// Tests the law of the trace (PM-10).
void find_trace(Study& study);
/// Draws the growth on the snakeboard with three step sizes. Tables snakeboard_10, _20, _40.
void draw_snakeboard(Study& study);

}  // namespace rattleback::beyond
