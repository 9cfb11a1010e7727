#pragma once

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the balance of the energy over long runs with and without drag and force: findings
/// DR-03 and DR-07.
void find_balances(Study& study);

}  // namespace rattleback::beyond
