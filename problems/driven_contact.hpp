#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Particle under a contact constraint with drag and periodic forces.
///   L = (vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2 + eps x^2 z^2)/2
///   constraint: vx + y vz = 0
///   force: -c v + (0, Fy cos(wy t), F cos(w t))
/// Without a force on y, the drag stops y and the constraint becomes integrable.
template <class Scalar>
struct DrivenContact {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};

  Real eps = fraction<Real, 7, 10>, c = fraction<Real, 1, 10>, F = fraction<Real, 4, 10>,
       w = fraction<Real, 13, 10>, Fy = 0, wy = fraction<Real, 7, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = DrivenContact;
    return std::array{Parameter<P>{"eps", &P::eps, "strength of the coupling of x and z"},
                      Parameter<P>{"c", &P::c, "drag"},
                      Parameter<P>{"F", &P::F, "amplitude of the force on z"},
                      Parameter<P>{"w", &P::w, "angular frequency of the force on z"},
                      Parameter<P>{"Fy", &P::Fy, "amplitude of the force on y"},
                      Parameter<P>{"wy", &P::wy, "angular frequency of the force on y"}};
  }

  static ProblemCard card() {
    return {.id = "driven_contact",
            .name = "Driven particle under a contact constraint",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<DrivenContact>> cases() {
    Real const ten(10);
    DrivenContact along_z, along_both;
    along_both.Fy = 3 / ten;
    Vec<Real, 3> const q{5 / ten, 3 / ten, -4 / ten}, v{-24 / (10 * ten), 6 / ten, 8 / ten};
    return {{"z", "a force along z", along_z, q, v},
            {"yz", "forces along y and z, with two frequencies", along_both, q, v}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    return dot(v, v) / 2 - (dot(q, q) + eps * x * x * z * z) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {v[0] + q[1] * v[2]};
  }
  template <class T>
  Vec<T, 3> force(Vec<T, 3> const&, Vec<T, 3> const& v, T const& t) const {
    using std::cos;
    return {-c * v[0], Fy * cos(wy * t) - c * v[1], F * cos(w * t) - c * v[2]};
  }
};

}  // namespace rattleback

#include "generated/driven_contact.hpp"
