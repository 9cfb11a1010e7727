#pragma once
// Formulas of the paper as they are printed and as they should read, side by side on the contact
// oscillator (unit masses, V = |q|^2/2, A(q) = (1, 0, y)).

#include "experiments/core/fit.hpp"
#include "experiments/core/misprint.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

struct ContactState {
  Eigen::Vector3d q, v;
};

inline Eigen::Vector3d constraint_row(Eigen::Vector3d const& q) { return {1, 0, q[1]}; }

inline ContactState generic_state() { return {{0.5, 0.3, -0.4}, {-0.24, 0.6, 0.8}}; }

/// v_1 = (c + h A(f)^T lambda)/d with lambda from A(g)(v_1 + rest) = 0; no reaction moves y, so g's
/// y may be known beforehand.
inline Eigen::Vector3d constrained_velocity(Eigen::Vector3d const& c, double d,
                                            Eigen::Vector3d const& f, Eigen::Vector3d const& g,
                                            Eigen::Vector3d const& rest) {
  Eigen::Vector3d const reaction = constraint_row(f), row = constraint_row(g);
  double const h_lambda = -(row.dot(c) + d * row.dot(rest)) / row.dot(reaction);
  return (c + h_lambda * reaction) / d;
}

/// (4.16): sign -1 in front of the potential is right, +1 is printed.
inline ContactState trapezoidal_step(ContactState const& z, double h, double sign) {
  Eigen::Vector3d const p = z.q + h / 2 * z.v;
  Eigen::Vector3d const c = z.v + h * sign / 2 * (z.q + p);
  double const d = 1 - sign * h * h / 4;
  Eigen::Vector3d g = p;
  g[1] += h / 2 * c[1] / d;
  Eigen::Vector3d const v = constrained_velocity(c, d, p, g, Eigen::Vector3d::Zero());
  return {p + h / 2 * v, v};
}

/// (4.17): the potential at q_0 is right, at q_1 is printed.
inline ContactState adjoint_step(ContactState const& z, double h, bool printed) {
  Eigen::Vector3d const c = z.v - h * z.q;
  double const d = printed ? 1 + h * h : 1;
  Eigen::Vector3d g = z.q;
  g[1] += h * c[1] / d;
  Eigen::Vector3d const v = constrained_velocity(c, d, z.q, g, Eigen::Vector3d::Zero());
  return {z.q + h * v, v};
}

/// Velocity form of (5.3): everything at q_1 is right, at q_0 is printed.
inline ContactState non_dla_step(ContactState const& z, double h, bool printed) {
  Eigen::Vector3d const q1 = z.q + h * z.v, at = printed ? z.q : q1;
  return {q1, constrained_velocity(z.v - h * at, 1, at, at, z.v)};
}

/// (4.12), which is printed right.
inline ContactState euler_step(ContactState const& z, double h) {
  Eigen::Vector3d const q1 = z.q + h * z.v;
  return {q1, constrained_velocity(z.v - h * q1, 1, q1, q1, Eigen::Vector3d::Zero())};
}

