#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/se2.hpp"

namespace rattleback {

/// Chaplygin sleigh: a rigid body on the plane that a knife edge at (x, y) keeps from slipping
/// sideways.
///   L = m ((v1 - b w)^2 + (v2 + a w)^2)/2 + I w^2/2
///   constraint: v2 = 0
/// in the body velocity (v1, v2, w) of the contact point; the centre of mass is at (a, b) in the
/// body frame and I is about it. Ferraro, Iglesias-Ponte & Martin de Diego 2008, section 5, example
/// 3, which has b = 0.
template <class Scalar>
struct ChaplyginSleigh {
  using Real = Scalar;
  using Space = SE2;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{1};
  static constexpr bool left_invariant_kinetic = true;

  Real m = 1, I = 1, a = fraction<Real, 2, 10>, b = 0;

  static constexpr auto parameters() {
    using P = ChaplyginSleigh;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"I", &P::I, "moment of inertia about the centre of mass", 0},
                      Parameter<P>{"a", &P::a, "centre of mass ahead of the contact point"},
                      Parameter<P>{"b", &P::b, "centre of mass to the left of the knife edge"}};
  }

  static ProblemCard card() {
    return {.id = "chaplygin_sleigh",
            .name = "Chaplygin sleigh",
            .lagrangian = "m ((v1 - b w)^2 + (v2 + a w)^2)/2 + I w^2/2",
            .constraints = {"v2 = 0"},
            .coordinates = {"x", "y", "theta"},
            .velocities = {"v1", "v2", "w"},
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Ferraro, Iglesias-Ponte & Martin de Diego 2008, example 3"};
  }

  static std::vector<Case<ChaplyginSleigh>> cases() {
    return {{"FIM", "a heart-shaped loop", {}, {0, 0, 0}, {-2, 0, 48 / Real(100)}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    auto const& [v1, v2, w] = v;
    T const u1 = v1 - b * w, u2 = v2 + a * w;
    return m * (u1 * u1 + u2 * u2) / 2 + I * w * w / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return {v[1]};
  }
  Mat<Real, 3, 3> mass_matrix() const {
    return {{{m, 0, -m * b}, {0, m, m * a}, {-m * b, m * a, I + m * (a * a + b * b)}}};
  }
};

}  // namespace rattleback
