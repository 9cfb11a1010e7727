#pragma once

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>

#include "problems/core/numbers/quad_constants.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Free particle under a nonholonomic constraint with a bounded coefficient.
///   L = (vx^2 + vy^2 + vz^2)/2
///   constraint: vz + sin(x) vy = 0
/// Unit mass; z is the group variable of the reduction. The multiplier is f = (1 + sin^2 x)^(-1/2),
/// and d tau = f dt.
/// Fernandez, Bloch & Olver 2012, section 5.2.
template <class Scalar>
struct SinusoidalParticle {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};
  static constexpr std::array group_coordinates{2};
  static constexpr int reduced_coordinate = 0;

  static constexpr std::array<Parameter<SinusoidalParticle>, 0> parameters() { return {}; }

  static ProblemCard card() {
    return {.id = "sinusoidal_particle",
            .name = "Nonholonomic particle with a sinusoidal constraint",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"vx", "scaled_vy"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "x = x0 + vx t, y by an elliptic integral of x with m = -1",
            .source = "Fernandez, Bloch & Olver 2012, section 5.2"};
  }

  static std::vector<Case<SinusoidalParticle>> cases() {
    return {
        {"FBO", "the paper's data, alpha_x = alpha_y = 1", {}, {0, 0, 0}, {1, 1, 0}},
        {"generic", "off the origin", {}, {3 / Real(10), -1, 0}, {7 / Real(10), 6 / Real(10), 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return dot(v, v) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sin;
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vz + sin(x) * vy};
  }
  template <class T>
  Vec<T, 2> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sqrt;
    return {v[0], sqrt(1 + squared_sine(q[0])) * v[1]};
  }

  /// f on (x, y), with d tau = f dt.
  template <class T>
  T multiplier(Vec<T, 2> const& r) const {
    using std::sqrt;
    return 1 / sqrt(1 + squared_sine(r[0]));
  }

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

#include "generated/sinusoidal_particle.hpp"
