#pragma once
// The method on the sleigh as one explicit map of T*Q, by formulas of its own.

#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// (x, y, theta, p_x, p_y, p_theta), the momentum p^- of the interval that starts there.
using Phase = Eigen::Matrix<double, 6, 1>;

/// One step of h with L_d = h L(theta_mid, dq/h). With A and C the components of p across and along
/// the direction theta + d/2, p^- = -D_1 L_d leaves one equation for d = dtheta,
///   a h A + I d + (a h/2) d C - h p_theta = 0,
/// and dx = h p_x/m + a d sin, dy = h p_y/m - a d cos. Then p^+ = D_2 L_d and the reflection with
/// the printed Q*.
inline Phase sleigh_map(Phase const& z, double h, SleighData const& data = {}) {
  double const m = data.m, I = data.I, a = double(data.a);
  double d = 0, s = 0, c = 0;
  for (int iteration = 0; iteration < 50; ++iteration) {
    s = std::sin(z[2] + d / 2), c = std::cos(z[2] + d / 2);
    double const A = -z[3] * s + z[4] * c, C = z[3] * c + z[4] * s;
    double const update =
        (a * h * A + I * d + a * h / 2 * d * C - h * z[5]) / (I + a * h / 4 * d * A);
    d -= update;
    if (std::abs(update) < 1e-16) break;
  }
  s = std::sin(z[2] + d / 2), c = std::cos(z[2] + d / 2);
  double const dx = h * z[3] / m + a * d * s, dy = h * z[4] / m - a * d * c;
  double const force = -m * a * d / h * (dx * c + dy * s);  // h dL/dtheta
  Vector<double, 3> const p_plus(m * (dx - a * d * s) / h, m * (dy + a * d * c) / h,
                                 (m * a * (dy * c - dx * s) + (I + m * a * a) * d) / h + force / 2);
  Vector<double, 3> const q = z.head<3>() + Vector<double, 3>(dx, dy, d);
  Phase next;
  next.head<3>() = q;
  next.tail<3>() = p_plus - 2 * printed_sleigh_dual_projector<double>(q, data) * p_plus;
  return next;
}

/// The map's Jacobian by central differences.
inline Eigen::Matrix<double, 6, 6> sleigh_slope(Phase const& z, double h) {
  double const d = 1e-5;
  Eigen::Matrix<double, 6, 6> J;
  for (int i = 0; i < 6; ++i)
    J.col(i) =
        (sleigh_map(z + d * Phase::Unit(i), h) - sleigh_map(z - d * Phase::Unit(i), h)) / (2 * d);
  return J;
}

/// The origin with p_0^- = -D_1 L_d of the interval from there to the second node of figure 5.
inline Phase sleigh_start() {
  SleighData const data;
  double const h = sleigh_step, a = double(data.a);
  auto const q1 = paper_motion().nodes(h, 1)[1];
  double const dx = q1[0], dy = q1[1], turn = q1[2], s = std::sin(turn / 2), c = std::cos(turn / 2);
  double const force = -data.m * a * turn / h * (dx * c + dy * s);
  Phase z;
  z << 0, 0, 0, data.m * (dx - a * turn * s) / h, data.m * (dy + a * turn * c) / h,
      (data.m * a * (dy * c - dx * s) + (data.I + data.m * a * a) * turn) / h - force / 2;
  return z;
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
