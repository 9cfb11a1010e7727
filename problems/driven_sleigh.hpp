#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Chaplygin's sleigh with drag and a periodic torque, in the chart (x, y, theta) of its centre of
/// mass.
///   L = (vx^2 + vy^2 + I vtheta^2)/2
///   constraint: -sin(theta) vx + cos(theta) vy - a vtheta = 0
///   force: -c (vx, vy), and the torque -ct vtheta - d vtheta^3 + u sin(w t)
/// The cubic drag tells discrete forces apart that agree for a linear one.
template <class Scalar>
struct DrivenSleigh {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{1};

  Real a = fraction<Real, 1, 5>, I = fraction<Real, 1, 2>, c = fraction<Real, 15, 100>,
       ct = fraction<Real, 1, 10>, d = fraction<Real, 2, 10>, u = fraction<Real, 1, 2>,
       w = fraction<Real, 12, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = DrivenSleigh;
    return std::array{Parameter<P>{"a", &P::a, "centre of mass ahead of the knife edge"},
                      Parameter<P>{"I", &P::I, "moment of inertia", 0},
                      Parameter<P>{"c", &P::c, "drag on the centre of mass"},
                      Parameter<P>{"ct", &P::ct, "linear drag on the rotation"},
                      Parameter<P>{"d", &P::d, "cubic drag on the rotation"},
                      Parameter<P>{"u", &P::u, "amplitude of the torque"},
                      Parameter<P>{"w", &P::w, "angular frequency of the torque"}};
  }

  static ProblemCard card() {
    return {.id = "driven_sleigh",
            .name = "Driven Chaplygin sleigh",
            .coordinates = {"x", "y", "theta"},
            .velocities = {"vx", "vy", "vtheta"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<DrivenSleigh>> cases() {
    using std::cos, std::sin;
    Real const ten(10), theta = 4 / ten, forward_x = cos(theta), forward_y = sin(theta);
    return {{"swims",
             "forward at speed 1 while turning, under a torque",
             {},
             {0, 0, theta},
             {forward_x - 12 * forward_y / 100, forward_y + 12 * forward_x / 100, 6 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    auto const& [vx, vy, vtheta] = v;
    return (vx * vx + vy * vy + I * vtheta * vtheta) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::cos, std::sin;
    auto const& [vx, vy, vtheta] = v;
    return {-sin(q[2]) * vx + cos(q[2]) * vy - a * vtheta};
  }
  template <class T>
  Vec<T, 3> force(Vec<T, 3> const&, Vec<T, 3> const& v, T const& t) const {
    using std::sin;
    auto const& [vx, vy, vtheta] = v;
    return {-c * vx, -c * vy, u * sin(w * t) - ct * vtheta - d * vtheta * vtheta * vtheta};
  }
};

}  // namespace rattleback

#include "generated/driven_sleigh.hpp"
