#pragma once

#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// The contact force has the moment -r e3 x lambda, so that K = R I w + m r e3 x v is constant in
/// space and determines the velocity.
template <class Real>
struct Extras<ChaplyginSphere<Real>> {
  std::vector<std::string> warnings() const {
    auto const& [m, r, I1, I2, I3, Omega] = problem_of(*this);
    return inertia_warnings(I1, I2, I3);
  }
  /// Angular momentum about the contact point, K = R I w + m r e3 x v.
  template <class T>
  Vec<T, 3> momentum(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const& [m, r, I1, I2, I3, Omega] = problem_of(*this);
    auto const& [vx, vy, w1, w2, w3] = v;
    auto const spin = SO3::Ad(tail<9>(q), Vec<T, 3>{I1 * w1, I2 * w2, I3 * w3});
    return {spin[0] - m * r * vy, spin[1] + m * r * vx, spin[2]};
  }
  /// (v, w) from K: (R I R^T + m r^2 (1 - e3 e3^T)) omega = K + m r Omega (x, y, 0).
  template <class T>
  Vec<T, 5> velocity(Vec<T, 11> const& q, Vec<T, 3> const& K) const {
    auto const& [m, r, I1, I2, I3, Omega] = problem_of(*this);
    auto const R = tail<9>(q);
    T const D = m * r * r, table = m * r * Omega;
    Mat<T, 3, 3> spatial;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        spatial(i, j) = I1 * R[3 * i] * R[3 * j] + I2 * R[3 * i + 1] * R[3 * j + 1] +
                        I3 * R[3 * i + 2] * R[3 * j + 2];
      if (i < 2) spatial(i, i) = spatial(i, i) + D;
    }
    auto const omega =
        solve_without_pivoting(spatial, Vec<T, 3>{K[0] + table * q[0], K[1] + table * q[1], K[2]});
    Vec<T, 2> const v{r * omega[1] - Omega * q[1], -r * omega[0] + Omega * q[0]};
    return joined(v, SO3::Ad_transpose(R, omega));
  }
};

}  // namespace rattleback
