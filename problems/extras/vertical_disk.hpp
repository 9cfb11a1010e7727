#pragma once

#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the motion.
template <class Real>
struct Extras<VerticalDisk<Real>> {
  /// A chord of length (2 r s/w) sin(w t/2) in the mean direction, for the rates w and s.
  template <class T>
  std::pair<Vec<T, 4>, Vec<T, 4>> exact(Vec<T, 4> const& q, Vec<T, 4> const& v, T const& t) const {
    using std::cos, std::sin;
    Real const& r = problem_of(*this).r;
    T const w = v[2], s = v[3], phi = q[2] + w * t, middle = q[2] + w * t / 2;
    T const chord = r * s * (w == T(0) ? t : T(2 * sin(w * t / 2) / w));
    return {{q[0] + chord * cos(middle), q[1] + chord * sin(middle), phi, q[3] + s * t},
            {r * s * cos(phi), r * s * sin(phi), w, s}};
  }
};

}  // namespace rattleback
