#pragma once
// Field X = (X_H + R_* X_H)/2 on the whole cotangent bundle. Two steps of GNI are one splitting
// step for X: docs/parasitic_mode.md.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback::beyond {

/// Motion along X at equidistant times, with p in the coordinates of the problem's chart.
struct ExtendedMotion {
  std::vector<double> times;
  std::vector<std::vector<double>> q, p;
  std::vector<double> flipped_energy;  ///< |d|_W^2/2 of the flipped part d of p, which R maps to -d
};

/// Integrates X by the classical Runge-Kutta method on contact_oscillator, snakeboard or
/// tilted_sleigh, case `case_name`.
/// @param q,v       initial point in the problem's coordinates; v may violate the constraint
/// @param substeps  steps of the Runge-Kutta method between two nodes
/// Throws InvalidInput on other problems.
ExtendedMotion extended_motion(std::string const& problem, std::string const& case_name,
                               std::vector<double> const& q, std::vector<double> const& v,
                               double until, int nodes, int substeps);

}  // namespace rattleback::beyond
