#pragma once

#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the motion.
template <class Real>
struct Extras<NonholonomicParticle<Real>> {
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asinh, std::sqrt;
    auto const& [x0, y0, z0] = q;
    T const vy = v[1], y = y0 + vy * t;
    T const s0 = sqrt(1 + y0 * y0), s = sqrt(1 + y * y), c = v[0] * s0, vx = c / s;
    Vec<T, 3> const velocity{vx, vy, y * vx};
    if (vy == T(0)) return {q + t * velocity, velocity};
    return {{x0 + c / vy * (asinh(y) - asinh(y0)), y, z0 + c / vy * (s - s0)}, velocity};
  }
};

}  // namespace rattleback
