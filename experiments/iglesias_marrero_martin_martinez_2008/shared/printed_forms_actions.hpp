#pragma once
// Formulas of sections 4.4 to 4.6 as they are printed and as they should read, side by side. The
// maps here are this header's own, in double precision.

#include <Eigen/Dense>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline constexpr double comparison_time = 4;

/// Defects of the recurrences for x(k+2), y(k+2).
enum class BallReading { corrected, coefficient, inertia };

/// z(k+2) by x(k+2), y(k+2) with a = alpha h; printed: in_y = 4 alpha, right: 4 a.
inline Eigen::Vector2d next_contact_point(Eigen::Vector2d const& z0, Eigen::Vector2d const& z1,
                                          double a, double in_y) {
  Eigen::Vector2d const d = z1 - z0, own = 8 * z1 + (a * a - 4) * z0;
  return (own + Eigen::Vector2d(-4 * a * d[1], in_y * d[0])) / (a * a + 4);
}
/// Contact points of the ball with alpha = 1 (m = r = 1, I = .4, Omega = 3.5) by the recurrences,
/// from the momentum of the velocity (1, -1) at (0.99, 1). E29: `coefficient` has 4 alpha in
/// y(k+2); E27: `inertia` has the alpha of I/(2 h)^2 in L'_d, which halves the inertia of the
/// rotation.
inline Eigen::Vector2d ball_by_recurrence(BallReading reading, long steps) {
  double const Omega = 3.5, I = reading == BallReading::inertia ? 0.2 : 0.4;
  double const h = comparison_time / double(steps), alpha = I * Omega / (I + 1), a = alpha * h;
  Eigen::Vector2d const v0(1, -1);
  // dx + (a/2) dy = h vx,   dy - (a/2) dx = h vy
  Eigen::Matrix2d momentum;
  momentum << 1, a / 2, -a / 2, 1;
  Eigen::Vector2d z0(0.99, 1), z1 = z0 + momentum.inverse() * (h * v0);
  double const in_y = reading == BallReading::coefficient ? 4 * alpha : 4 * a;
  for (long k = 1; k < steps; ++k) z0 = std::exchange(z1, next_contact_point(z0, z1, a, in_y));
  return z1;
}
/// Largest error at T = 4.
inline double ball_error(BallReading reading, long steps) {
  // The velocity turns at the rate alpha = 1 about the centre z + (-vy, vx)/alpha.
  Eigen::Vector2d const z0(0.99, 1), v0(1, -1), centre = z0 + Eigen::Vector2d(-v0[1], v0[0]);
  Eigen::Vector2d const exact =
      centre + Eigen::Rotation2Dd(comparison_time).toRotationMatrix() * (z0 - centre);
  return (ball_by_recurrence(reading, steps) - exact)
      .cwiseAbs()
      .template maxCoeff<Eigen::PropagateNaN>();
}
/// First index at which figure 2's recurrence as printed is beyond 10^6, alpha = 1; 0: never.
inline long index_of_escape() {
  Eigen::Vector2d z0(0.99, 1), z1(1, 0.99);
  for (long k = 2; k <= 20001; ++k) {
    z0 = std::exchange(z1, next_contact_point(z0, z1, 0.01, 4));
    if (z1.norm() > 1e6) return k;
  }
  return 0;
}

/// Defects of Veselova's pair equation Pi_2 = Omega_1^T Pi_1 + kick + lambda gamma_2.
enum class VeselovaReading {
  corrected,  ///< + h^2 mgl gamma_2 x e
  sign,       ///< E21: - h^2 mgl gamma_2 x e, and so for the first half kick
  sign_only,  ///< E21 with the first half kick as it should be
  fields      ///< E20, (4.9) taken literally: - h^2 mgl gamma_1 x e, from the left field
};