inline double distance(ContactState const& a, ContactState const& b) {
  return larger_or_nan((a.q - b.q).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>(),
                       (a.v - b.v).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
}

/// Error of the positions at t = 2 with h = 1/160, against the certified reference.
inline Readings trapezoidal_sign() {
  auto const exact = find_problem("contact_oscillator").reference({}, {RawQuad(2)}).states[0].q;
  auto const error = [&](double sign) {
    auto z = generic_state();
    for (int i = 0; i < 320; ++i) z = trapezoidal_step(z, 1.0 / 160, sign);
    return (z.q - Eigen::Vector3d(double(exact[0]), double(exact[1]), double(exact[2]))).norm();
  };
  return {error(1), error(-1)};
}

/// A step of (4.12) and then one of the adjoint with -h must return to the start.
inline Readings adjoint_node() {
  auto const defect = [](bool printed) {
    auto const z = generic_state();
    return distance(adjoint_step(euler_step(z, 0.1), -0.1, printed), z);
  };
  return {defect(true), defect(false)};
}

/// Departure of the spectral radius of the map of (y, vy) from 1, h = 0.1.
inline Readings non_dla_nodes() {
  auto const excess = [](bool printed) {
    Eigen::Matrix2d map;
    for (int column = 0; column < 2; ++column) {
      ContactState z{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
      (column == 0 ? z.q[1] : z.v[1]) = 1;
      z = non_dla_step(z, 0.1, printed);
      map.col(column) << z.q[1], z.v[1];
    }
    return std::abs(excess_radius(map));
  };
  return {excess(true), excess(false)};
}

/// Residual of A(q)(v_0 + v_1) = 0 when (5.3)'s multiplier is computed from p (printed; p = v - h/2
/// grad V is what the paper calls p elsewhere) or from v.
inline Readings non_dla_multiplier() {
  double const h = 0.1;
  auto const z = generic_state();
  Eigen::Vector3d const q1 = z.q + h * z.v, row = constraint_row(q1);
  auto const residual = [&](Eigen::Vector3d const& in_formula) {
    double const lambda = row.dot(q1 - 2 / h * in_formula) / row.squaredNorm();
    Eigen::Vector3d const v1 = z.v + h * (-q1 + lambda * row);
    return std::abs(row.dot(z.v + v1));
  };
  return {residual(z.v - h / 2 * z.q), residual(z.v)};
}

/// Residual of the midpoint rule in (q, p) on a path of the trapezoidal rule without constraints,
/// V = q^2/2 + q^4/4: p_i = v_i + h/2 V'(q_i) as printed, or v_i - h/2 V'(q-bar_i).
inline Readings midpoint_momentum() {
  double const h = 0.1;
  auto const slope = [](double q) { return q + q * q * q; };
  double bar = 0.7, v = 0.3;
  double const q0 = bar + h / 2 * v, v0 = v, bar0 = bar;
  double v1 = v;
  // The trapezoidal rule's velocity by fixed-point iteration; it contracts by h^2/4.
  for (int i = 0; i < 60; ++i) v1 = v - h / 2 * (slope(bar) + slope(q0 + h / 2 * v1));
  double const bar1 = q0 + h / 2 * v1, q1 = bar1 + h / 2 * v1;
  auto const residual = [&](double p0, double p1) {
    return larger_or_nan(std::abs((q1 - q0) / h - (p0 + p1) / 2),
                         std::abs((p1 - p0) / h + slope((q0 + q1) / 2)));
  };
  return {residual(v0 + h / 2 * slope(q0), v1 + h / 2 * slope(q1)),
          residual(v0 - h / 2 * slope(bar0), v1 - h / 2 * slope(bar1))};
}

/// The constraint differentiated once more must vanish with the exact accelerations. The printed
/// line repeats the constraint; without vy vz, the term it lost, it is not the derivative.
inline Readings differentiated_constraint() {
  auto const s = find_problem("contact_oscillator").reference({}, {RawQuad(1)}).states[0];
  double const lambda = double(s.multipliers[0]), y = double(s.q[1]);
  double const ax = lambda - double(s.q[0]), az = lambda * y - double(s.q[2]);
  double const lost = double(s.v[1]) * double(s.v[2]);
  return {std::abs(ax + y * az), std::abs(ax + y * az + lost)};
}

/// What is left of x(t) on a quasiperiodic orbit (a = 2, 400 periods) after a least-squares fit
/// with the frequencies k and k + w, k integer: w = gamma belongs to the printed second period 2
/// pi/gamma, w = gamma/(2 pi) to the period 4 pi^2/gamma.
inline Readings second_period(double gamma) {
  RunSpec spec;
  spec.setting = setting_of({0.8, 0, 0.3, 0, 2, 0.4});
  spec.step = RawQuad(2 * pi / 32);
  spec.steps = 32 * 400;
  spec.every = 1;
  spec.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}};
  auto const run = find_problem("contact_oscillator").method("odeint_dopri5").integrate(spec);
  auto const n = static_cast<Eigen::Index>(run.times.size());
  Eigen::VectorXd x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = run.q[i][0];
  auto const rest = [&](double w) {
    int const last = 12;  // below the samples' Nyquist frequency 16
    Eigen::MatrixXd waves(n, 3 * (2 * last + 1));
    for (Eigen::Index i = 0; i < n; ++i)
      for (int k = -last; k <= last; ++k) {
        double const t = run.times[i];
        int const column = 3 * (k + last);
        waves(i, column) = std::cos((k + w) * t);
        waves(i, column + 1) = std::sin((k + w) * t);
        waves(i, column + 2) = k < 0 ? std::sin(k * t) : std::cos(k * t);  // the first period, 2 pi
      }
    return (x - waves * waves.colPivHouseholderQr().solve(x)).norm() / x.norm();
  };
  return {rest(gamma), rest(gamma / (2 * pi))};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
