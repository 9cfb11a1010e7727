#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Chaplygin's sleigh on a slope, in the chart (x, y, theta) of its centre of mass.
///   L = (vx^2 + vy^2 + vtheta^2)/2 - g y
///   constraint: -sin(theta) vx + cos(theta) vy - a vtheta = 0
/// Unit mass and inertia; the knife edge is at the distance a behind the centre of mass, and a
/// reaction turns the sleigh: methods find their multiplier by Newton's method.
template <class Scalar>
struct TiltedSleigh {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{1};
  static constexpr int potential_degree = 1;

  Real a = fraction<Real, 1, 5>, g = fraction<Real, 1, 2>;

  static constexpr auto parameters() {
    using P = TiltedSleigh;
    return std::array{Parameter<P>{"a", &P::a, "centre of mass ahead of the knife edge"},
                      Parameter<P>{"g", &P::g, "gravity along the slope"}};
  }

  static ProblemCard card() {
    return {.id = "tilted_sleigh",
            .name = "Chaplygin sleigh on a slope",
            .coordinates = {"x", "y", "theta"},
            .velocities = {"vx", "vy", "vtheta"},
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v); the motion is not known to have tori",
            .exact_solution = "",
            .source = "this project",
            .invariant_measure = "none is known; without gravity none exists for a != 0",
            .frame = "(cos theta, sin theta, 0), (-a sin theta, a cos theta, 1)/(1 + a^2)^(1/2)"};
  }

  static std::vector<Case<TiltedSleigh>> cases() {
    using std::cos, std::sin;
    Real const ten(10), theta = 4 / ten, c = cos(theta), s = sin(theta);
    return {{"slides",
             "downhill while turning",
             {},
             {0, 0, theta},
             {c - 12 * s / 100, s + 12 * c / 100, 6 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return dot(v, v) / 2 - g * q[1];
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::cos, std::sin;
    auto const& [vx, vy, vtheta] = v;
    return {-sin(q[2]) * vx + cos(q[2]) * vy - a * vtheta};
  }
  /// Forwards, and turning about the knife edge.
  template <class T>
  Mat<T, 2, 3> frame(Vec<T, 3> const& q) const {
    using std::cos, std::sin, std::sqrt;
    T const c = cos(q[2]), s = sin(q[2]), length = sqrt(T(1 + a * a));
    return {{{c, s, T(0)}, {-a * s / length, a * c / length, 1 / length}}};
  }
};

}  // namespace rattleback

#include "generated/tilted_sleigh.hpp"
