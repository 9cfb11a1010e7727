#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// Particle with unequal masses under a constraint that depends on a coordinate it moves.
///   L = (vx^2 + 2 vy^2 + 3 vz^2)/2 - (x^2 + y^2 + z^2)/2
///   constraint: vx + x vy + y vz = 0
/// A test problem of our own: a wrong mass or a constraint at the wrong node shows on it, and its
/// multiplier is a root of a quadratic. States only what the short form of a problem needs.
template <class Scalar>
struct AnisotropicParticle {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};
  static constexpr bool sampled_starts = true;

  static constexpr std::array<Parameter<AnisotropicParticle>, 0> parameters() { return {}; }

  static ProblemCard card() {
    return {.id = "anisotropic_particle",
            .name = "Particle with unequal masses and a self-moving constraint",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Rattleback test problem T1"};
  }

  static std::vector<Case<AnisotropicParticle>> cases() {
    Real const ten(10);
    return {{"T1",
             "generic start",
             {},
             {5 / ten, 3 / ten, -4 / ten},
             {-54 / (10 * ten), 6 / ten, 8 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [vx, vy, vz] = v;
    return (vx * vx + 2 * vy * vy + 3 * vz * vz) / 2 - dot(q, q) / 2;
  }

  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vx + x * vy + y * vz};
  }
};

}  // namespace rattleback

#include "generated/anisotropic_particle.hpp"
