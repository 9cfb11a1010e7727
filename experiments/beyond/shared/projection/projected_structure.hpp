#pragma once
// Part of the study of projections: what a projection does not correct, on the contact oscillator,
// the sleigh and driven systems.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Findings on energy and the other invariant of regular and chaotic motion, volume and reversal
/// (PR-09 to PR-13).
void find_structure_of_projections(Study& study);

/// Findings on driven systems: evaluations for a given error, and the constraint (PR-14, PR-15).
void find_costs_of_projections(Study& study);

}  // namespace rattleback::beyond
