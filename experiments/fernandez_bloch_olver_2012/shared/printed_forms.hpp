#pragma once
// Formulas of the paper as they are printed and as they should read, side by side on its running
// example, the particle with l_c = (vx^2 + (1 + x^2) vy^2)/2 and F = (-x vy^2, x vx vy).

#include <Eigen/Dense>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// The defect of a formula as printed, as it should read, and of one that is changed otherwise: the
/// control of the statement.
struct Readings {
  double printed, corrected;
  double changed = 0;
  /// How clearly the right one is right; the corrected defect counts at least as one rounding.
  double separation() const { return printed / larger_or_nan(corrected, 2e-16); }
};

using Plane = Eigen::Vector2d;  ///< (x, y), or what belongs to them

/// Discrete momenta of an interval at its two ends: the two-point equations say that left(r_i,
/// r_(i+1)) = right(r_(i-1), r_i).
struct EndMomenta {
  Plane left, right;
};

/// (21) at epsilon = 1/2, D_1 L_d + D_2 L_d = c (F + F), from the midpoint r and the velocity v. As
/// (24)-(25) stand, c = 1; as (27) stands, c = h; right is c = -h/2.
/// @param printed_f2  F_2 = x vy^2 as (27) has it, instead of x vx vy
inline EndMomenta rdla_momenta(Plane const& r, Plane const& v, double h, double c,
                               bool printed_f2 = false) {
  double const x = r[0], vx = v[0], vy = v[1];
  Plane const p(vx, (1 + x * x) * vy), slope(x * vy * vy, 0);
  Plane const force(-x * vy * vy, printed_f2 ? x * vy * vy : x * vx * vy);
  return {p - h / 2 * slope + c * force, p + h / 2 * slope - c * force};
}

/// (33) with (40) at epsilon = 1/2, from the midpoint r and the velocity w in tau.
inline EndMomenta hdel_momenta(Plane const& r, Plane const& w, double h) {
  double const x = r[0], u = 1 + x * x, slope = -x * w[0] * w[0] / (u * u);
  Plane const p(w[0] / u, w[1]), half_kick(h / 2 * slope, 0);
  return {p - half_kick, p + half_kick};
}

/// (46) with (52) at epsilon = 1/2; `weight` stands before E/sqrt(1 + x^2), E = 1: h is right, 1 is
/// printed.
inline EndMomenta pthdel_momenta(Plane const& r, Plane const& v, double h, double weight) {
  double const x = r[0], root = std::sqrt(1 + x * x), cube = root * root * root;
  Plane const p(v[0] / root, root * v[1]);
  double const slope = h / 2 * x * (v[1] * v[1] / root - v[0] * v[0] / cube) - weight * x / cube;
  return {p - Plane(slope / 2, 0), p + Plane(slope / 2, 0)};
}

/// Nodes r_0 ... r_N of the paper's case, r_0 = 0 and r_1 = (h, h), by Newton's method.
template <class Momenta>
std::vector<Plane> path(Momenta const& momenta, double h, int N) {
  std::vector<Plane> r{Plane(0, 0), Plane(h, h)};
  Plane v(1, 1), p = momenta(Plane(h / 2, h / 2), v).right;
  while (static_cast<int>(r.size()) <= N) {
    Plane const from = r.back();
    auto const left = [&](Plane const& u) -> Plane { return momenta(from + h / 2 * u, u).left; };
    for (int iteration = 0; iteration < 20; ++iteration) {
      double const d = 1e-6;
      Eigen::Matrix2d slope;
      for (int i = 0; i < 2; ++i)
        slope.col(i) = (left(v + d * Plane::Unit(i)) - left(v - d * Plane::Unit(i))) / (2 * d);
      Plane const update = slope.inverse() * (left(v) - p);
      v -= update;
      if (!(update.norm() > 1e-15)) break;
    }
    p = momenta(from + h / 2 * v, v).right;
    r.push_back(from + h * v);
  }
  return r;
}

