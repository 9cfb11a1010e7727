#pragma once

#include <array>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Integrals by Legendre functions of the tilt, and the passage of the flat position.
template <class Real>
struct Extras<RollingDisk<Real>> {
  static constexpr std::array invariant_names{"c1", "c2"};

  /// In a plane fall the disk passes the flat position between two nodes: the horizontal part of
  /// its axle goes through zero, while its contact point jumps to the other side.
  std::string passage(Vec<Real, 11> const& q0, Vec<Real, 11> const& q1) const {
    Real const x0 = q0[4], y0 = q0[7], x1 = q1[4], y1 = q1[7];
    Real const area = x0 * y1 - y0 * x1, along = x0 * x1 + y0 * y1;
    if (along >= 0 || area * area > Real(1e-16) * along * along) return "";
    return "the disk passed the flat position, where its contact point is not defined";
  }

  /// c1, c2 from w3 and  dw3/dtheta = k (gamma1 w1 + gamma2 w2)/sin(theta),  k = m r^2/(C + m r^2).
  template <class T>
  Vec<T, 2> invariants(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const& [m, r, A, C, g] = problem_of(*this);
    auto const gamma = tail<3>(q);
    T const square = squared_sine(gamma), k = m * r * r / (C + m * r * r);
    T const slope = -k * (gamma[0] * v[2] + gamma[1] * v[3]) / square;  // dw3/dcos(theta)
    // 1 -+ cos(theta) without cancellation
    T const near = gamma[2] > T(0) ? T(square / (1 + gamma[2])) : T(1 - gamma[2]);
    T const far = gamma[2] > T(0) ? T(1 + gamma[2]) : T(square / (1 - gamma[2]));
    auto const [P, dP] = legendre(T(near / 2));
    auto const [Q, dQ] = legendre(T(far / 2));  // of -cos(theta)
    T const wronskian = -(P * dQ + Q * dP);
    return {(-v[4] * dQ - Q * slope) / wronskian, (P * slope - dP * v[4]) / wronskian};
  }

 private:
  template <class T>
  static T squared_sine(Vec<T, 3> const& gamma) {
    return gamma[0] * gamma[0] + gamma[1] * gamma[1];
  }
  /// P_nu(1 - 2 s) and its derivative in 1 - 2 s, from the series of F(-nu, nu + 1; 1; s), all of
  /// whose terms are positive. A disk near the table needs many: they end after a million.
  template <class T>
  std::pair<T, T> legendre(T const& s) const {
    auto const& [m, r, A, C, g] = problem_of(*this);
    T const minus_nu_nu1 = C / A * m * r * r / (C + m * r * r);
    T coefficient(1), power(1), sum(1), slope(0);  // power = s^(n - 1) at term n
    for (int n = 0; n < 1000000; ++n) {
      coefficient = coefficient * ((T(n) * (n + 1) + minus_nu_nu1) / (T(n + 1) * (n + 1)));
      T const next_slope = slope + T(n + 1) * coefficient * power;
      power = power * s;
      sum = sum + coefficient * power;
      if (next_slope == slope) break;
      slope = next_slope;
    }
    return {sum, -slope / 2};
  }
};

}  // namespace rattleback
