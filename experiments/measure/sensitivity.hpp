#pragma once
// Derivatives of the end of a run by its start and by parameters.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Derivative of the last state of a run.
struct Sensitivity {
  std::string by;         ///< parameter, coordinate or velocity of the start
  std::vector<double> q;  ///< derivatives of the coordinates
  std::vector<double> v;  ///< derivatives of the velocities
};

/// Returns the derivatives by all parameters, start coordinates and start velocities: central
/// differences of runs in quad precision whose starts differ by 1e-11 of their size, so that they
/// have the digits of double precision. A changed parameter changes the start as it does in a run
/// with that value, where velocities follow from the constraints. A start that is stated in full
/// and allowed with the present value only, and a changed start, move to the nearest velocity that
/// satisfies the constraints. Entries of a rotation are left out.
/// Throws InvalidInput if the method runs in double precision only, and if one of the runs fails.
std::vector<Sensitivity> sensitivities(ProblemEntry const& problem, MethodEntry const& method,
                                       RunSpec spec);

}  // namespace rattleback
