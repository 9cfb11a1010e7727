#pragma once

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the orders of positions and velocities of every method with fixed steps on five driven
/// systems: finding DR-01.
void find_orders_with_forces(Study& study);

}  // namespace rattleback::beyond
