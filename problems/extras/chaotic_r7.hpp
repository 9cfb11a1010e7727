#pragma once

#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// One-parameter family of starts with H = 3.06. McLachlan & Perlmutter 2006, figures 5 and 6.
template <class Real>
struct Extras<ChaoticR7<Real>> {
  /// Start at the angle a.
  static std::pair<Vec<Real, 7>, Vec<Real, 7>> family_h306(Real a) {
    using std::cos, std::sin;
    Real const ten(10), one(1);
    return {{cos(a), 6 / ten, 4 / ten, 2 / ten, one, one, one}, {Real(0), sin(a)}};
  }
  /// Orbit i of `count` of the family: a = i pi / (2 count).
  static std::pair<Vec<Real, 7>, Vec<Real, 7>> start_family(long i, long count) {
    using std::atan;
    return family_h306(i * (2 * atan(Real(1))) / count);
  }
};

}  // namespace rattleback
