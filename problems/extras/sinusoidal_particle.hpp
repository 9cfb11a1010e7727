#pragma once

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the motion and of the Hamiltonized time.
template <class Real>
struct Extras<SinusoidalParticle<Real>> {
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asin, std::cos, std::sin, std::sqrt;
    T const c = v[1] * sqrt(1 + squared_sine(q[0])), x = q[0] + v[0] * t;
    T const vy = c / sqrt(1 + squared_sine(x));
    Vec<T, 3> const v1{v[0], vy, -sin(x) * vy};
    if (v[0] == T(0)) return {{x, q[1] + v[1] * t, q[2] + v[2] * t}, v1};
    auto const minus_integral_of_sine = [](T const& a) { return asin(cos(a) / sqrt(T(2))); };
    return {{x, q[1] + c / v[0] * (elliptic(x) - elliptic(q[0])),
             q[2] + c / v[0] * (minus_integral_of_sine(x) - minus_integral_of_sine(q[0]))},
            v1};
  }
  /// Growth of the Hamiltonized time, d tau = f dt, in the time t.
  template <class T>
  T tau_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::sqrt;
    if (v[0] == T(0)) return t / sqrt(1 + squared_sine(q[0]));
    return (elliptic(T(q[0] + v[0] * t)) - elliptic(q[0])) / v[0];
  }
  /// Time at which the Hamiltonized time has grown by tau.
  template <class T>
  T time_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& tau) const {
    using std::sqrt;
    if (v[0] == T(0)) return tau * sqrt(1 + squared_sine(q[0]));
    return (amplitude(elliptic(q[0]) + v[0] * tau) - q[0]) / v[0];
  }

 private:
  template <class T>
  static T squared_sine(T const& x) {
    using std::sin;
    return sin(x) * sin(x);
  }
  /// F(x | -1), the integral of (1 + sin^2)^(-1/2) from 0; as 1 + sin^2 = 2 (1 - cos^2/2), it is
  /// that of modulus k^2 = 1/2 from pi/2 - x to pi/2.
  template <class T>
  static T elliptic(T const& x) {
    using std::sqrt;
    T const k = 1 / sqrt(T(2));
    T const half_pi = boost::math::constants::half_pi<T>();
    return k * (boost::math::ellint_1(k, half_pi) - boost::math::ellint_1(k, T(half_pi - x)));
  }
  /// am(u | -1), the inverse of elliptic().
  template <class T>
  static T amplitude(T const& u) {
    using std::atan2, std::floor, std::sqrt;
    T const k = 1 / sqrt(T(2)), half_pi = boost::math::constants::half_pi<T>();
    T const quarter = boost::math::ellint_1(k, half_pi);  // quarter period, K(1/2)
    // pi/2 - x = am(K - sqrt(2) u | 1/2); whole turns come off first.
    T const w = quarter - sqrt(T(2)) * u, turns = floor(w / (4 * quarter) + T(1) / 2);
    T cn, dn;
    T const sn = boost::math::jacobi_elliptic(k, T(w - 4 * quarter * turns), &cn, &dn);
    return half_pi - (atan2(sn, cn) + 4 * half_pi * turns);
  }
};

}  // namespace rattleback
