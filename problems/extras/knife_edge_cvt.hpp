#pragma once

#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

template <class Scalar>
struct KnifeEdgeCvt;

/// Closed form of the motion without potentials of the heading.
template <class Real>
struct Extras<KnifeEdgeCvt<Real>> {
  /// The motion for mgl = epsilon = 0, in the axes of the skate: with w = vy, k = (1 + w^2)^(1/2),
  ///   X = x cos y + z sin y = X0 cos kt + ((u0 + w Y0)/k) sin kt,   Y = z cos y - x sin y,
  ///   Y' = -w X,   u' = -X.
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> free_motion(Vec<T, 3> const& q, Vec<T, 3> const& v,
                                              T const& t) const {
    using std::cos, std::sin, std::sqrt;
    T const w = v[1], k = sqrt(1 + w * w), y = q[1] + w * t;
    T const c0 = cos(q[1]), s0 = sin(q[1]), c = cos(y), s = sin(y);
    T const X0 = q[0] * c0 + q[2] * s0, Y0 = q[2] * c0 - q[0] * s0, u0 = v[0] * c0 + v[2] * s0;
    T const B = (u0 + w * Y0) / k, half_sine = sin(k * t / 2);
    T const X = X0 * cos(k * t) + B * sin(k * t);
    T const integral = (X0 * sin(k * t) + 2 * B * half_sine * half_sine) / k;
    T const Y = Y0 - w * integral, u = u0 - integral;
    return {{X * c - Y * s, y, X * s + Y * c}, {u * c, w, u * s}};
  }
};

}  // namespace rattleback
