#pragma once

#include <cmath>

#include "problems/core/numbers/hyperbolic.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

/// Closed form of the angular velocity.
template <class Real>
struct Extras<Suslov<Real>> {
  std::vector<std::string> warnings() const {
    auto const& [I11, I22, I33, I12, I13, I23] = problem_of(*this);
    return inertia_warnings(Mat<Real, 3, 3>{{{I11, I12, I13}, {I12, I22, I23}, {I13, I23, I33}}});
  }
  /// w(t) of the exact motion from w0. With A the upper left block of I = L L^T, b = (I13, I23) and
  /// zeta = L^T w = r (cos phi, sin phi): the direction of zeta moves towards that of L^-1 b turned
  /// by a right angle, sin(phi - phi_0) = tanh(kappa t + c), kappa = r |L^-1 b|/(det A)^(1/2).
  template <class T>
  Vec<T, 3> exact_velocity(Vec<T, 3> const& w0, T const& t) const {
    using std::sqrt;
    auto const& [I11, I22, I33, I12, I13, I23] = problem_of(*this);
    T const l11 = sqrt(T(I11)), l21 = T(I12) / l11, l22 = sqrt(T(I22) - l21 * l21);
    Vec<T, 2> const zeta{l11 * w0[0] + l21 * w0[1], l22 * w0[1]};
    T const b1 = T(I13) / l11, b2 = (T(I23) - l21 * b1) / l22, size = sqrt(b1 * b1 + b2 * b2);
    T const r = sqrt(dot(zeta, zeta));
    if (size == T(0) || r == T(0)) return w0;
    // Components of zeta/r along and across L^-1 b: sech and tanh of kappa t + c.
    T const along = (b1 * zeta[0] + b2 * zeta[1]) / (size * r),
            across = (b1 * zeta[1] - b2 * zeta[0]) / (size * r);
    auto const [sech, tanh] = later_hyperbolic(along, across, T(r * size / (l11 * l22) * t));
    T const z1 = r * (b1 * sech - b2 * tanh) / size, z2 = r * (b2 * sech + b1 * tanh) / size;
    T const w2 = z2 / l22;
    return {(z1 - l21 * w2) / l11, w2, T(0)};
  }
};

}  // namespace rattleback
