#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Homogeneous ball of unit mass that rolls on a table, which turns about the y axis by the angle
/// alpha(t) = a0 sin(nu t). (X, Y) is the contact point in the plane of the table, w the angular
/// velocity in space; a1, a2, a3 are formal coordinates with the rates w1, w2, w3, on which nothing
/// depends.
///   L = (vX^2 + vY^2)/2 + I |w|^2/2 - V,   V = alpha'' r X - alpha'^2 X^2/2 - g X sin(alpha)
///   constraints: vX - r w2 + alpha' r = 0
///                vY + r cos(alpha) w1 - r sin(alpha) w3 = 0
///   force: -c (vX, vY, 0, 0, 0)
/// The derivative of alpha' r X in time is left out of L, and the energy is that of this L.
template <class Scalar>
struct BallTiltingTable {
  using Real = Scalar;
  using Space = R<5>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{2, 3};

  Real r = fraction<Real, 1, 2>, g = 1, I = fraction<Real, 1, 10>, a0 = fraction<Real, 3, 10>,
       nu = fraction<Real, 14, 10>, c = fraction<Real, 5, 100>;
  Real time{};

  static constexpr auto parameters() {
    using P = BallTiltingTable;
    return std::array{Parameter<P>{"r", &P::r, "radius of the ball", 0},
                      Parameter<P>{"g", &P::g, "gravity"},
                      Parameter<P>{"I", &P::I, "moment of inertia of the ball", 0},
                      Parameter<P>{"a0", &P::a0, "amplitude of the tilt"},
                      Parameter<P>{"nu", &P::nu, "angular frequency of the tilt"},
                      Parameter<P>{"c", &P::c, "drag on the contact point"}};
  }

  static ProblemCard card() {
    return {.id = "ball_tilting_table",
            .name = "Ball rolling on a tilting table",
            .coordinates = {"X", "Y", "a1", "a2", "a3"},
            .velocities = {"vX", "vY", "w1", "w2", "w3"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<BallTiltingTable>> cases() {
    Real const ten(10);
    BallTiltingTable const ball;
    Real const vX = 5 / ten, vY = 3 / ten;
    return {{"tilts",
             "rolls across the tilting table with a spin",
             ball,
             {4 / ten, -2 / ten, 0, 0, 0},
             {vX, vY, -vY / ball.r, (vX + ball.a0 * ball.nu * ball.r) / ball.r, 7 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 5> const& q, Vec<T, 5> const& v, T const& t) const {
    using std::cos, std::sin;
    T const X = q[0], angle = a0 * sin(nu * t), rate = a0 * nu * cos(nu * t);
    T const acceleration = -nu * nu * angle;
    T const potential = acceleration * r * X - rate * rate * X * X / 2 - g * X * sin(angle);
    return (v[0] * v[0] + v[1] * v[1] + I * (v[2] * v[2] + v[3] * v[3] + v[4] * v[4])) / 2 -
           potential;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 5> const&, Vec<T, 5> const& v, T const& t) const {
    using std::cos, std::sin;
    T const angle = a0 * sin(nu * t), rate = a0 * nu * cos(nu * t);
    return {v[0] - r * v[3] + rate * r, v[1] + r * cos(angle) * v[2] - r * sin(angle) * v[4]};
  }
  template <class T>
  Vec<T, 5> force(Vec<T, 5> const&, Vec<T, 5> const& v, T const&) const {
    return {-c * v[0], -c * v[1], T(0), T(0), T(0)};
  }
};

}  // namespace rattleback

#include "generated/ball_tilting_table.hpp"
