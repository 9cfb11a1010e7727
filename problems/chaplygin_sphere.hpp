#pragma once

#include <cmath>

#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Chaplygin's sphere: a ball with unequal inertias, centre of mass at its centre, that rolls on a
/// table rotating at the rate Omega.
///   L = m (vx^2 + vy^2)/2 + (I1 w1^2 + I2 w2^2 + I3 w3^2)/2
///   constraints: vx - r omega2 + Omega y = 0,   vy + r omega1 - Omega x = 0
/// in the body angular velocity w; omega = R w. The contact force has the moment -r e3 x lambda, so
/// K = R I w + m r e3 x v is constant in space. Chaplygin 1903; the data are those of Ferraro,
/// Jimenez & Martin de Diego 2015, section 7.4, second example.
template <class Scalar>
struct ChaplyginSphere {
  using Real = Scalar;
  using Space = Product<R<2>, SO3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};

  Real m = 3, r = 1, I1 = 1, I2 = fraction<Real, 11, 10>, I3 = fraction<Real, 12, 10>, Omega = 0;

  static constexpr auto parameters() {
    using P = ChaplyginSphere;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"r", &P::r, "radius", 0},
                      Parameter<P>{"I1", &P::I1, "principal moment of inertia", 0},
                      Parameter<P>{"I2", &P::I2, "principal moment of inertia", 0},
                      Parameter<P>{"I3", &P::I3, "principal moment of inertia", 0},
                      Parameter<P>{"Omega", &P::Omega, "rotation rate of the table"}};
  }
  std::vector<std::string> warnings() const { return inertia_warnings(I1, I2, I3); }

  static ProblemCard card() {
    return {.id = "chaplygin_sphere",
            .name = "Chaplygin's sphere",
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {"moving_energy", "K1", "K2", "K3"},
            .reversing_symmetry = "(q, v; Omega) -> (q, -v; -Omega)",
            .exact_solution = "",
            .source = "Chaplygin 1903; Ferraro, Jimenez & Martin de Diego 2015, section 7.4"};
  }

  static std::vector<Case<ChaplyginSphere>> cases() {
    Real const ten(10);
    auto const q = joined(Vec<Real, 2>{1, 0}, SO3::identity<Real>());
    Vec<Real, 5> const v{0, 0, -2 / ten, 0, 4 / ten};
    ChaplyginSphere const table{3, 1, 1, 11 / ten, 12 / ten, 2 / ten};
    ChaplyginSphere const flat{1, 1, 1, 2, 25 / ten, 0};
    ChaplyginSphere const flat_on_table{1, 1, 1, 2, 25 / ten, 3 / ten};
    return {{"FJM", "on a resting table", {}, q, v},
            {"FJM-rotating", "on a table that rotates at the rate .2", table, q, v},
            {"flat", "inertias 1, 2, 2.5 on a resting table", flat, q, v},
            {"flat-rotating", "inertias 1, 2, 2.5, table at the rate .3", flat_on_table, q, v}};
  }
  ChaplyginSphere reversed() const { return {m, r, I1, I2, I3, -Omega}; }

  template <class T>
  T lagrangian(Vec<T, 11> const&, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    return m * (vx * vx + vy * vy) / 2 + (I1 * w1 * w1 + I2 * w2 * w2 + I3 * w3 * w3) / 2;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const omega = SO3::Ad(tail<9>(q), tail<3>(v));
    return {v[0] - r * omega[1] + Omega * q[1], v[1] + r * omega[0] - Omega * q[0]};
  }
  /// Angular momentum about the contact point, K = R I w + m r e3 x v.
  template <class T>
  Vec<T, 3> momentum(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    auto const spin = SO3::Ad(tail<9>(q), Vec<T, 3>{I1 * w1, I2 * w2, I3 * w3});
    return {spin[0] - m * r * vy, spin[1] + m * r * vx, spin[2]};
  }
  /// (v, w) from K: (R I R^T + m r^2 (1 - e3 e3^T)) omega = K + m r Omega (x, y, 0).
  template <class T>
  Vec<T, 5> velocity(Vec<T, 11> const& q, Vec<T, 3> const& K) const {
    auto const R = tail<9>(q);
    T const D = m * r * r, table = m * r * Omega;
    Mat<T, 3, 3> spatial;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        spatial(i, j) = I1 * R[3 * i] * R[3 * j] + I2 * R[3 * i + 1] * R[3 * j + 1] +
                        I3 * R[3 * i + 2] * R[3 * j + 2];
      if (i < 2) spatial(i, i) = spatial(i, i) + D;
    }
    auto const omega =
        solve_without_pivoting(spatial, Vec<T, 3>{K[0] + table * q[0], K[1] + table * q[1], K[2]});
    Vec<T, 2> const v{r * omega[1] - Omega * q[1], -r * omega[0] + Omega * q[0]};
    return joined(v, SO3::Ad_transpose(R, omega));
  }
  template <class T>
  Vec<T, 4> invariants(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    T const moving = lagrangian(q, v) - m * Omega * (q[0] * v[1] - q[1] * v[0]);
    return joined(Vec<T, 1>{moving}, momentum(q, v));
  }
  /// (1 - m r^2 gamma . (I + m r^2)^-1 gamma)^(1/2) with gamma = R^T e3.
  template <class T>
  T density(Vec<T, 11> const& q, Vec<T, 5> const&) const {
    using std::sqrt;
    T const D = m * r * r;
    auto const gamma = tail<3>(q);
    T const sum = gamma[0] * gamma[0] / (I1 + D) + gamma[1] * gamma[1] / (I2 + D) +
                  gamma[2] * gamma[2] / (I3 + D);
    return sqrt(1 - D * sum);
  }
};

}  // namespace rattleback

#include "generated/chaplygin_sphere.hpp"
