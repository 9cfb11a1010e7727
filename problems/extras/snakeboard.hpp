#pragma once

#include <array>
#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

/// Invariants, one of which changes its sign with the direction of the motion.
template <class Real>
struct Extras<Snakeboard<Real>> {
  static constexpr std::array invariant_names{"vpsi", "vphi", "scaled_speed"};
  /// psi' and phi' are free; with (x', y', theta') = s (a, b, c) of the paper, the last one is
  /// s (m r^2 cos(phi)^2 + J' sin(phi)^2)^(1/2).
  template <class T>
  Vec<T, 3> invariants(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    using std::cos, std::sin, std::sqrt;
    auto const& [m, r, J, J0, J1] = problem_of(*this);
    auto const& [v1, v2, w, vpsi, vphi] = v;
    T const size = sqrt(m * v1 * v1 + (J + 2 * J1) * w * w);
    T const s = v1 * cos(q[4]) - r * w * sin(q[4]);  // times r; v1 alone changes sign with cos(phi)
    return {vpsi, vphi, s < T(0) ? T(-size) : size};
  }
  /// In (x', y', theta', psi', phi'); the formulas show it only with cos^2 + sin^2 = 1.
  Mat<Real, 5, 5> chart_mass_matrix() const {
    auto const& [m, r, J, J0, J1] = problem_of(*this);
    return diagonal(Vec<Real, 5>{m, m, J + 2 * J1, J0, 2 * J1});
  }
};

}  // namespace rattleback
