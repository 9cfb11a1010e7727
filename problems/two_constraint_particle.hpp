#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// Harmonic particle on R^4 under two coupled nonholonomic constraints.
///   L = |v|^2/2 - |q|^2/2
///   constraints: v1 + x2 v2 + x3 v3 = 0,  x4 v2 + v3 + x1 v4 = 0
/// A test problem of our own: the multipliers of a step solve two coupled nonlinear equations.
template <class Scalar>
struct TwoConstraintParticle {
  using Real = Scalar;
  using Space = R<4>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 2};
  static constexpr bool sampled_starts = true;

  static constexpr std::array<Parameter<TwoConstraintParticle>, 0> parameters() { return {}; }

  static ProblemCard card() {
    return {.id = "two_constraint_particle",
            .name = "Harmonic particle on R^4 with two constraints",
            .coordinates = {"x1", "x2", "x3", "x4"},
            .velocities = {"vx1", "vx2", "vx3", "vx4"},
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Rattleback test problem T2"};
  }

  static std::vector<Case<TwoConstraintParticle>> cases() {
    Real const ten(10), thousand(1000);
    return {{"T2",
             "generic start",
             {},
             {2 / ten, 3 / ten, -4 / ten, 5 / ten},
             {-244 / thousand, 6 / ten, -160 / thousand, -7 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    return (dot(v, v) - dot(q, q)) / 2;
  }

  template <class T>
  Vec<T, 2> constraint(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    auto const& [x1, x2, x3, x4] = q;
    auto const& [v1, v2, v3, v4] = v;
    return {v1 + x2 * v2 + x3 * v3, x4 * v2 + v3 + x1 * v4};
  }
};

}  // namespace rattleback

#include "generated/two_constraint_particle.hpp"
