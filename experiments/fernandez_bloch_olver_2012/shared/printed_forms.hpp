#pragma once
// Formulas of the paper in printed and corrected form on its running example, the particle with l_c
// = (vx^2 + (1 + x^2) vy^2)/2 and F = (-x vy^2, x vx vy).

#include <Eigen/LU>

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// Discrete momenta of an interval at its two ends. The two-point equations are left(r_i, r_(i+1))
/// = right(r_(i-1), r_i).
struct EndMomenta {
  Plane left, right;
};

/// Momenta of (21) at epsilon = 1/2, D_1 L_d + D_2 L_d = c (F + F), from the midpoint r and the
/// velocity v. Printed in (24)-(25): c = 1; printed in (27): c = h; correct: c = -h/2.
/// @param printed_f2  true for F_2 = x vy^2 as printed in (27), instead of x vx vy
inline EndMomenta rdla_momenta(Plane const& r, Plane const& v, double h, double c,
                               bool printed_f2 = false) {
  double const x = r[0], vx = v[0], vy = v[1];
  Plane const p(vx, (1 + x * x) * vy), slope(x * vy * vy, 0);
  Plane const force(-x * vy * vy, printed_f2 ? x * vy * vy : x * vx * vy);
  return {p - h / 2 * slope + c * force, p + h / 2 * slope - c * force};
}

/// Momenta of (33) with (40) at epsilon = 1/2, from the midpoint r and the velocity w in tau.
inline EndMomenta hdel_momenta(Plane const& r, Plane const& w, double h) {
  double const x = r[0], u = 1 + x * x, slope = -x * w[0] * w[0] / (u * u);
  Plane const p(w[0] / u, w[1]), half_kick(h / 2 * slope, 0);
  return {p - half_kick, p + half_kick};
}

/// Momenta of (46) with (52) at epsilon = 1/2. `weight` is the factor of E/sqrt(1 + x^2), E = 1:
/// correct is h, printed is 1.
inline EndMomenta pthdel_momenta(Plane const& r, Plane const& v, double h, double weight) {
  double const x = r[0], root = std::sqrt(1 + x * x), cube = root * root * root;
  Plane const p(v[0] / root, root * v[1]);
  double const slope = h / 2 * x * (v[1] * v[1] / root - v[0] * v[0] / cube) - weight * x / cube;
  return {p - Plane(slope / 2, 0), p + Plane(slope / 2, 0)};
}

/// End momenta of an interval from its midpoint and velocity.
using Momenta = std::function<EndMomenta(Plane const& r, Plane const& v)>;

/// Nodes r_0 ... r_N of the paper's case, r_0 = 0 and r_1 = (h, h), by Newton's method.
inline std::vector<Plane> path(Momenta const& momenta, double h, int N) {
  std::vector<Plane> r{Plane(0, 0), Plane(h, h)};
  Plane v(1, 1), p = momenta(Plane(h / 2, h / 2), v).right;
  while (static_cast<int>(r.size()) <= N) {
    Plane const from = r.back();
    auto const left = [&](Plane const& u) -> Plane { return momenta(from + h / 2 * u, u).left; };
    for (int iteration = 0; iteration < 20; ++iteration) {
      Plane const d1(1e-6, 0), d2(0, 1e-6);
      Eigen::Matrix2d slope;
      slope << (left(v + d1) - left(v - d1)) / 2e-6, (left(v + d2) - left(v - d2)) / 2e-6;
      Plane const update = slope.inverse() * (left(v) - p);
      v -= update;
      if (!(update.norm() > 1e-15)) break;
    }
    p = momenta(from + h / 2 * v, v).right;
    r.push_back(from + h * v);
  }
  return r;
}

/// Distances of the nodes up to t from (53), x = t and y = asinh t.
inline std::vector<double> errors_of_path(Momenta const& momenta, double h, double t = 10) {
  auto const r = path(momenta, h, static_cast<int>(std::lround(t / h)));
  return series(r.size(), [&](std::size_t i) {
    return (r[i] - Plane(double(i) * h, std::asinh(double(i) * h))).norm();
  });
}

inline double rdla_error(double h, double c, bool printed_f2 = false) {
  return largest(
      errors_of_path([&](auto& r, auto& v) { return rdla_momenta(r, v, h, c, printed_f2); }, h));
}
inline double pthdel_error(double h, double weight) {
  return largest(
      errors_of_path([&](auto& r, auto& v) { return pthdel_momenta(r, v, h, weight); }, h));
}

/// Exponent in the distance of phi from pi/2, as phi -> pi/2 from below, of the kinetic energy of
/// unit velocities along x on the knife edge, for f^power times the Lagrangian l_c(r, f^scale v).
/// @param turns  odd number of quarter turns, for other zeros of f than pi/2
inline double exponent_at_the_singularity(Study& study, double power, double scale, int turns = 1) {
  auto const& problem = study.problem("knife_edge");
  std::vector<double> const distances{1e-2, 5e-3, 2e-3, 1e-3};
  std::vector<double> kinetic;
  for (double const distance : distances) {
    double const phi = turns * std::acos(0.0) - distance, f = std::abs(std::cos(phi)),
                 v = std::pow(f, scale);
    Setting setting;
    setting.q = {0, Quad(phi), 0};
    setting.v = {Quad(v), 0, Quad(v * std::tan(phi))};
    kinetic.push_back(std::pow(f, power) * problem.energy(setting));
  }
  return fit_power(distances, kinetic).slope;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
