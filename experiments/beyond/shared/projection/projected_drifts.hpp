#pragma once
// Part of the study of projections: energy of the fibre over long runs, at equal work.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Findings on tori that no reversing symmetry maps to themselves (PR-01 to PR-07) and on tori that
/// one does (PR-08, PR-09).
void find_drifts_with_projections(Study& study);

}  // namespace rattleback::beyond
