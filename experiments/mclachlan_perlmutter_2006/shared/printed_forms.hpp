#pragma once
// Formulas of the paper as they are printed and as they should read, side by side on the contact
// oscillator (unit masses, V = |q|^2/2, A(q) = (1, 0, y)).

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// What a formula leaves that should be zero: as printed, and as it should read.
struct Defects {
  double printed, right;
};

struct ContactState {
  Eigen::Vector3d q, v;
};

inline Eigen::Vector3d constraint_row(Eigen::Vector3d const& q) { return {1, 0, q[1]}; }

inline ContactState generic_state() { return {{0.5, 0.3, -0.4}, {-0.24, 0.6, 0.8}}; }

/// v_1 = (c + h A(f)^T lambda)/d with lambda from A(g)(v_1 + other) = 0; no reaction moves y, so
/// g's y may be known beforehand.
inline Eigen::Vector3d constrained_velocity(Eigen::Vector3d const& c, double d,
                                            Eigen::Vector3d const& f, Eigen::Vector3d const& g,
                                            Eigen::Vector3d const& other) {
  Eigen::Vector3d const reaction = constraint_row(f), row = constraint_row(g);
  double const h_lambda = -(row.dot(c) + d * row.dot(other)) / row.dot(reaction);
  return (c + h_lambda * reaction) / d;
}

/// (4.16): the factor -1/2 in front of the gradients is right, +1/2 is printed.
inline ContactState trapezoidal_step(ContactState const& z, double h, double factor) {
  Eigen::Vector3d const p = z.q + h / 2 * z.v;
  Eigen::Vector3d const c = z.v + h * factor * (z.q + p);
  double const d = 1 - factor * h * h / 2;
  Eigen::Vector3d g = p;
  g[1] += h / 2 * c[1] / d;
  Eigen::Vector3d const v = constrained_velocity(c, d, p, g, Eigen::Vector3d::Zero());
  return {p + h / 2 * v, v};
}

/// (4.17) with the potential at q_0 + node (q_1 - q_0): 0 is right, 1 is printed.
inline ContactState adjoint_step(ContactState const& z, double h, double node) {
  Eigen::Vector3d const c = z.v - h * z.q;
  double const d = 1 + node * h * h;
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

/// Residual of (4.14) at the middle one of the three nodes that a step of (4.16) passes: its
/// components in C, and the constraint of the second pair.
inline double trapezoidal_residual(double factor) {
  double const h = 0.1;
  auto const z0 = generic_state(), z1 = trapezoidal_step(z0, h, factor);
  Eigen::Vector3d const first = z0.q - h / 2 * z0.v, middle = z0.q + h / 2 * z0.v,
                        last = z1.q + h / 2 * z1.v;
  Eigen::Vector3d const left = (last - 2 * middle + first) / (h * h) + (z0.q + z1.q) / 2;
  Eigen::Vector3d const row = constraint_row(middle).normalized();
  return larger_or_nan((left - row.dot(left) * row).norm(),
                       std::abs(constraint_row((middle + last) / 2).dot(last - middle)) / h);
}

/// The anharmonic oscillator V = q^2/2 + q^4/4 of the next two.
inline double quartic_slope(double q) { return q + q * q * q; }
/// A step of (4.16) on it, (q-bar, v) -> (q-bar, v), by fixed-point iteration, which contracts by
/// h^2/4.
inline std::pair<double, double> quartic_step(double bar, double v, double h, double factor) {
  double v1 = v;
  for (int i = 0; i < 60; ++i)
    v1 = v + h * factor * (quartic_slope(bar) + quartic_slope(bar + h / 2 * (v + v1)));
  return {bar + h / 2 * (v + v1), v1};
}

/// Residual of the trapezoidal rule on a step of (4.16) without constraint.
inline double trapezoidal_rule_residual(double factor) {
  double const h = 0.1, bar = 0.7, v = 0.3;
  auto const [bar1, v1] = quartic_step(bar, v, h, factor);
  return larger_or_nan(std::abs((bar1 - bar) / h - (v + v1) / 2),
                       std::abs((v1 - v) / h + (quartic_slope(bar) + quartic_slope(bar1)) / 2));
}

/// A step of (4.12) and then one of the adjoint with -h must return to the start.
inline double adjoint_defect(double node) {
  auto const z = generic_state();
  return distance(adjoint_step(euler_step(z, 0.1), -0.1, node), z);
}

/// Departure of the spectral radius of the map of (y, vy) from 1, h = 0.1.
inline Defects non_dla_nodes() {
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
inline Defects non_dla_multiplier() {
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

/// Residual of the midpoint rule in (q, p) on a step of the trapezoidal rule without constraints,
/// for the three ways to read p_i = v_i + (h/2) grad V(q_i).
struct MidpointMomentum {
  double node;          ///< q_i a node, p_i belongs to it
  double own_variable;  ///< q-bar_i in the gradient, p_i belongs to the node q_(i-1)
  double minus;         ///< minus sign and q-bar_i, p_i belongs to q_i
  double whole_step;    ///< as `minus`, with h in place of h/2
};
inline MidpointMomentum midpoint_momentum() {
  double const h = 0.1, bar0 = 0.7, v0 = 0.3;
  auto const [bar1, v1] = quartic_step(bar0, v0, h, -0.5);
  auto const residual = [&](double q0, double p0, double q1, double p1) {
    return larger_or_nan(std::abs((q1 - q0) / h - (p0 + p1) / 2),
                         std::abs((p1 - p0) / h + quartic_slope((q0 + q1) / 2)));
  };
  double const before0 = bar0 - h / 2 * v0, before1 = bar1 - h / 2 * v1;
  double const after0 = bar0 + h / 2 * v0, after1 = bar1 + h / 2 * v1;
  double const kick0 = h / 2 * quartic_slope(bar0), kick1 = h / 2 * quartic_slope(bar1);
  return {residual(after0, v0 + h / 2 * quartic_slope(after0), after1,
                   v1 + h / 2 * quartic_slope(after1)),
          residual(before0, v0 + kick0, before1, v1 + kick1),
          residual(after0, v0 - kick0, after1, v1 - kick1),
          residual(after0, v0 - 2 * kick0, after1, v1 - 2 * kick1)};
}

/// The constraint differentiated once more must vanish with the exact accelerations. The printed
/// line repeats the constraint; without vy vz, the term it lost, it is not the derivative.
inline Defects differentiated_constraint(Study& study) {
  auto const s = study.reference({.problem = "contact_oscillator", .method = ""}, {1})[0];
  double const lambda = double(s.multipliers[0]), y = double(s.q[1]);
  double const ax = lambda - double(s.q[0]), az = lambda * y - double(s.q[2]);
  double const lost = double(s.v[1]) * double(s.v[2]);
  return {std::abs(ax + y * az), std::abs(ax + y * az + lost)};
}

/// What is left of x(t) on a quasiperiodic orbit (a = 2, 400 periods) after a least-squares fit
/// with the frequencies k and k + w, k integer: w = gamma belongs to the printed second period 2
/// pi/gamma, w = gamma/(2 pi) to the period 4 pi^2/gamma.
inline Defects second_period(Study& study, double gamma) {
  auto orbit = contact_run("odeint_dopri5", {0.8, 0, 0.3, 0, 2, 0.4});
  orbit.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}};
  auto const run = study.execute(orbit.with(2 * pi / 32, 32 * 400));
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
