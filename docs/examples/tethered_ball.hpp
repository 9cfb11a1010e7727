#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

/// A ball with unequal inertias that rolls on a table, tied to a point of it by a spring.
///   L = m (vx^2 + vy^2)/2 + (I1 w1^2 + I2 w2^2 + I3 w3^2)/2 - k (x^2 + y^2)/2
///   constraints: vx - r (R w)_2 = 0,   vy + r (R w)_1 = 0
/// Coordinates x, y and the rotation R, row by row; velocities vx, vy and w in the body.
template <class Scalar>
struct TetheredBall {
  using Real = Scalar;
  using Space = rattleback::Product<rattleback::R<2>, rattleback::SO3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};  // those that the constraints give

  Real m = 3, r = 1, I1 = 1, I2 = Real(11) / 10, I3 = Real(12) / 10, k = 1;

  static constexpr auto parameters() {
    using P = TetheredBall;
    return std::array{rattleback::Parameter<P>{"m", &P::m, "mass", 0},
                      rattleback::Parameter<P>{"r", &P::r, "radius", 0},
                      rattleback::Parameter<P>{"I1", &P::I1, "principal moment of inertia", 0},
                      rattleback::Parameter<P>{"I2", &P::I2, "principal moment of inertia", 0},
                      rattleback::Parameter<P>{"I3", &P::I3, "principal moment of inertia", 0},
                      rattleback::Parameter<P>{"k", &P::k, "stiffness of the spring", 0, true}};
  }

  static rattleback::ProblemCard card() {
    return {.id = "tethered_ball",
            .name = "Ball on a spring",
            .lagrangian = "m (vx^2 + vy^2)/2 + (I1 w1^2 + I2 w2^2 + I3 w3^2)/2 - k (x^2 + y^2)/2",
            .constraints = {"vx - r (R w)_2 = 0", "vy + r (R w)_1 = 0"},
            .coordinates = rattleback::rolling_coordinates(),
            .velocities = rattleback::rolling_velocities(),
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "docs/your_own_system.md"};
  }

  static std::vector<rattleback::Case<TetheredBall>> cases() {
    auto const q =
        rattleback::joined(rattleback::Vec<Real, 2>{1, 0}, rattleback::SO3::identity<Real>());
    return {{"A", "pushed past the spring's foot", {}, q, {0, 0, Real(-2) / 10, 0, Real(4) / 10}}};
  }

  template <class T>
  T lagrangian(rattleback::Vec<T, 11> const& q, rattleback::Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return m * (vx * vx + vy * vy) / 2 + (I1 * w1 * w1 + I2 * w2 * w2 + I3 * w3 * w3) / 2 -
           k * (q[0] * q[0] + q[1] * q[1]) / 2;
  }
  template <class T>
  rattleback::Vec<T, 2> constraint(rattleback::Vec<T, 11> const& q,
                                   rattleback::Vec<T, 5> const& v) const {
    auto const omega = rattleback::SO3::Ad(rattleback::tail<9>(q), rattleback::tail<3>(v));
    return {v[0] - r * omega[1], v[1] + r * omega[0]};
  }
};
