#pragma once

#include "problems/core/numbers/hyperbolic.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the velocity. Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.6.1.
template <class Real>
struct Extras<MobileRobot<Real>> {
  /// Inertia of the motions that the wheels allow, M_t = m0 + 2 m1 + 2 Jw/R^2.
  Real rolling_mass() const {
    auto const& [m0, m1, J, Jw, l, R, c] = problem_of(*this);
    return m0 + 2 * m1 + 2 * Jw / (R * R);
  }
  /// J_t = J + 2 Jw c^2/R^2.
  Real rolling_inertia() const {
    auto const& [m0, m1, J, Jw, l, R, c] = problem_of(*this);
    return J + 2 * Jw * c * c / (R * R);
  }
  /// Velocity at time t from v, by
  ///   M_t v1' = l m0 w^2,   J_t w' = -l m0 w v1.
  template <class T>
  Vec<T, 5> exact_velocity(Vec<T, 5> const& v, T const& t) const {
    using std::sqrt;
    auto const& [m0, m1, J, Jw, l, R, c] = problem_of(*this);
    T const M = sqrt(T(rolling_mass())), N = sqrt(T(rolling_inertia()));
    T const along = N * v[2], across = M * v[0], r = sqrt(along * along + across * across);
    if (r == T(0)) return v;
    auto const [sech, tanh] =
        later_hyperbolic(T(along / r), T(across / r), T(l * m0 * r / (N * N * M) * t));
    T const v1 = r * tanh / M, w = r * sech / N;
    return {v1, T(0), w, -(v1 + c * w) / R, -(v1 - c * w) / R};
  }
};

}  // namespace rattleback
