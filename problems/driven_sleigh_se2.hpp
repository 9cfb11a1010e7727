#pragma once

#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/se2.hpp"

namespace rattleback {

/// Chaplygin's sleigh with drag and a periodic torque, in the body velocity (v1, v2, w) of its
/// centre of mass: the motion of driven_sleigh.
///   L = (v1^2 + v2^2 + I w^2)/2
///   constraint: v2 - a w = 0
///   force: (-c v1, -c v2, -ct w - d w^3 + u sin(omega t)), in the body
template <class Scalar>
struct DrivenSleighSE2 {
  using Real = Scalar;
  using Space = SE2;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{1};

  Real a = fraction<Real, 1, 5>, I = fraction<Real, 1, 2>, c = fraction<Real, 15, 100>,
       ct = fraction<Real, 1, 10>, d = fraction<Real, 2, 10>, u = fraction<Real, 1, 2>,
       omega = fraction<Real, 12, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = DrivenSleighSE2;
    return std::array{Parameter<P>{"a", &P::a, "centre of mass ahead of the knife edge"},
                      Parameter<P>{"I", &P::I, "moment of inertia", 0},
                      Parameter<P>{"c", &P::c, "drag on the centre of mass"},
                      Parameter<P>{"ct", &P::ct, "linear drag on the rotation"},
                      Parameter<P>{"d", &P::d, "cubic drag on the rotation"},
                      Parameter<P>{"u", &P::u, "amplitude of the torque"},
                      Parameter<P>{"omega", &P::omega, "angular frequency of the torque"}};
  }

  static ProblemCard card() {
    return {.id = "driven_sleigh_se2",
            .name = "Driven Chaplygin sleigh on SE(2)",
            .coordinates = {"x", "y", "theta"},
            .velocities = {"v1", "v2", "w"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<DrivenSleighSE2>> cases() {
    Real const ten(10);
    return {{"swims",
             "forward at speed 1 while turning, under a torque",
             {},
             {0, 0, 4 / ten},
             {1, 12 / (10 * ten), 6 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    auto const& [v1, v2, turn] = v;
    return (v1 * v1 + v2 * v2 + I * turn * turn) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return {v[1] - a * v[2]};
  }
  template <class T>
  Vec<T, 3> force(Vec<T, 3> const&, Vec<T, 3> const& v, T const& t) const {
    using std::sin;
    auto const& [v1, v2, turn] = v;
    return {-c * v1, -c * v2, u * sin(omega * t) - ct * turn - d * turn * turn * turn};
  }
  /// In (x', y', theta'); the formulas show it only with cos^2 + sin^2 = 1.
  Mat<Real, 3, 3> chart_mass_matrix() const { return diagonal(Vec<Real, 3>{1, 1, I}); }
};

}  // namespace rattleback

#include "generated/driven_sleigh_se2.hpp"