/// Largest distance of the nodes up to t = 10 from (53), x = t and y = asinh t.
template <class Momenta>
double error_of_path(Momenta const& momenta, double h) {
  auto const r = path(momenta, h, static_cast<int>(std::lround(10 / h)));
  Largest error;
  for (std::size_t i = 0; i < r.size(); ++i) {
    double const t = double(i) * h;
    error(std::hypot(r[i][0] - t, r[i][1] - std::asinh(t)));
  }
  return error.value;
}

inline double rdla_error(double h, double c, bool printed_f2 = false) {
  return error_of_path(
      [&](Plane const& r, Plane const& v) { return rdla_momenta(r, v, h, c, printed_f2); }, h);
}
inline double pthdel_error(double h, double weight) {
  return error_of_path(
      [&](Plane const& r, Plane const& v) { return pthdel_momenta(r, v, h, weight); }, h);
}

/// Step size at which readings of a whole method are compared.
inline constexpr double fine_step = 1.0 / 80;

inline Readings force_without_step() {
  return {rdla_error(fine_step, 1), rdla_error(fine_step, -fine_step / 2)};
}
inline Readings force_of_whole_step() {
  return {rdla_error(fine_step, fine_step), rdla_error(fine_step, -fine_step / 2)};
}
inline Readings second_force() {
  return {rdla_error(fine_step, -fine_step / 2, true), rdla_error(fine_step, -fine_step / 2)};
}
inline Readings energy_term() {
  return {pthdel_error(fine_step, 1), pthdel_error(fine_step, fine_step)};
}

/// The particle on a certified motion, with the accelerations A^T lambda.
struct ParticleState {
  double x, y, z, vx, vy, vz, ax, ay;
};
inline std::vector<ParticleState> particle_states(Study& study, Run const& motion,
                                                  std::vector<RawQuad> const& times) {
  std::vector<ParticleState> all;
  for (auto const& s : study.reference(motion, times)) {
    auto const q = [&](int i) { return double(s.q[i]); };
    auto const v = [&](int i) { return double(s.v[i]); };
    all.push_back({q(0), q(1), q(2), v(0), v(1), v(2), 0, double(s.multipliers[0]) * q(0)});
  }
  return all;
}
inline ParticleState particle_at_one(Study& study) {
  return particle_states(study, {.problem = "hamiltonizable_particle"}, {1})[0];
}

/// Residual of (5) along the motion, with F_a = -(dl/dz') B_ab v^b and B_12 as (7) gives it, +1, or
/// with the other sign; changed: without it.
inline Readings curvature_sign(ParticleState const& s) {
  auto const residual = [&](double B) {
    double const F1 = -s.vz * B * s.vy, F2 = s.vz * B * s.vx;
    return larger_or_nan(std::abs(s.ax - s.x * s.vy * s.vy - F1),
                         std::abs((1 + s.x * s.x) * s.ay + 2 * s.x * s.vx * s.vy - F2));
  };
  return {residual(1), residual(-1), residual(0)};
}

/// Distance of (28) from L_d restricted to the constraint, both symmetrised: at epsilon = 0, one of
/// those that (13) allows, and at 1/2.
inline Readings symmetrised_reduction() {
  double const h = 0.1, x0 = 0.3, x1 = 0.5, vy = 0.7;
  auto const distance = [&](double epsilon) {
    double const xe = (1 - epsilon) * x0 + epsilon * x1, xo = epsilon * x0 + (1 - epsilon) * x1;
    double const vz = -(xe + xo) / 2 * vy;  // the symmetrised (19)
    double const restricted = h / 2 * (vy * vy + vz * vz);
    double const of_28 = h / 2 * (1 + (xe * xe + xo * xo) / 2) * vy * vy;
    return std::abs(restricted - of_28);
  };
  return {distance(0), distance(0.5)};
}

