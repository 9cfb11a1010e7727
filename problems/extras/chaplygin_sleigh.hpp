#pragma once

#include "problems/core/numbers/hyperbolic.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the velocity.
template <class Real>
struct Extras<ChaplyginSleigh<Real>> {
  /// Body velocity at time t from v. With u = v1 - b w and D = a^2 + I/m,
  ///   u' = a w^2,   D w' = -a u w,
  /// so that (u, D^(1/2) w) = r (tanh, sech)(kappa t + c), kappa = a r/D.
  template <class T>
  Vec<T, 3> exact_velocity(Vec<T, 3> const& v, T const& t) const {
    using std::sqrt;
    auto const& sleigh = problem_of(*this);
    Real const &a = sleigh.a, &b = sleigh.b;
    T const D = T(a) * a + T(sleigh.I) / sleigh.m, root = sqrt(D);
    T const u = v[0] - b * v[2], w = root * v[2], r = sqrt(u * u + w * w);
    if (r == T(0)) return v;
    auto const [sech, tanh] = later_hyperbolic(w / r, u / r, T(a * r / D * t));
    T const w1 = r * sech / root;
    return {r * tanh + b * w1, T(0), w1};
  }
};

}  // namespace rattleback
