#pragma once
// Part of the study of the parasitic mode: predictions, and the runs that test them.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the growth on the cases of mode_cases() and on every case of the catalogue by every
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
