#pragma once

#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the motion and of the Hamiltonized time.
template <class Real>
struct Extras<KnifeEdge<Real>> {
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::cos, std::sin;
    T const S = sin(T(problem_of(*this).alpha)), omega = v[1], phi = q[1] + omega * t;
    T const c0 = cos(q[1]), s0 = sin(q[1]), c = cos(phi), s = sin(phi);
    T const u0 = v[0] * c0 + v[2] * s0;
    if (omega == T(0)) {
      T const u = u0 + S * c0 * t, way = u0 * t + S * c0 * t * t / 2;
      return {{q[0] + c0 * way, phi, q[2] + s0 * way}, {u * c0, omega, u * s0}};
    }
    T const base = u0 - S * s0 / omega, u = base + S * s / omega;
    T const x = q[0] + base / omega * (s - s0) + S / (2 * omega * omega) * (s * s - s0 * s0);
    T const y =
        q[2] - base / omega * (c - c0) + S / omega * (t / 2 - (s * c - s0 * c0) / (2 * omega));
    return {{x, phi, y}, {u * c, omega, u * s}};
  }
  /// Growth of the Hamiltonized time, d tau = f dt, in the time t; it turns at cos(phi) = 0.
  template <class T>
  T tau_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::cos, std::sin;
    if (v[1] == T(0)) return t * cos(q[1]);
    return (sin(T(q[1] + v[1] * t)) - sin(q[1])) / v[1];
  }
  /// Time at which the Hamiltonized time has grown by tau, up to the first turn of tau; not a
  /// number beyond.
  template <class T>
  T time_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& tau) const {
    using std::asin, std::cos, std::sin;
    if (v[1] == T(0)) return tau / cos(q[1]);
    return (asin(T(sin(q[1]) + v[1] * tau)) - q[1]) / v[1];
  }
};

}  // namespace rattleback
