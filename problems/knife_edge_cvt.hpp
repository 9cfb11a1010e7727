#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// A skate in the plane (x, z), bound to the origin, whose heading y is a pendulum.
///   L = (vx^2 + vy^2 + vz^2)/2 - (x^2 + z^2)/2 + mgl cos y - epsilon sin 2y
///   constraint: sin(y) vx - cos(y) vz = 0
/// Unit mass, inertia and frequency; y is a lifted angle. The heading moves alone, and the fibre
/// (x, z, speed) is linear: all motions are integrable. Invariants: energy and those of heading and
/// fibre. In the manner of Modin & Verdier 2020; the Lagrangian is ours.
template <class Scalar>
struct KnifeEdgeCvt {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};

  Real mgl = 0, epsilon = 0;

  static constexpr auto parameters() {
    using P = KnifeEdgeCvt;
    return std::array{
        Parameter<P>{"mgl", &P::mgl, "strength of the heading's gravity"},
        Parameter<P>{"epsilon", &P::epsilon, "strength of the odd part of its potential"}};
  }

  static ProblemCard card() {
    return {.id = "knife_edge_cvt",
            .name = "Knife edge bound to a point, heading driven by a pendulum",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"energy_y", "energy_fibre"},
            .reversing_symmetry =
                "(q, v) -> (q, -v), to another torus where the heading rotates (c0, c1); for "
                "epsilon = 0 (c0) also (x, y, z, vx, vy, vz) -> (x, -y, -z, -vx, vy, vz), to the "
                "same torus",
            .exact_solution = "elementary functions for mgl = epsilon = 0 (c0)",
            .source = "in the manner of Modin & Verdier 2020",
            .invariant_measure = "dx dy dz dvy du, u the speed along (cos y, 0, sin y)"};
  }

  static std::vector<Case<KnifeEdgeCvt>> cases() {
    Real const ten(10);
    Vec<Real, 3> const q{8 / ten, 0, 5 / ten};
    return {{"c0", "heading at a constant rate", {}, q, {6 / ten, 1, 0}},
            {"c1", "rotating, epsilon = 0.2", {1, 2 / ten}, q, {6 / ten, 25 / ten, 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    return dot(v, v) / 2 - (x * x + z * z) / 2 - heading_potential(y);
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::cos, std::sin;
    return {sin(q[1]) * v[0] - cos(q[1]) * v[2]};
  }
  template <class T>
  Vec<T, 2> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vy * vy / 2 + heading_potential(y), (vx * vx + vz * vz + x * x + z * z) / 2};
  }
  /// u = vx/cos(y): the chart (x, y, z, vx, vy) ends where the skate stands across x.
  template <class T>
  T density(Vec<T, 3> const& q, Vec<T, 3> const&) const {
    using std::cos, std::sqrt;
    T const c = cos(q[1]);
    return 1 / sqrt(c * c);
  }

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

 private:
  template <class T>
  T heading_potential(T const& y) const {
    using std::cos, std::sin;
    return epsilon * sin(2 * y) - mgl * cos(y);
  }
};

}  // namespace rattleback

#include "generated/knife_edge_cvt.hpp"
