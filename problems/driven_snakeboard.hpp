#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Snakeboard with drag, springs and periodic torques on rotor and wheels; psi is the angle of the
/// rotor relative to the board.
///   L = m (vx^2 + vy^2)/2 + J vtheta^2/2 + J0 (vtheta + vpsi)^2/2
///       + Jw ((vtheta + vphi)^2 + (vtheta - vphi)^2)/2 - k1 psi^2/2 - k2 phi^2/2
///   constraints: -sin(theta + phi) vx + cos(theta + phi) vy + r cos(phi) vtheta = 0
///                -sin(theta - phi) vx + cos(theta - phi) vy - r cos(phi) vtheta = 0
///   force: (-cr vx, -cr vy, 0, u1 sin(w t) - c1 vpsi, u2 cos(w t) - c2 vphi)
template <class Scalar>
struct DrivenSnakeboard {
  using Real = Scalar;
  using Space = R<5>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{1, 2};

  Real m = 2, J = fraction<Real, 4, 10>, J0 = fraction<Real, 3, 10>, Jw = fraction<Real, 5, 100>,
       r = fraction<Real, 1, 2>, k1 = fraction<Real, 3, 10>, k2 = fraction<Real, 2, 10>,
       cr = fraction<Real, 1, 10>, c1 = fraction<Real, 5, 100>, c2 = fraction<Real, 4, 100>,
       u1 = fraction<Real, 2, 10>, u2 = fraction<Real, 6, 100>, w = fraction<Real, 11, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = DrivenSnakeboard;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"J", &P::J, "moment of inertia of the board", 0},
                      Parameter<P>{"J0", &P::J0, "moment of inertia of the rotor", 0},
                      Parameter<P>{"Jw", &P::Jw, "moment of inertia of a wheel axle", 0},
                      Parameter<P>{"r", &P::r, "distance of the wheels from the centre", 0},
                      Parameter<P>{"k1", &P::k1, "spring of the rotor"},
                      Parameter<P>{"k2", &P::k2, "spring of the wheels"},
                      Parameter<P>{"cr", &P::cr, "drag on the centre"},
                      Parameter<P>{"c1", &P::c1, "drag on the rotor"},
                      Parameter<P>{"c2", &P::c2, "drag on the wheels"},
                      Parameter<P>{"u1", &P::u1, "amplitude of the rotor's torque"},
                      Parameter<P>{"u2", &P::u2, "amplitude of the wheels' torque"},
                      Parameter<P>{"w", &P::w, "angular frequency of the torques"}};
  }

  static ProblemCard card() {
    return {.id = "driven_snakeboard",
            .name = "Driven snakeboard",
            .coordinates = {"x", "y", "theta", "psi", "phi"},
            .velocities = {"vx", "vy", "vtheta", "vpsi", "vphi"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<DrivenSnakeboard>> cases() {
    using std::tan;
    Real const ten(10), phi = 3 / ten, speed = 4 / ten;
    DrivenSnakeboard const board;
    return {{"gait",
             "wheels turned by .3; the torques move the board from gait to gait",
             board,
             {0, 0, 0, 0, phi},
             {speed, 0, speed * Real(tan(phi)) / board.r, 2 / ten, -1 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    auto const& [vx, vy, vtheta, vpsi, vphi] = v;
    T const rotor = vtheta + vpsi, front = vtheta + vphi, back = vtheta - vphi;
    return m * (vx * vx + vy * vy) / 2 + J * vtheta * vtheta / 2 + J0 * rotor * rotor / 2 +
           Jw * (front * front + back * back) / 2 - (k1 * q[3] * q[3] + k2 * q[4] * q[4]) / 2;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    using std::cos, std::sin;
    auto const& [x, y, theta, psi, phi] = q;
    auto const& [vx, vy, vtheta, vpsi, vphi] = v;
    T const turn = r * cos(phi) * vtheta, front = theta + phi, back = theta - phi;
    return {-sin(front) * vx + cos(front) * vy + turn, -sin(back) * vx + cos(back) * vy - turn};
  }
  template <class T>
  Vec<T, 5> force(Vec<T, 5> const&, Vec<T, 5> const& v, T const& t) const {
    using std::cos, std::sin;
    auto const& [vx, vy, vtheta, vpsi, vphi] = v;
    return {-cr * vx, -cr * vy, T(0), u1 * sin(w * t) - c1 * vpsi, u2 * cos(w * t) - c2 * vphi};
  }
};

}  // namespace rattleback

#include "generated/driven_snakeboard.hpp"
