#pragma once
// Part of the study of the parasitic mode: methods without the mode.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures methods without a reflection on systems on which GNI fails (PM-14).
void find_one_step_methods(Study& study);
/// Measures the equal-norm step: energies (PM-16), the tori a2 and a3 (PM-23). Tables energies_0 to
/// energies_8.
void find_equal_norm(Study& study);

}  // namespace rattleback::beyond
