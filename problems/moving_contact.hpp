#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Particle under a contact constraint that moves, with drag and a periodic force.
///   L = (vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2 + eps x^2 z^2)/2
///   constraint: vx + (y + k cos(nu t)) vz + sg x sin(nu t) = 0
///   force: -c v + (0, 0, F cos(w t))
template <class Scalar>
struct MovingContact {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};

  Real eps = fraction<Real, 7, 10>, c = fraction<Real, 1, 10>, F = fraction<Real, 4, 10>,
       w = fraction<Real, 13, 10>, k = fraction<Real, 1, 2>, nu = fraction<Real, 17, 10>,
       sg = fraction<Real, 3, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = MovingContact;
    return std::array{Parameter<P>{"eps", &P::eps, "strength of the coupling of x and z"},
                      Parameter<P>{"c", &P::c, "drag"},
                      Parameter<P>{"F", &P::F, "amplitude of the force on z"},
                      Parameter<P>{"w", &P::w, "angular frequency of the force on z"},
                      Parameter<P>{"k", &P::k, "amplitude of the motion of the constraint form"},
                      Parameter<P>{"nu", &P::nu, "angular frequency of the constraint"},
                      Parameter<P>{"sg", &P::sg, "amplitude of the prescribed velocity"}};
  }

  static ProblemCard card() {
    return {.id = "moving_contact",
            .name = "Particle under a moving contact constraint",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<MovingContact>> cases() {
    Real const ten(10);
    return {{"moves",
             "the constraint moves, a force along z",
             {},
             {5 / ten, 3 / ten, -4 / ten},
             {-64 / (10 * ten), 6 / ten, 8 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    return dot(v, v) / 2 - (dot(q, q) + eps * x * x * z * z) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::cos, std::sin;
    return {v[0] + (q[1] + k * cos(nu * t)) * v[2] + sg * q[0] * sin(nu * t)};
  }
  template <class T>
  Vec<T, 3> force(Vec<T, 3> const&, Vec<T, 3> const& v, T const& t) const {
    using std::cos;
    return {-c * v[0], -c * v[1], F * cos(w * t) - c * v[2]};
  }
};

}  // namespace rattleback

#include "generated/moving_contact.hpp"
