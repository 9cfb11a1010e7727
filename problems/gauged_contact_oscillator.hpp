#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// The contact oscillator with a total derivative in its Lagrangian, L' = L - dS/dt, S = k cos z.
///   L' = (vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2)/2 + k sin(z) vz
///   constraint: vx + y vz = 0
/// The motion in (q, v) is that of contact_oscillator for every k; the momentum is v - grad S, and
/// methods that are made from L' see k.
/// Odelab's contact oscillator that is not reversible, H = (|p + grad S|^2 + |q|^2)/2.
template <class Scalar>
struct GaugedContactOscillator {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};

  Real k = 1;

  static constexpr auto parameters() {
    using P = GaugedContactOscillator;
    return std::array{Parameter<P>{"k", &P::k, "strength of the total derivative"}};
  }

  static ProblemCard card() {
    return {.id = "gauged_contact_oscillator",
            .name = "Contact oscillator with a total derivative in its Lagrangian",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"energy_y"},
            .reversing_symmetry =
                "(q, v) -> (q, -v) of the motion, to the same torus; of a method on (q, p) only "
                "together with k -> -k, so that its tori have none",
            .exact_solution = "",
            .source = "odelab, nonholonomic contact oscillator that is not reversible",
            .invariant_measure = "(1 + y^2)^(1/2) dx dy dz dvy dvz"};
  }

  static std::vector<Case<GaugedContactOscillator>> cases() {
    Real const ten(10);
    return {{"b", "y starts at rest position", {}, {8 / ten, 0, 5 / ten}, {0, 1, 6 / ten}},
            {"IC-C",
             "start of that name of contact_oscillator",
             {},
             {5 / ten, 3 / ten, -4 / ten},
             {-24 / (10 * ten), 6 / ten, 8 / ten}}};
  }
  GaugedContactOscillator reversed() const { return {-k}; }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sin;
    return (dot(v, v) - dot(q, q)) / 2 + k * sin(q[2]) * v[2];
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {v[0] + q[1] * v[2]};
  }
  template <class T>
  Vec<T, 1> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {(q[1] * q[1] + v[1] * v[1]) / 2};
  }
  template <class T>
  T density(Vec<T, 3> const& q, Vec<T, 3> const&) const {
    using std::sqrt;
    return sqrt(1 + q[1] * q[1]);
  }
};

}  // namespace rattleback

#include "generated/gauged_contact_oscillator.hpp"
