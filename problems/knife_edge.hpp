#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// In radians. (A variable, because GCC 12 fails on a call in the member's initialiser.)
template <class Real>
inline Real const five_degrees = [] {
  using std::atan;
  return Real(4 * atan(Real(1)) / 36);
}();

/// Knife edge (skate) on an inclined plane.
///   L = (vx^2 + vphi^2 + vy^2)/2 + x sin(alpha)
///   constraint: -sin(phi) vx + cos(phi) vy = 0
/// Unit mass, inertia and gravity; x points down the plane, phi is the angle of the blade to the
/// x-axis, y is the group variable of the reduction. The multiplier is f = cos(phi), d tau = f dt;
/// chart and multiplier are singular at cos(phi) = 0, the motion is not.
/// Fernandez, Bloch & Olver 2012, section 5.3, which divides the constraint by cos(phi).
template <class Scalar>
struct KnifeEdge {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};
  static constexpr std::array group_coordinates{2};
  static constexpr int reduced_coordinate = 1;

  Real alpha = five_degrees<Real>;

  static constexpr auto parameters() {
    return std::array{
        Parameter<KnifeEdge>{"alpha", &KnifeEdge::alpha, "inclination of the plane in radians"}};
  }

  static ProblemCard card() {
    return {.id = "knife_edge",
            .name = "Knife edge on an inclined plane",
            .coordinates = {"x", "phi", "y"},
            .velocities = {"vx", "vphi", "vy"},
            .invariants = {"vphi"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution =
                "phi = phi0 + omega t, speed u = u0 + sin(alpha) (sin phi - sin phi0)/omega",
            .source = "Fernandez, Bloch & Olver 2012, section 5.3"};
  }

  static std::vector<Case<KnifeEdge>> cases() {
    return {
        {"FBO", "the paper's data, kappa = omega = 1, alpha = 5 degrees", {}, {0, 0, 0}, {1, 1, 0}},
        {"generic",
         "blade turned, alpha = 0.4",
         {4 / Real(10)},
         {2 / Real(10), 3 / Real(10), -1},
         {5 / Real(10), 4 / Real(10), 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sin;
    return dot(v, v) / 2 + sin(alpha) * q[0];
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::cos, std::sin;
    auto const& [x, phi, y] = q;
    auto const& [vx, vphi, vy] = v;
    return {-sin(phi) * vx + cos(phi) * vy};
  }
  template <class T>
  Vec<T, 1> invariants(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return {v[1]};
  }

  /// f on (x, phi), with d tau = f dt.
  template <class T>
  T multiplier(Vec<T, 2> const& r) const {
    using std::cos;
    return cos(r[1]);
  }

  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::cos, std::sin;
    T const S = sin(T(alpha)), omega = v[1], phi = q[1] + omega * t;
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

#include "generated/knife_edge.hpp"
