#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Roller racer with a spring and a periodic torque on its handlebar, and drag.
///   L = (vx^2 + vy^2 + I1 vtheta^2 + I2 (vtheta + vphi)^2 - k phi^2)/2
///   constraints: -sin(theta) vx + cos(theta) vy = 0
///                -sin(theta + phi) vx + cos(theta + phi) vy + (d1 cos(phi) + d2) vtheta + d2 vphi
///                = 0
///   force: (-cr vx, -cr vy, 0, u sin(w t) - c vphi)
/// The form of the constraints without the division by sin(phi), regular at phi = 0.
template <class Scalar>
struct RollerRacer {
  using Real = Scalar;
  using Space = R<4>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{1, 2};

  Real I1 = fraction<Real, 3, 10>, I2 = fraction<Real, 1, 10>, k = fraction<Real, 3, 10>,
       d1 = fraction<Real, 6, 10>, d2 = fraction<Real, 2, 10>, cr = fraction<Real, 5, 100>,
       c = fraction<Real, 2, 100>, u = fraction<Real, 15, 100>, w = fraction<Real, 15, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = RollerRacer;
    return std::array{Parameter<P>{"I1", &P::I1, "moment of inertia of the body", 0},
                      Parameter<P>{"I2", &P::I2, "moment of inertia of the handlebar", 0},
                      Parameter<P>{"k", &P::k, "spring of the handlebar"},
                      Parameter<P>{"d1", &P::d1, "distance of the body's axle from the joint"},
                      Parameter<P>{"d2", &P::d2, "distance of the handlebar's axle from the joint"},
                      Parameter<P>{"cr", &P::cr, "drag on the body"},
                      Parameter<P>{"c", &P::c, "drag on the handlebar"},
                      Parameter<P>{"u", &P::u, "amplitude of the torque"},
                      Parameter<P>{"w", &P::w, "angular frequency of the torque"}};
  }

  static ProblemCard card() {
    return {.id = "roller_racer",
            .name = "Driven roller racer",
            .coordinates = {"x", "y", "theta", "phi"},
            .velocities = {"vx", "vy", "vtheta", "vphi"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<RollerRacer>> cases() {
    using std::cos, std::sin;
    Real const ten(10), phi = 4 / ten, speed = 3 / ten;
    RollerRacer const racer;
    return {{"gait",
             "handlebar turned by .4; the torque moves the racer from gait to gait",
             racer,
             {0, 0, 0, phi},
             {speed, 0, speed * Real(sin(phi)) / (racer.d1 * Real(cos(phi)) + racer.d2), 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    auto const& [vx, vy, vtheta, vphi] = v;
    T const bar = vtheta + vphi;
    return (vx * vx + vy * vy + I1 * vtheta * vtheta + I2 * bar * bar - k * q[3] * q[3]) / 2;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    using std::cos, std::sin;
    auto const& [x, y, theta, phi] = q;
    auto const& [vx, vy, vtheta, vphi] = v;
    T const front = theta + phi;
    return {-sin(theta) * vx + cos(theta) * vy,
            -sin(front) * vx + cos(front) * vy + (d1 * cos(phi) + d2) * vtheta + d2 * vphi};
  }
  template <class T>
  Vec<T, 4> force(Vec<T, 4> const&, Vec<T, 4> const& v, T const& t) const {
    using std::sin;
    return {-cr * v[0], -cr * v[1], T(0), u * sin(w * t) - c * v[3]};
  }
};

}  // namespace rattleback

#include "generated/roller_racer.hpp"
