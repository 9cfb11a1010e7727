#pragma once
// Chaplygin sleigh: its exact motion, and the method as an explicit map of T*Q.

#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// Exact motion from (0, 0, 0). With K = I + m a^2 the speed v along the blade and the angular
/// velocity w obey v' = a w^2, w' = -(m a/K) v w, and therefore
///   v = V tanh(s), w = W sech(s), s = gamma (t - t0), gamma = m a V/K, m V^2 = m v^2 + K w^2;
/// theta is elementary, x and y are quadratures.
struct SleighMotion {
  double V, W, gamma, reversal;  ///< reversal: time t0 at which the contact point reverses

  /// @param v0, w0  initial speed along the blade and initial angular velocity
  SleighMotion(double v0, double w0, SleighData const& data);
  double speed(double t) const;
  double angle(double t) const;
  /// Nodes (x, y, theta) at 0, h, 2 h, ..., n h.
  std::vector<Eigen::VectorXd> nodes(double h, long n) const;
};

/// Case FIM: (v0, w0) = (-2, 0.48), h = 0.12.
inline constexpr double sleigh_speed = -2, sleigh_rate = 0.48, sleigh_step = 0.12;
inline SleighMotion paper_motion() { return {sleigh_speed, sleigh_rate, {}}; }
inline RawQuad exact_sleigh_step() { return RawQuad(12) / 100; }

inline Run sleigh_run(std::string method, long steps, RawQuad h = exact_sleigh_step()) {
  return run_of("chaplygin_sleigh", "FIM", std::move(method), h, steps);
}

/// State (x, y, theta, p_x, p_y, p_theta), with the momentum p^- of the interval after it.
using Phase = Eigen::VectorXd;

/// One step of h with L_d = h L(theta_mid, dq/h). With A and C the components of p orthogonal to
/// and along the direction theta + d/2, p^- = -D_1 L_d gives one equation for d = dtheta,
///   a h A + I d + (a h/2) d C - h p_theta = 0,
/// and dx = h p_x/m + a d sin, dy = h p_y/m - a d cos. Then p^+ = D_2 L_d and the reflection with
/// the printed Q*, p^+ - `factor` Q* p^+: 2 is the method, 0 the discrete Euler-Lagrange equations.
Phase sleigh_map(Phase const& z, double h, double factor = 2);

/// Jacobian of sleigh_map() by central differences.
Eigen::MatrixXd sleigh_slope(Phase const& z, double h, double factor = 2);

/// State at the origin with p_0^- = -D_1 L_d of the interval to the second node of figure 5.
Phase sleigh_start();

}  // namespace rattleback::ferraro_iglesias_martin_2008