/// sigma across gamma with (I sigma + sigma x I sigma)/(1 + |sigma|^2) = P across gamma.
inline Eigen::Vector3d rotation_of_momentum(Eigen::Matrix3d const& I, Eigen::Vector3d const& gamma,
                                            Eigen::Vector3d const& P) {
  Eigen::Matrix<double, 3, 2> f;
  f.col(0) = gamma.unitOrthogonal();
  f.col(1) = gamma.cross(f.col(0));
  Eigen::Matrix2d const A = f.transpose() * I * f;
  Eigen::Vector2d const b = f.transpose() * I * gamma, p = f.transpose() * P;
  Eigen::Matrix2d K;
  K << 0, 1, -1, 0;
  Eigen::Vector2d x = A.inverse() * p;
  for (int i = 0; i < 30; ++i) {
    Eigen::Vector2d const Kx = K * x;
    Eigen::Matrix2d const J = A + b.dot(x) * K + Kx * b.transpose() - 2 * p * x.transpose();
    Eigen::Vector2d const change =
        J.inverse() * (A * x + b.dot(x) * Kx - p * (1 + x.squaredNorm()));
    x -= change;
    if (change.norm() < 1e-15) break;
  }
  return f * x;
}
/// gamma at T = 4 of the catalogue's case `heavy`.
inline Eigen::Vector3d veselova_by_pairs(VeselovaReading reading, long steps) {
  double const h = comparison_time / double(steps);
  Eigen::Matrix3d const I = Eigen::Vector3d(1, 2, 2.5).asDiagonal();
  Eigen::Vector3d const e(0.28, 0, 0.96), w0(0.8, 0.5, -0.6);
  Eigen::Vector3d gamma(0.6, 0, 0.8);
  double const half = reading == VeselovaReading::sign ? -0.5 : 0.5;
  Eigen::Vector3d Pi = h * (I * w0 + half * h * gamma.cross(e));
  for (long k = 0; k < steps; ++k) {
    Eigen::Vector3d const sigma = rotation_of_momentum(I, gamma, Pi / 2), momentum = I * sigma;
    Eigen::Quaterniond const turn =
        Eigen::Quaterniond(1, sigma[0], sigma[1], sigma[2]).normalized();
    // Omega^T Pi is 2 (I sigma - sigma x I sigma)/(1 + s) with the whole Pi of the interval
    Eigen::Vector3d const moved =
        2 * (momentum - sigma.cross(momentum)) / (1 + sigma.squaredNorm());
    Eigen::Vector3d const next = turn.conjugate() * gamma;
    Eigen::Vector3d const kick = reading == VeselovaReading::corrected ? next.cross(e)
                                 : reading == VeselovaReading::fields
                                     ? Eigen::Vector3d(-gamma.cross(e))
                                     : Eigen::Vector3d(-next.cross(e));
    Pi = moved + h * h * kick;
    gamma = next;
  }
  return gamma;
}
inline Eigen::Vector3d veselova_exact(Study& study) {
  auto const q = study.reference(veselova_run("heavy"), {RawQuad(comparison_time)})[0].q;
  return {double(q[0]), double(q[1]), double(q[2])};
}
inline double veselova_error(Eigen::Vector3d const& exact, VeselovaReading reading, long steps) {
  return (veselova_by_pairs(reading, steps) - exact)
      .cwiseAbs()
      .template maxCoeff<Eigen::PropagateNaN>();
}

/// E22: the vector equation's rest along a run: with "=" for its first minus sign, and set to zero.
inline Defects equality_sign(Study& study) {
  Q const h = Q(1) / 10;
  auto const q = study.execute_quad(veselova_run("heavy").with(h, 5)).q;
  Largest printed, corrected;
  for (std::size_t k = 2; k < q.size(); ++k) {
    auto const g1 = interval_between(q[k - 2], q[k - 1]), g2 = interval_between(q[k - 1], q[k]);
    auto const gamma = part(g2, 0, 3);
    auto const rest = vector_equation(g1, g2, h);
    // Pi_2 = Omega_1^T Pi_1 - mgl h^2 gamma x e + lambda gamma
    auto const kick = times(2 * h * h, cross(gamma, veselova_axis()));
    printed(largest(sum(rest, across(gamma, kick))));
    corrected(largest(rest));
  }
  return {printed.value, corrected.value};
}

