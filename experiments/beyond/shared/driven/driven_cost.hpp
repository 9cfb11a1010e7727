#pragma once

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the evaluations for a given error at t = 200, with drag and force and without: findings
/// DR-09 to DR-13.
void find_costs_with_drag(Study& study);

}  // namespace rattleback::beyond
