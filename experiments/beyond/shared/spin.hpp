#pragma once
// Spin of the rattleback: angular velocity about the vertical.

#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback::beyond {

/// Returns gamma . w at every node; gamma is the last row of R, w the last three velocities.
inline std::vector<double> spins_of(Trajectory<double> const& run) {
  std::vector<double> spins;
  for (std::size_t i = 0; i < run.q.size(); ++i) {
    auto const &q = run.q[i], &v = run.v[i];
    spins.push_back(q[8] * v[2] + q[9] * v[3] + q[10] * v[4]);
  }
  return spins;
}

/// Returns the times at which `values`, given at equidistant `times`, change sign, by the cubic
/// through the four neighbouring values.
inline std::vector<double> sign_changes(std::vector<double> const& times,
                                        std::vector<double> const& values) {
  std::vector<double> found;
  for (std::size_t i = 1; i + 2 < values.size(); ++i) {
    if (!(values[i] * values[i + 1] < 0)) continue;
    double const a = values[i - 1], b = values[i], c = values[i + 1], d = values[i + 2];
    auto const cubic = [&](double s) {
      return -a * s * (s - 1) * (s - 2) / 6 + b * (s + 1) * (s - 1) * (s - 2) / 2 -
             c * (s + 1) * s * (s - 2) / 2 + d * (s + 1) * s * (s - 1) / 6;
    };
    double low = 0, high = 1;
    while (high - low > 1e-15) {
      double const middle = (low + high) / 2;
      (cubic(low) * cubic(middle) <= 0 ? high : low) = middle;
      if (middle == low && middle == high) break;
    }
    found.push_back(times[i] + low * (times[i + 1] - times[i]));
  }
  return found;
}

}  // namespace rattleback::beyond
