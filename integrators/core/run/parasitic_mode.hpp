#pragma once
// Parasitic mode of the methods that reflect momenta: how the flipped part of the momentum grows
// along a motion. Derivation: docs/parasitic_mode.md.

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/run/run_spec.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Returns the matrices of the parasitic mode at many points of the setting's system.
/// The mode is f = A W d, with d the flipped part (p^+ - p^-)/2 of the momentum, W the inverse mass
/// matrix and A the constraint forms. From step to step f changes its sign; its amplitude obeys
/// f' = K f with
///   K = D_v psi . W A^T C^-1,   C = A W A^T,
/// psi the time derivative of the constraint along the motion without constraints. psi is quadratic
/// in v, so that a central difference is exact. A force that a method takes at its nodal velocity
/// stays the same in psi. The size is |d|_W^2 = f.C^-1 f.
/// Throws InvalidInput if the setting is invalid.
std::vector<ParasiticMode> parasitic_modes(SharedProblem const& problem, Setting const& setting,
                                           MotionPoints const& at);

}  // namespace rattleback
