#pragma once
// Parts of the study of driven and damped systems.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the orders of positions and velocities of every method with fixed steps on five driven
/// systems: finding DR-01.
void find_orders_with_forces(Study& study);
/// Measures the balance of the energy over long runs with and without drag and force: findings
/// DR-03 and DR-07.
void find_balances(Study& study);
/// Measures the displacement of two gaits after many periods of the drive: finding DR-14.
void find_gaits(Study& study);

}  // namespace rattleback::beyond
