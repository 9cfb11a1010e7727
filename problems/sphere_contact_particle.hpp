#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// Particle on the sphere in R^4 under a contact constraint.
///   L = |v|^2/2 - (4 x1^2 + 2 x2^2 + 3 x3^2 + x4^2)/2 - x1^2 x3^2/2
///   constraints: x1 v1 + x2 v2 + x3 v3 + x4 v4 = 0 (holonomic),  v1 + x2 v3 = 0 (nonholonomic)
/// A test problem of our own: a distribution that is integrable only in part. The constraints are
/// dependent at x1 = +-1, where the potential is highest.
/// Invariants: energy and g = |q|^2/2.
template <class Scalar>
struct SphereContactParticle {
  using Real = Scalar;
  using Space = R<4>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 3};

  static constexpr std::array<Parameter<SphereContactParticle>, 0> parameters() { return {}; }

  static ProblemCard card() {
    return {.id = "sphere_contact_particle",
            .name = "Particle on the sphere in R^4 with a contact constraint",
            .coordinates = {"x1", "x2", "x3", "x4"},
            .velocities = {"vx1", "vx2", "vx3", "vx4"},
            .invariants = {"g"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Rattleback test problem (holonomic and nonholonomic constraint)"};
  }

  /// x4, which determines v4, stays away from zero for t in [0, 1].
  static std::vector<Case<SphereContactParticle>> cases() {
    Real const ten(10), hundred(100);
    return {{"unit_sphere",
             "g = 1/2",
             {},
             {1 / ten, 5 / ten, -5 / ten, 7 / ten},
             {-20 / hundred, 3 / ten, 4 / ten, 1 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    auto const& [x1, x2, x3, x4] = q;
    T const x1x3 = x1 * x3;
    return (dot(v, v) - 4 * x1 * x1 - 2 * x2 * x2 - 3 * x3 * x3 - x4 * x4 - x1x3 * x1x3) / 2;
  }

  template <class T>
  Vec<T, 2> constraint(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    return {dot(q, v), v[0] + q[1] * v[2]};
  }

  template <class T>
  Vec<T, 1> invariants(Vec<T, 4> const& q, Vec<T, 4> const&) const {
    return {dot(q, q) / 2};
  }
};

}  // namespace rattleback

#include "generated/sphere_contact_particle.hpp"
