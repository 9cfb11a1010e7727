#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Car on a slope whose front wheels are steered by the prescribed angle p0 sin(nu t), with thrust
/// and drag; (x, y) is its centre of mass.
///   L = (vx^2 + vy^2 + I vtheta^2)/2 - gx x
///   constraints: -sin(theta) vx + cos(theta) vy - a vtheta = 0
///                -sin(theta + phi) vx + cos(theta + phi) vy + (l - a) cos(phi) vtheta = 0
///   force: (F cos(theta) - c vx, F sin(theta) - c vy, -c vtheta)
template <class Scalar>
struct SteeredCar {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{1, 2};

  Real a = fraction<Real, 4, 10>, l = 1, I = fraction<Real, 3, 10>, p0 = fraction<Real, 1, 2>,
       nu = fraction<Real, 9, 10>, c = fraction<Real, 1, 10>, gx = fraction<Real, 3, 10>,
       F = fraction<Real, 2, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = SteeredCar;
    return std::array{Parameter<P>{"a", &P::a, "centre of mass ahead of the rear axle"},
                      Parameter<P>{"l", &P::l, "distance of the axles", 0},
                      Parameter<P>{"I", &P::I, "moment of inertia", 0},
                      Parameter<P>{"p0", &P::p0, "amplitude of the steering angle"},
                      Parameter<P>{"nu", &P::nu, "angular frequency of the steering"},
                      Parameter<P>{"c", &P::c, "drag"},
                      Parameter<P>{"gx", &P::gx, "slope along x"},
                      Parameter<P>{"F", &P::F, "thrust along the car"}};
  }

  static ProblemCard card() {
    return {.id = "steered_car",
            .name = "Steered car on a slope",
            .coordinates = {"x", "y", "theta"},
            .velocities = {"vx", "vy", "vtheta"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<SteeredCar>> cases() {
    using std::cos, std::sin;
    Real const ten(10), theta = 2 / ten;
    return {{"slalom",
             "uphill at speed 1, steering from side to side",
             {},
             {0, 0, theta},
             {cos(theta), sin(theta), 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [vx, vy, vtheta] = v;
    return (vx * vx + vy * vy + I * vtheta * vtheta) / 2 - gx * q[0];
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::cos, std::sin;
    auto const& [vx, vy, vtheta] = v;
    T const phi = p0 * sin(nu * t), theta = q[2], front = theta + phi;
    return {-sin(theta) * vx + cos(theta) * vy - a * vtheta,
            -sin(front) * vx + cos(front) * vy + (l - a) * cos(phi) * vtheta};
  }
  template <class T>
  Vec<T, 3> force(Vec<T, 3> const& q, Vec<T, 3> const& v, T const&) const {
    using std::cos, std::sin;
    return {F * cos(q[2]) - c * v[0], F * sin(q[2]) - c * v[1], -c * v[2]};
  }
};

}  // namespace rattleback

#include "generated/steered_car.hpp"
