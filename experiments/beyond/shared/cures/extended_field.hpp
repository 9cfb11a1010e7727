#pragma once
// The field X = (X_H + R_* X_H)/2 on the whole cotangent bundle, of which two steps of GNI are one
// splitting step: docs/parasitic_mode.md.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback::beyond {

/// Motion along X at equidistant times, p in the coordinates of the problem's chart.
struct ExtendedMotion {
  std::vector<double> times;
  std::vector<std::vector<double>> q, p;
  std::vector<double> flipped_energy;  ///< |d|_W^2/2, d the part of p that R turns round
};

/// Integrates X by the classical Runge-Kutta method on contact_oscillator, snakeboard or
/// tilted_sleigh, case `case_name`.
/// @param q,v       start in the problem's coordinates and velocities, v off the constraint
/// @param substeps  of the Runge-Kutta method between two nodes
/// Throws InvalidInput on other problems.
ExtendedMotion extended_motion(std::string const& problem, std::string const& case_name,
                               std::vector<double> const& q, std::vector<double> const& v,
                               double until, int nodes, int substeps);

}  // namespace rattleback::beyond
