#pragma once
// Closed orbits of a method on the two transmissions: the step for which N steps turn the driving
// angle once, and the eigenvalues of the linear map of the fibre over them. They say how fast the
// energy of the fibre drifts, without a long run.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

struct ClosedOrbit {
  RawQuad step;
  std::vector<double> moduli;  ///< of the eigenvalues, the largest first
  double determinant = 0;
  double opening = 0;  ///< by how much vy misses its start after the N steps

  /// log|eigenvalue|/(N h^3), number `i`: growth of an amplitude per unit of time, over h^2.
  double rate(std::size_t i, long steps) const;
};

/// Of `run`, whose problem, case and method are given and whose fibre is linear. Throws
/// std::logic_error for another problem than pendulum_cvt and knife_edge_cvt.
ClosedOrbit closed_orbit(Study& study, Run run, long steps);

}  // namespace rattleback::beyond
