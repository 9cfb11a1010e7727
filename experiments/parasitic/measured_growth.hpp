#pragma once
// Growth of the parasitic mode in runs of a method, to compare with the prediction.

#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Returns the logarithms of the factors by which the mode grows in a run, the largest first: the
/// singular values of the linearised map of d in the W norm. They are measured by differences of
/// two runs with initial momenta perturbed by plus and minus `seed` in the normal part. The
/// alternating part is a quarter of the second difference over the last three nodes.
/// @param run  start, step and number of steps; the mode must alternate from step to step
/// Throws InvalidInput if the method does not reflect momenta, or a run fails.
std::vector<double> measured_log_factors(ProblemEntry const& problem, MethodEntry const& method,
                                         RunSpec run, double seed);

}  // namespace rattleback