/// dx/dtau and dy/dtau on the motion at tau = 0.9, by differences, less c x'(t), c y'(t) with
/// c = 1 + x^2 or its root, or changed, the inverse of the root: the larger one.
inline Readings rate_in_tau(Study& study) {
  auto const& problem = study.problem("hamiltonizable_particle");
  RawQuad const tau = RawQuad(9) / 10, d = RawQuad(1e-8);
  auto const states = problem.exact({}, problem.times_at({}, {tau - d, tau, tau + d}));
  double const x = double(states[1].q[0]), u = 1 + x * x;
  Readings all{0, 0};
  for (int i = 0; i < 2; ++i) {
    double const rate = double((states[2].q[i] - states[0].q[i]) / (2 * d));
    double const v = double(states[1].v[i]);
    all.printed = larger_or_nan(all.printed, std::abs(u * v - rate));
    all.corrected = larger_or_nan(all.corrected, std::abs(std::sqrt(u) * v - rate));
    all.changed = larger_or_nan(all.changed, std::abs(v / std::sqrt(u) - rate));
  }
  return all;
}

/// (31) at P of x' and y', less the energy x' P_x + y' P_y - L_c, for either P_x.
inline Readings legendre_momentum() {
  double const x = 0.8, wx = 0.7, wy = 0.6, u = 1 + x * x;
  double const L = (wx * wx / u + wy * wy) / 2;
  auto const residual = [&](double P) {
    return std::abs((u * P * P + wy * wy) / 2 - (wx * P + wy * wy - L));
  };
  return {residual(wx / std::sqrt(u)), residual(wx / u)};
}

/// Residual of the first equation of (5) on the motion, F_1 = -x y^2 or -x vy^2; changed: x vy^2.
inline Readings dots_of_27(ParticleState const& s) {
  auto const residual = [&](double F1) { return std::abs(s.ax - s.x * s.vy * s.vy - F1); };
  return {residual(-s.x * s.y * s.y), residual(-s.x * s.vy * s.vy), residual(s.x * s.vy * s.vy)};
}

/// Residual of the Euler-Lagrange equation in y of (51) on the motion, with y^2 or vy^2; changed:
/// the root in the denominator.
inline Readings dots_of_51(ParticleState const& s) {
  double const root = std::sqrt(1 + s.x * s.x);
  return {std::abs(root * s.y), std::abs(s.x * s.vx / root * s.vy + root * s.ay),
          std::abs((s.ay - s.x * s.vx / (root * root) * s.vy) / root)};
}

/// The constraint of footnote 7 on the motion, z + x y or vz + x vy; changed: vz - x vy.
inline Readings dots_of_footnote_7(ParticleState const& s) {
  return {std::abs(s.z + s.x * s.y), std::abs(s.vz + s.x * s.vy), std::abs(s.vz - s.x * s.vy)};
}

/// c(q) v on the motion with c = (0, x, 0), as printed after (17), and (0, x, 1); changed: (0, x,
/// -1).
inline Readings coefficient_of_z(ParticleState const& s) {
  return {std::abs(s.x * s.vy), std::abs(s.x * s.vy + s.vz), std::abs(s.x * s.vy - s.vz)};
}

/// Residual of the second equation of (5) on the motion, F_2 = x y^2 or x vx vy; changed:
/// -x vx vy.
inline Readings second_component(ParticleState const& s) {
  auto const residual = [&](double F2) {
    return std::abs((1 + s.x * s.x) * s.ay + 2 * s.x * s.vx * s.vy - F2);
  };
  return {residual(s.x * s.y * s.y), residual(s.x * s.vx * s.vy), residual(-s.x * s.vx * s.vy)};
}

/// B_xy that the first equation of (5) needs on the motion.
inline double needed_curvature(ParticleState const& s) {
  return -(s.ax - s.x * s.vy * s.vy) / (s.vz * s.vy);
}

