#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// The angular momentum about the contact point determines the velocity; the contact point runs on
/// a circle.
template <class Real>
struct Extras<RollingBall<Real>> {
  /// K = I w + m r e3 x v.
  template <class T>
  Vec<T, 3> momentum(Vec<T, 11> const&, Vec<T, 5> const& v) const {
    auto const& [m, r, I, Omega] = problem_of(*this);
    auto const& [vx, vy, w1, w2, w3] = v;
    return {I * w1 - m * r * vy, I * w2 + m * r * vx, I * w3};
  }
  /// (v, w) from K.
  template <class T>
  Vec<T, 5> velocity(Vec<T, 11> const& q, Vec<T, 3> const& K) const {
    auto const& [m, r, I, Omega] = problem_of(*this);
    T const x = q[0], y = q[1], w1 = (K[0] + m * r * Omega * x) / (I + m * r * r),
            w2 = (K[1] + m * r * Omega * y) / (I + m * r * r);
    return {r * w2 - Omega * y, -r * w1 + Omega * x, w1, w2, K[2] / I};
  }
  /// The rate at which the velocity turns.
  Real gyration_rate() const {
    auto const& [m, r, I, Omega] = problem_of(*this);
    return I * Omega / (I + m * r * r);
  }
};

}  // namespace rattleback