/// An interval of S^2 x SO(3), not in M_c.
struct FieldPoint {
  Numbers gamma{0.6Q, 0, 0.8Q}, Omega = rodrigues({0.2Q, -0.1Q, 0.3Q});
  Arrow arrow() const { return together(gamma, Omega); }
};
/// E19: beta(r_(x,h)(x h'^-1, h')), less x h, by (4.8) and with h' h.
inline Defects right_translation() {
  FieldPoint const at;
  auto const system = veselova(0.1Q, 1);
  auto const other = rodrigues({-0.3Q, 0.2Q, 0.1Q});
  // x h = h^T x, so that x h'^-1 = h' x
  auto const from = applied(other, at.gamma);
  auto const beta = system.target(at.arrow());
  return {distance(system.target(together(from, other)), beta),
          distance(system.target(together(from, product(other, at.Omega))), beta)};
}

/// Two consecutive intervals of the robot.
struct RobotPair {
  Q h = Q(1) / 10;
  Arrow first, second;
  explicit RobotPair(Study& study) {
    auto const q = study.execute_quad(robot_run().with(h, 2)).q;
    first = robot_interval(q[0], q[1]);
    second = robot_interval(q[1], q[2]);
  }
};
/// E31: rest of the reduced equations with F^+ - F^- and F^+ + F^- on the right.
inline Defects sign_of_the_force(RobotPair const& g) {
  auto const forces = chaplygin_forces(g.first, g.second, g.h, {});
  return {double(largest(forces.rest(-1))), double(largest(forces.rest(1)))};
}
/// E30: X left (g)(L_d) less X left (h)(L_d), as printed in the derivation, or X right (h)(L_d).
inline Defects second_arrow(RobotPair const& g) {
  auto const system = robot(g.h);
  Largest printed, corrected;
  for (auto const& X : system.distribution({})) {
    Q const before = left_field(system, g.first, X);
    printed(before - left_field(system, g.second, X));
    corrected(before - right_field(system, g.second, X));
  }
  return {printed.value, corrected.value};
}

/// E25: (C_xi right)(C_eta left)(L_d) at a unit, less -xi . I eta and less xi . I eta/h.
inline Defects regularity_form() {
  Q const h = Q(1) / 10;
  auto const system = veselova(h, 1);
  Numbers const xi{0.3Q, -0.2Q, 0.5Q}, eta{0.1Q, 0.7Q, -0.4Q};
  Q const value = -bilinear(system, system.unit({0.6Q, 0, 0.8Q}), xi, eta);
  Q const product = xi[0] * eta[0] + 2 * xi[1] * eta[1] + 2.5Q * xi[2] * eta[2];
  return {double(absolute(value + product)), double(absolute(value - product / h))};
}

/// E24: derivative along Omega of psi = gamma . axial(Omega - Omega^T), by components of the body.
inline Numbers derivative_of_psi(Numbers const& gamma, Numbers const& Omega) {
  Numbers gradient;
  for (auto const& e : unit_vectors(3))
    gradient.push_back(derivative(
        [&](Q t) { return dot(gamma, twice_axial(product(Omega, turned_by(times(t, e))))); }));
  return gradient;
}
/// At random points: least size of that derivative where Omega gamma = gamma, where it is said to
/// vanish, and its distance from (Tr(Omega) Id - Omega) gamma anywhere.
inline Defects critical_points() {
  Dice dice(2008);
  Largest corrected;
  double printed = std::numeric_limits<double>::infinity();
  for (int sample = 0; sample < 5; ++sample) {
    auto const gamma = random_plane(dice).gamma;
    auto const about_gamma = rodrigues(times(0.4Q + 0.3Q * Q(dice()), gamma));
    printed = smaller_or_nan(printed, double(largest(derivative_of_psi(gamma, about_gamma))));
    auto const Omega = rodrigues(times(0.5Q, dice.numbers(3, 1)));
    Q const trace = Omega[0] + Omega[4] + Omega[8];
    corrected(distance(derivative_of_psi(gamma, Omega),
                       difference(times(trace, gamma), applied(Omega, gamma))));
  }
  return {printed, corrected.value};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