/// (52), E or h E before its last root, less h times (51) at the point of (32), relative to it, at
/// random pairs of points; changed: epsilon and 1 - epsilon exchanged.
inline Readings discrete_energy_term(Study& study, int pairs) {
  double const h = 0.1, E = 1.3;
  Readings all{0, 0};
  for (int k = 1; k <= pairs; ++k) {
    Random random(1, k);
    Plane const a(random.uniform(), random.uniform()), b(random.uniform(), random.uniform());
    Plane const quotient = (b - a) / h;
    for (double const epsilon : {0.0, 0.25, 0.5, 1.0}) {
      auto const of_52 = [&](double e, double weight) {
        double const x = (1 - e) * a[0] + e * b[0], root = std::sqrt(1 + x * x);
        return h / (2 * root) * std::pow((b[0] - a[0]) / h, 2) +
               h / 2 * root * std::pow((b[1] - a[1]) / h, 2) + weight * E / root;
      };
      auto const of_51 = [&](double x, Plane const& v) {
        double const u = 1 + x * x;
        return (v[0] * v[0] / std::sqrt(u) + std::sqrt(u) * v[1] * v[1]) / 2 + E / std::sqrt(u);
      };
      double const exact = h * of_51(((1 - epsilon) * a + epsilon * b)[0], quotient);
      auto const enter = [&](double& most, double value) {
        most = larger_or_nan(most, std::abs(value / exact - 1));
      };
      enter(all.printed, of_52(epsilon, 1));
      enter(all.corrected, of_52(epsilon, h));
      enter(all.changed, of_52(1 - epsilon, h));
    }
  }
  study.uses("E8");
  return all;
}

/// The momentum before (31) less the derivative of (30) by x', by differences that are exact for
/// what is quadratic; changed: the exponent -2.
inline Readings momentum_of_x() {
  Readings all{0, 0};
  for (double const x : {-1.1, 0.3, 0.8}) {
    double const u = 1 + x * x, w = 0.7;
    auto const l_30 = [&](double wx) { return (wx * wx / u + 0.36) / 2; };
    double const derivative = (l_30(w + 1) - l_30(w - 1)) / 2;
    auto const enter = [&](double& most, double exponent) {
      most = larger_or_nan(most, std::abs(std::pow(u, exponent) * w - derivative));
    };
    enter(all.printed, -0.5);
    enter(all.corrected, -1);
    enter(all.changed, -2);
  }
  return all;
}

/// Exponent in cos(phi) of the kinetic energy of unit velocities along x on the knife edge, as
/// phi -> pi/2, for f^power times the Lagrangian l_c(r, f^scale v).
inline double exponent_at_the_singularity(Study& study, double power, double scale) {
  auto const& problem = study.problem("knife_edge");
  std::vector<double> cosine, kinetic;
  for (double const distance : {1e-2, 5e-3, 2e-3, 1e-3}) {
    double const phi = std::acos(0.0) - distance, f = std::cos(phi), v = std::pow(f, scale);
    Setting setting;
    setting.q = {0, RawQuad(phi), 0};
    setting.v = {RawQuad(v), 0, RawQuad(v * std::tan(phi))};
    cosine.push_back(f);
    kinetic.push_back(std::pow(f, power) * problem.energy(setting));
  }
  return fit_power(cosine, kinetic).slope;
}

/// am(u | -1): the angle at which the integral of (1 + sin^2)^(-1/2) is u, by Newton's method.
inline double amplitude(double u) {
  auto const slope = [](double a) { return 1 / std::sqrt(1 + std::sin(a) * std::sin(a)); };
  double angle = u;
  for (int i = 0; i < 20; ++i) {
    double const integral =
        boost::math::quadrature::gauss_kronrod<double, 61>::integrate(slope, 0, angle, 10, 1e-15);
    angle -= (integral - u) / slope(angle);
  }
  return angle;
}

/// x(tau = 0.7) of the sinusoidal particle from (0, 0) with velocity (2, 3): (63) as printed and
/// am(alpha_x tau | -1), less the exact motion; changed: without the factor 1/alpha_x.
inline Readings solution_in_tau(Study& study) {
  auto const& problem = study.problem("sinusoidal_particle");
  Setting setting;
  setting.q = {0, 0, 0};
  setting.v = {2, 3, 0};
  double const tau = 0.7;
  double const x =
      double(problem.exact(setting, problem.times_at(setting, {RawQuad(tau)}))[0].q[0]);
  return {std::abs(amplitude(2 * tau / 3) / 2 - x), std::abs(amplitude(2 * tau) - x),
          std::abs(2 * amplitude(2 * tau) - x)};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
