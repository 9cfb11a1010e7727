#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

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
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {"moving_energy", "K1", "K2", "K3"},
            .reversing_symmetry = "(q, v; Omega) -> (q, -v; -Omega)",
            .exact_solution = "(x, y) on a circle at the rate alpha; R by quadrature",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.5.1"};
  }

  static std::vector<Case<RollingBall>> cases() {
    auto const at = [](Real const& x, Real const& y) {
      return joined(Vec<Real, 2>{x, y}, SO3::identity<Real>());
    };
    // vx = 1, vy = -1 at (0.99, 1), the start of figure 2 of the 2008 paper.
    Real const hundred(100), x = 99 / hundred, Omega = 35 / Real(10);
    RollingBall ball{1, 1, 4 / Real(10), -Omega}, opposite{1, 1, 4 / Real(10), Omega};
    auto const rolling = [&](RollingBall const& b) {
      return Vec<Real, 5>{1, -1, b.Omega * x + 1, 1 + b.Omega, 7 / Real(10)};
    };
    return {{"FJM", "figures 1 and 2 of the 2015 paper", {}, at(1, 1), {1, 1, 0, 2, 0}},
            {"BALL", "circle about (-0.005, -0.005), alpha = -1", ball, at(x, 1), rolling(ball)},
            {"BALL-opposite", "circle about (1.995, 1.995), alpha = 1", opposite, at(x, 1),
             rolling(opposite)}};
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
  /// Contact point at time t: its velocity turns at the rate alpha.
  template <class T>
  Vec<T, 2> exact_contact_point(Vec<T, 11> const& q, Vec<T, 5> const& v, T const& t) const {
    using std::cos, std::sin;
    T const alpha(gyration_rate());
    if (alpha == T(0)) return {q[0] + t * v[0], q[1] + t * v[1]};
    T const s = sin(T(alpha * t)) / alpha, half = sin(T(alpha * t / 2)),
            c = 2 * half * half / alpha;
    return {q[0] + s * v[0] - c * v[1], q[1] + s * v[1] + c * v[0]};
  }
  /// alpha: the rate at which the velocity turns.
  Real gyration_rate() const { return I * Omega / (I + m * r * r); }
};

}  // namespace rattleback

#include "generated/rolling_ball.hpp"
