#pragma once

#include <cmath>
#include <limits>

#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"

namespace rattleback {

/// A thin disk that rolls on the plane and may tilt (Euler's disk without slipping).
///   L = m (vx^2 + vy^2 + (gamma . (w x s))^2)/2 + (A w1^2 + A w2^2 + C w3^2)/2 + m g gamma . s
///   constraints: vx + (R (w x s))_1 = 0,   vy + (R (w x s))_2 = 0
///   s = -r (gamma1, gamma2, 0)/(gamma1^2 + gamma2^2)^(1/2)
/// (x, y) is the centre, the third body axis is the axle, and gamma = R^T e3; where the disk lies
/// flat, gamma = +-e3, the contact point s is not defined. With the tilt theta, gamma3 =
/// cos(theta), the spin w3 is  c1 P_nu(cos theta) + c2 P_nu(-cos theta),  nu (nu + 1) = -(C/A) m
/// r^2/(C + m r^2) with constants c1, c2: the motion is integrable (Appell, Korteweg).
template <class Scalar>
struct RollingDisk {
  using Real = Scalar;
  using Space = Product<R<2>, SO3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};

  Real m = 1, r = 1, A = fraction<Real, 1, 4>, C = fraction<Real, 1, 2>, g = 1;

  static constexpr auto parameters() {
    using P = RollingDisk;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0}, Parameter<P>{"r", &P::r, "radius", 0},
                      Parameter<P>{"A", &P::A, "moment of inertia about a diameter", 0},
                      Parameter<P>{"C", &P::C, "moment of inertia about the axle", 0},
                      Parameter<P>{"g", &P::g, "gravity"}};
  }

  static ProblemCard card() {
    return {.id = "rolling_disk",
            .name = "Rolling disk that tilts",
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {"c1", "c2"},
            .reversing_symmetry =
                "(q, v) -> (q, -v), to another torus; with a reflection of space at a vertical "
                "plane, to the same one (reduced by translations and rotations)",
            .exact_solution =
                "w3 by Legendre functions of the tilt, the tilt by quadrature; steady rolling on "
                "circles",
            .source = "classical (Appell, Korteweg)",
            .invariant_measure = "of the tilt and w, sin(theta) dtheta dw1 dw2 dw3"};
  }

  static std::vector<Case<RollingDisk>> cases() {
    using std::sqrt;
    Real const ten(10), half = 1 / Real(2), sine = sqrt(Real(3)) / 2;  // tilt pi/3
    Vec<Real, 11> const q{0, 0, half, 0, -sine, 0, 1, 0, sine, 0, half};
    // A q^2 cot(theta) - (C + m r^2) q w3 - m g r cos(theta) = 0 for q = w1 = -1
    Real const w3 = (half - half / sine / 4) / (half + 1);
    return {{"generic", "tilt pi/3", {}, q, {0, 0, -5 / ten, 3 / ten, 12 / ten}},
            {"steady", "tilt pi/3, the centre on a circle", {}, q, {0, 0, -1, 0, w3}}};
  }

  std::string domain_error(Vec<Real, 11> const& q) const {
    if (C > 2 * A) return "no rigid body has these moments of inertia: C <= 2 A is violated";
    if (squared_sine(tail<3>(q)) < std::numeric_limits<Real>::epsilon())
      return "the disk lies flat (R33 = +-1): its contact point is not defined; the nearest valid "
             "initial conditions are at an angle";
    return "";
  }

  /// In a plane fall the disk passes the flat position between two nodes: the horizontal part of
  /// its axle goes through zero, while its contact point jumps to the other side.
  std::string passage(Vec<Real, 11> const& q0, Vec<Real, 11> const& q1) const {
    Real const x0 = q0[4], y0 = q0[7], x1 = q1[4], y1 = q1[7];
    Real const area = x0 * y1 - y0 * x1, along = x0 * x1 + y0 * y1;
    if (along >= 0 || area * area > Real(1e-16) * along * along) return "";
    return "the disk passed the flat position, where its contact point is not defined";
  }

  template <class T>
  Vec<T, 3> contact(Vec<T, 3> const& gamma) const {
    using std::sqrt;
    T const scale = -r / sqrt(squared_sine(gamma));
    return {scale * gamma[0], scale * gamma[1], T(0)};
  }
  template <class T>
  T lagrangian(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    return rolling_lagrangian(m, g, diagonal(Vec<Real, 3>{A, A, C}), contact(tail<3>(q)), q, v);
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    return rolling_constraint(contact(tail<3>(q)), q, v);
  }

  /// c1, c2 from w3 and  dw3/dtheta = k (gamma1 w1 + gamma2 w2)/sin(theta),  k = m r^2/(C + m r^2).
  template <class T>
  Vec<T, 2> invariants(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    using std::sqrt;
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

#include "generated/rolling_disk.hpp"
