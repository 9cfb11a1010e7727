#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Robot with two driven wheels on a slope; (x, y) is its centre of mass, phR and phL are the
/// angles of the wheels.
///   L = (m (vx^2 + vy^2) + I vtheta^2 + Iw (vphR^2 + vphL^2))/2 - m gs x
///   constraints: -sin(theta) vx + cos(theta) vy - a vtheta = 0
///                cos(theta) vx + sin(theta) vy + bw vtheta - r vphR = 0
///                cos(theta) vx + sin(theta) vy - bw vtheta - r vphL = 0
///   force: the motors' torques u0 + u1 sin(w t) - c vphR and u0 - u1 sin(w t) - c vphL
template <class Scalar>
struct DifferentialDrive {
  using Real = Scalar;
  using Space = R<5>;
  static constexpr int constraints = 3;
  static constexpr std::array dependent_velocities{1, 3, 4};

  Real m = 2, I = fraction<Real, 2, 10>, Iw = fraction<Real, 2, 100>, a = fraction<Real, 15, 100>,
       bw = fraction<Real, 25, 100>, r = fraction<Real, 1, 10>, gs = fraction<Real, 4, 10>,
       u0 = fraction<Real, 1, 10>, u1 = fraction<Real, 5, 100>, w = fraction<Real, 8, 10>,
       c = fraction<Real, 1, 100>;
  Real time{};

  static constexpr auto parameters() {
    using P = DifferentialDrive;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"I", &P::I, "moment of inertia of the body", 0},
                      Parameter<P>{"Iw", &P::Iw, "moment of inertia of a wheel", 0},
                      Parameter<P>{"a", &P::a, "centre of mass ahead of the axle"},
                      Parameter<P>{"bw", &P::bw, "half the distance of the wheels", 0},
                      Parameter<P>{"r", &P::r, "radius of the wheels", 0},
                      Parameter<P>{"gs", &P::gs, "slope along x"},
                      Parameter<P>{"u0", &P::u0, "constant torque of the motors"},
                      Parameter<P>{"u1", &P::u1, "amplitude of the torque that steers"},
                      Parameter<P>{"w", &P::w, "angular frequency of that torque"},
                      Parameter<P>{"c", &P::c, "friction of the motors"}};
  }

  static ProblemCard card() {
    return {.id = "differential_drive",
            .name = "Robot with two motors on a slope",
            .coordinates = {"x", "y", "theta", "phR", "phL"},
            .velocities = {"vx", "vy", "vtheta", "vphR", "vphL"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<DifferentialDrive>> cases() {
    using std::cos, std::sin;
    Real const ten(10), theta = 3 / ten, speed = 5 / ten, turn = 2 / ten;
    DifferentialDrive const robot;
    Real const c = cos(theta), s = sin(theta), across = robot.a * turn;
    return {{"climbs",
             "uphill at speed .5 while turning",
             robot,
             {0, 0, theta, 0, 0},
             {speed * c - across * s, speed * s + across * c, turn,
              (speed + robot.bw * turn) / robot.r, (speed - robot.bw * turn) / robot.r}}};
  }

  template <class T>
  T lagrangian(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    auto const& [vx, vy, vtheta, vphR, vphL] = v;
    return (m * (vx * vx + vy * vy) + I * vtheta * vtheta + Iw * (vphR * vphR + vphL * vphL)) / 2 -
           m * gs * q[0];
  }
  template <class T>
  Vec<T, 3> constraint(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    using std::cos, std::sin;
    auto const& [vx, vy, vtheta, vphR, vphL] = v;
    T const forward = cos(q[2]) * vx + sin(q[2]) * vy;
    return {-sin(q[2]) * vx + cos(q[2]) * vy - a * vtheta, forward + bw * vtheta - r * vphR,
            forward - bw * vtheta - r * vphL};
  }
  template <class T>
  Vec<T, 5> force(Vec<T, 5> const&, Vec<T, 5> const& v, T const& t) const {
    using std::sin;
    T const steering = u1 * sin(w * t);
    return {T(0), T(0), T(0), u0 + steering - c * v[3], u0 - steering - c * v[4]};
  }
};

}  // namespace rattleback

#include "generated/differential_drive.hpp"
