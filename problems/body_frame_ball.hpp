#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// The system of section 7.4 of Ferraro, Jimenez & Martin de Diego 2015 as printed: balance of
/// momentum in the body frame, rolling condition with the body components of the angular velocity.
///   L = m (vx^2 + vy^2)/2 + (I1 w1^2 + I2 w2^2 + I3 w3^2)/2
///   constraints: vx - r w2 + Omega y = 0,   vy + r w1 - Omega x = 0                       (40)
/// A rolling ball on a table that rotates at the rate Omega if I1 = I2 = I3, and no ball otherwise:
/// chaplygin_sphere is that.
template <class Scalar>
struct BodyFrameBall {
  using Real = Scalar;
  using Space = Product<R<2>, SO3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};

  Real m = 1, r = 1, I1 = fraction<Real, 2, 3>, I2 = fraction<Real, 2, 3>,
       I3 = fraction<Real, 2, 3>, Omega = 1;

  static constexpr auto parameters() {
    using P = BodyFrameBall;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"r", &P::r, "radius", 0},
                      Parameter<P>{"I1", &P::I1, "principal moment of inertia", 0},
                      Parameter<P>{"I2", &P::I2, "principal moment of inertia", 0},
                      Parameter<P>{"I3", &P::I3, "principal moment of inertia", 0},
                      Parameter<P>{"Omega", &P::Omega, "rotation rate of the table"}};
  }
  std::vector<std::string> warnings() const { return inertia_warnings(I1, I2, I3); }

  static ProblemCard card() {
    return {.id = "body_frame_ball",
            .name = "Rolling ball as printed, with the body angular velocity in the constraint",
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {"moving_energy"},
            .reversing_symmetry = "(q, v; Omega) -> (q, -v; -Omega)",
            .exact_solution = "",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, section 7.4"};
  }

  static std::vector<Case<BodyFrameBall>> cases() {
    Real const ten(10);
    auto const identity = SO3::identity<Real>();
    auto const q = joined(Vec<Real, 2>{1, 1}, identity);
    auto const inhomogeneous = joined(Vec<Real, 2>{1, 0}, identity);
    BodyFrameBall const other{3, 1, 1, 11 / ten, 12 / ten, 2 / ten};
    return {{"figure_1", "homogeneous ball", {}, q, {1, 1, 0, 2, 0}},
            {"figure_2", "homogeneous ball", {}, q, {1, 1, 0, 2, 0}},
            {"figure_3", "unequal inertias", other, inhomogeneous, {0, 0, -2 / ten, 0, 4 / ten}}};
  }
  BodyFrameBall reversed() const { return {m, r, I1, I2, I3, -Omega}; }

  template <class T>
  T lagrangian(Vec<T, 11> const&, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return m * (vx * vx + vy * vy) / 2 + (I1 * w1 * w1 + I2 * w2 * w2 + I3 * w3 * w3) / 2;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return {vx - r * w2 + Omega * q[1], vy + r * w1 - Omega * q[0]};
  }
  template <class T>
  Vec<T, 1> invariants(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    return {lagrangian(q, v) - m * Omega * (q[0] * v[1] - q[1] * v[0])};
  }
  /// Rate at which the velocity of a homogeneous ball turns; 0 for others, which have none.
  Real gyration_rate() const {
    bool const homogeneous = I1 == I2 && I2 == I3;
    return homogeneous ? Real(I1 * Omega / (I1 + m * r * r)) : Real(0);
  }
};

}  // namespace rattleback

#include "generated/body_frame_ball.hpp"
