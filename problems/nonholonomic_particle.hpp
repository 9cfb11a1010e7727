#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Free particle with the standard nonholonomic constraint.
///   L = (vx^2 + vy^2 + vz^2)/2
///   constraint: vz - y vx = 0
/// Unit mass. z is the group variable of the reduction; the multiplier of time is (1 + y^2)^(-1/2).
/// Ferraro, Iglesias-Ponte & Martin de Diego 2008, section 5, example 1; Iglesias, Marrero, Martin
/// de Diego & Martinez 2008, example 4.1.
template <class Scalar>
struct NonholonomicParticle {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};
  static constexpr std::array group_coordinates{2};
  static constexpr int reduced_coordinate = 1;

  static constexpr std::array<Parameter<NonholonomicParticle>, 0> parameters() { return {}; }

  static ProblemCard card() {
    return {.id = "nonholonomic_particle",
            .name = "Nonholonomic particle",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"vy", "scaled_vx"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "y = y0 + vy t, vx = c (1 + y^2)^(-1/2), x by asinh y",
            .source = "Ferraro, Iglesias-Ponte & Martin de Diego 2008, example 1"};
  }

  static std::vector<Case<NonholonomicParticle>> cases() {
    Real const ten(10);
    return {{"P1", "passes y = 0", {}, {0, -2, 0}, {1, 1 / Real(4), 0}},
            {"P2", "off the origin", {}, {1 / ten, 5 / ten, -2 / ten}, {1, -3 / ten, 0}},
            {"PART", "passes y = 0 fast", {}, {0, -3, 0}, {1 / Real(2), 1, 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return dot(v, v) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vz - y * vx};
  }
  template <class T>
  Vec<T, 2> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sqrt;
    return {v[1], sqrt(1 + q[1] * q[1]) * v[0]};
  }
  /// (1 + y^2)^(1/2) vx is constant: y stretches dvx.
  template <class T>
  T density(Vec<T, 3> const& q, Vec<T, 3> const&) const {
    using std::sqrt;
    return sqrt(1 + q[1] * q[1]);
  }

  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asinh, std::sqrt;
    auto const& [x0, y0, z0] = q;
    T const vy = v[1], y = y0 + vy * t;
    T const s0 = sqrt(1 + y0 * y0), s = sqrt(1 + y * y), c = v[0] * s0, vx = c / s;
    Vec<T, 3> const velocity{vx, vy, y * vx};
    if (vy == T(0)) return {q + t * velocity, velocity};
    return {{x0 + c / vy * (asinh(y) - asinh(y0)), y, z0 + c / vy * (s - s0)}, velocity};
  }
};

}  // namespace rattleback

#include "generated/nonholonomic_particle.hpp"
