#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Rigid body with one constraint that no translation of the group leaves alone.
///   L = (I1 w1^2 + I2 w2^2 + I3 w3^2)/2
///   constraint: mu(R) . w = 0,   mu = R^T e1 + s (e2/2 + 3/10 (R12 R33, R21^2, R32))
/// in the body angular velocity w. Equal inertias make L bi-invariant; s = 0 makes the constraint
/// right-invariant. For theorem 1 and section 4.4 of Ferraro, Iglesias-Ponte & Martin de Diego
/// 2008, which give no example.
template <class Scalar>
struct ConstrainedSO3 {
  using Real = Scalar;
  using Space = SO3;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};

  Real I1 = 1, I2 = 1, I3 = 1, s = 1;

  static constexpr auto parameters() {
    using P = ConstrainedSO3;
    return std::array{Parameter<P>{"I1", &P::I1, "principal moment of inertia", 0},
                      Parameter<P>{"I2", &P::I2, "principal moment of inertia", 0},
                      Parameter<P>{"I3", &P::I3, "principal moment of inertia", 0},
                      Parameter<P>{"s", &P::s, "strength of the part that is not right-invariant"}};
  }

  std::vector<std::string> warnings() const { return inertia_warnings(I1, I2, I3); }

  static ProblemCard card() {
    return {.id = "constrained_so3",
            .name = "Rigid body under a constraint without symmetry",
            .coordinates = rotation_coordinates(),
            .velocities = {"w1", "w2", "w3"},
            .invariants = {},
            .reversing_symmetry = "(R, w) -> (R, -w)",
            .exact_solution = "",
            .source = "for Ferraro, Iglesias-Ponte & Martin de Diego 2008, theorem 1"};
  }

  static std::vector<Case<ConstrainedSO3>> cases() {
    Real const ten(10);
    Vec<Real, 3> const w{4 / ten, 11 / ten, -7 / ten};
    auto const identity = SO3::identity<Real>();
    return {{"FIM", "bi-invariant metric", {}, identity, w},
            {"FIM-momentum",
             "the first discrete momentum (0.4, 1.1, -0.7) violates the constraint",
             {},
             identity,
             w,
             true},
            {"FIM-inertia", "left-invariant metric diag(1, 2, 3)", {1, 2, 3, 1}, identity, w}};
  }

  template <class T>
  T lagrangian(Vec<T, 9> const&, Vec<T, 3> const& w) const {
    return (I1 * w[0] * w[0] + I2 * w[1] * w[1] + I3 * w[2] * w[2]) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 9> const& R, Vec<T, 3> const& w) const {
    auto const& [R11, R12, R13, R21, R22, R23, R31, R32, R33] = R;
    T const invariant = R11 * w[0] + R12 * w[1] + R13 * w[2];
    T const rest = w[1] / 2 + (R12 * R33 * w[0] + R21 * R21 * w[1] + R32 * w[2]) * 3 / 10;
    return {invariant + s * rest};
  }
};

}  // namespace rattleback

#include "generated/constrained_so3.hpp"
