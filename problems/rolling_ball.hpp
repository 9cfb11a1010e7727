#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/product.hpp"
#include "problems/core/rolling.hpp"
#include "problems/core/so3.hpp"

namespace rattleback {

/// Homogeneous ball that rolls on a table rotating at the rate Omega.
///   L = m (vx^2 + vy^2)/2 + I (w1^2 + w2^2 + w3^2)/2
///   constraints: vx - r w2 + Omega y = 0,   vy + r w1 - Omega x = 0
/// in the spatial angular velocity w, R' = hat(w) R. The contact point runs on a circle: its
/// velocity turns at the rate alpha = I Omega/(I + m r^2).
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.5.1; Ferraro, Jimenez & Martin de
/// Diego 2015, section 7.4.
template <class Scalar>
struct RollingBall {
  using Real = Scalar;
  using Space = Product<R<2>, Opposite<SO3>>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};
  static constexpr bool affine_constraints = true;
  static constexpr bool left_invariant_kinetic = true;

  Real m = 1, r = 1, I = fraction<Real, 2, 3>, Omega = 1;

  static constexpr auto parameters() {
    using P = RollingBall;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0}, Parameter<P>{"r", &P::r, "radius", 0},
                      Parameter<P>{"I", &P::I, "moment of inertia about the centre", 0},
                      Parameter<P>{"Omega", &P::Omega, "rotation rate of the table"}};
  }

  static ProblemCard card() {
    return {.id = "rolling_ball",
            .name = "Homogeneous ball on a rotating table",
            .lagrangian = "m (vx^2 + vy^2)/2 + I (w1^2 + w2^2 + w3^2)/2, w spatial",
            .constraints = {"vx - r w2 + Omega y = 0", "vy + r w1 - Omega x = 0"},
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {"moving_energy", "K1", "K2", "K3"},
            .reversing_symmetry = "(q, v; Omega) -> (q, -v; -Omega)",
            .exact_solution = "",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.5.1"};
  }

  static std::vector<Case<RollingBall>> cases() {
    auto const q = joined(Vec<Real, 2>{1, 1}, SO3::identity<Real>());
    return {{"FJM", "figures 1 and 2 of the 2015 paper", {}, q, {1, 1, 0, 2, 0}}};
  }
  RollingBall reversed() const { return {m, r, I, -Omega}; }

  template <class T>
  T lagrangian(Vec<T, 11> const&, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return m * (vx * vx + vy * vy) / 2 + I * (w1 * w1 + w2 * w2 + w3 * w3) / 2;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return {vx - r * w2 + Omega * q[1], vy + r * w1 - Omega * q[0]};
  }
  /// Angular momentum about the contact point, K = I w + m r e3 x v.
  template <class T>
  Vec<T, 3> momentum(Vec<T, 11> const&, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return {I * w1 - m * r * vy, I * w2 + m * r * vx, I * w3};
  }
  template <class T>
  Vec<T, 5> velocity(Vec<T, 11> const& q, Vec<T, 3> const& K) const {
    T const x = q[0], y = q[1], w1 = (K[0] + m * r * Omega * x) / (I + m * r * r),
            w2 = (K[1] + m * r * Omega * y) / (I + m * r * r);
    return {r * w2 - Omega * y, -r * w1 + Omega * x, w1, w2, K[2] / I};
  }
  template <class T>
  Vec<T, 4> invariants(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    T const moving = lagrangian(q, v) - m * Omega * (q[0] * v[1] - q[1] * v[0]);
    return joined(Vec<T, 1>{moving}, momentum(q, v));
  }
  Mat<Real, 5, 5> mass_matrix() const {
    Mat<Real, 5, 5> diagonal{};
    Real const entries[]{m, m, I, I, I};
    for (int i = 0; i < 5; ++i) diagonal(i, i) = entries[i];
    return diagonal;
  }
  /// alpha: the rate at which the velocity turns.
  Real gyration_rate() const { return I * Omega / (I + m * r * r); }
};

}  // namespace rattleback
