#pragma once
// Closed orbits of a method on the two transmissions: the step size for which N steps rotate the
// driving angle by 2 pi, and the eigenvalues of the linear map of the fibre over these steps. They
// give the drift rate of the fibre's energy without a long run.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

struct ClosedOrbit {
  RawQuad step;
  std::vector<double> moduli;  ///< moduli of the eigenvalues, the largest first
  double determinant = 0;
  double opening = 0;  ///< difference between final and initial vy

  /// Returns log|eigenvalue i|/(N h^3): growth rate of an amplitude per unit time, over h^2.
  double rate(std::size_t i, long steps) const;
};

/// Returns the closed orbit of `run`, whose problem, case and method are given and whose fibre is
/// linear. Throws std::logic_error unless the problem is pendulum_cvt or knife_edge_cvt.
ClosedOrbit closed_orbit(Study& study, Run run, long steps);

}  // namespace rattleback::beyond
