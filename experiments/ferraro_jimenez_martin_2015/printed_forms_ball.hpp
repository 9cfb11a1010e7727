#pragma once
// Formulas of section 7.4 as they are printed and as they should read, on the paper's second
// example, in arithmetic of this file's own.

#include <Eigen/Dense>

#include "experiments/core/misprint.hpp"
#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

using Vec3 = Eigen::Vector3d;
using Vec5 = Eigen::Matrix<double, 5, 1>;  ///< (x, y; w) or its dual
using Mat5 = Eigen::Matrix<double, 5, 5>;
using Rows = Eigen::Matrix<double, 2, 5>;

struct BallData {
  double m = 3, r = 1;
  Vec3 I{1, 1.1, 1.2};
  double Omega = 0.2;

  Mat5 metric() const {
    Vec5 diagonal;
    diagonal << m, m, I;
    return diagonal.asDiagonal();
  }
  /// Rows of the constraints (40), mu (v - Y) = 0.
  Rows mu() const {
    Rows rows;
    rows << 1, 0, 0, -r, 0,  //
        0, 1, r, 0, 0;
    return rows;
  }
  /// G^-1 mu^T C^-1 mu, the orthogonal projection along the printed D~.
  Mat5 projection() const {
    Mat5 const inverse = metric().inverse();
    Eigen::Matrix2d const C = mu() * inverse * mu().transpose();
    return inverse * mu().transpose() * C.inverse() * mu();
  }
  /// (44)
  Mat5 printed_Q() const {
    double const c1 = m * r * r + I[0], c2 = m * r * r + I[1];
    Mat5 Q;
    Q << I[1] / c2, 0, 0, -r * I[1] / c2, 0,   //
        0, I[0] / c1, r * I[0] / c1, 0, 0,     //
        0, m * r / c1, m * r * r / c1, 0, 0,   //
        -m * r / c2, 0, 0, m * r * r / c2, 0,  //
        0, 0, 0, 0, 0;
    return Q;
  }
  /// (45)
  Mat5 printed_P() const {
    double const c1 = m * r * r + I[0], c2 = m * r * r + I[1];
    Mat5 P;
    P << m * r * r / c2, 0, 0, r * I[1] / c2, 0,  //
        0, m * r * r / c1, -r * I[0] / c1, 0, 0,  //
        0, -m * r / c1, I[0] / c1, 0, 0,          //
        m * r / c2, 0, 0, I[1] / c2, 0,           //
        0, 0, 0, 0, 1;
    return P;
  }
  /// Pi = G~(Y~, .) at (x, y).
  Vec5 Pi(double x, double y) const {
    Vec5 pi;
    pi << -m * Omega * y, m * Omega * x, 0, 0, 0;
    return pi;
  }
  double norm2(Vec3 const& w) const { return w.cwiseProduct(I).dot(w); }
};

/// (42) with (43) and the Cayley map, one node after the other.
struct BallMap {
  BallData data = {};
  double pi_sign = -1;          ///< of 2 Q* Pi in (42b): -1 is right, +1 is printed
  bool scaled_inertia = false;  ///< F l_d^+- with D_3 l_d = h I w as printed, instead of I w

  double x = 1, y = 0;
  Vec5 p = Vec5::Zero();  ///< p_k^-

  /// The start B: p_0 = p(0), with (vx, vy) from (40).
  void start(double h, Vec3 const& w = {-0.2, 0, 0.4}) {
    double const vx = data.r * w[1] - data.Omega * y, vy = -data.r * w[0] + data.Omega * x;
    p << data.m * vx, data.m * vy, inertia(h).cwiseProduct(w);
  }
  Vec3 inertia(double h) const { return scaled_inertia ? Vec3(h * data.I) : data.I; }

  /// (dcay^-1_(s h w))^* of the momentum, s = +-1.
  Vec3 end_momentum(Vec3 const& w, double h, double s) const {
    Vec3 const M = inertia(h).cwiseProduct(w);
    return M + s * h / 2 * w.cross(M) + h * h / 4 * w.dot(M) * w;
  }
  void step(double h) {
    Vec3 const M = p.tail<3>();
    Vec3 w = M.cwiseQuotient(inertia(h));
    for (int iteration = 0; iteration < 50; ++iteration) {
      Eigen::Matrix3d slope;
      double const d = 1e-6;  // end_momentum is a cubic: central differences are good to d^2
      for (int i = 0; i < 3; ++i)
        slope.col(i) = (end_momentum(w + d * Vec3::Unit(i), h, 1) -
                        end_momentum(w - d * Vec3::Unit(i), h, 1)) /
                       (2 * d);
      Vec3 const update = slope.partialPivLu().solve(end_momentum(w, h, 1) - M);
      w -= update;
      if (!(update.norm() > 1e-15)) break;
    }
    x += h * p[0] / data.m;
    y += h * p[1] / data.m;
    Vec5 plus;
    plus << p.head<2>(), end_momentum(w, h, -1);
    // (42): P*(p^- - p^+) = 0 and Q*(p^- + p^+) + pi_sign 2 Q* Pi = 0.
    p = plus - 2 * data.printed_Q().transpose() * (plus + pi_sign * data.Pi(x, y));
  }
};

/// Where (42) in a reading brings the contact point at T = 15, less the exact motion.
inline double ball_error(double pi_sign, bool scaled_inertia, long steps) {
  BallMap map{.pi_sign = pi_sign, .scaled_inertia = scaled_inertia};
  double const h = 15.0 / double(steps);
  map.start(h);
  for (long i = 0; i < steps; ++i) map.step(h);
  static auto const exact = exact_state("body_frame_ball", "figure_3", 15);
  double const error = std::hypot(map.x - exact.q[0], map.y - exact.q[1]);
  return std::isfinite(error) ? error : 1e300;
}
inline constexpr long fine_steps = 3000;

/// E12: D_3 l_d in the discrete Legendre transformations.
inline Readings inertia_of_the_legendre_transformation() {
  return {ball_error(-1, true, fine_steps), ball_error(-1, false, fine_steps)};
}
/// E13: the sign of 2 Q* Pi in (38b), (42b).
inline Readings sign_of_pi() {
  return {ball_error(1, false, fine_steps), ball_error(-1, false, fine_steps)};
}

/// Velocity of the contact point less that of rolling, v = r omega x e3 + Omega e3 x (x, y), with
/// omega = R w in space (R row by row).
inline double slip(State const& s, BallData const& data) {
  auto const& q = s.q;
  double omega[2];
  for (int i = 0; i < 2; ++i)
    omega[i] = q[2 + 3 * i] * s.v[2] + q[3 + 3 * i] * s.v[3] + q[4 + 3 * i] * s.v[4];
  return std::hypot(s.v[0] - data.r * omega[1] + data.Omega * q[1],
                    s.v[1] + data.r * omega[0] - data.Omega * q[0]);
}
/// E16: largest slip on the exact motion at t = 5, 10, 15: of the printed system, whose (40) has
/// the body components of the angular velocity, and of the ball.
inline Readings frames_of_the_constraint() {
  auto const largest = [](std::string const& problem, std::string const& case_name) {
    double worst = 0;
    for (auto const& s : exact_states(problem, case_name, {5, 10, 15}))
      worst = larger_or_nan(worst, slip(s, {}));
    return worst;
  };
  return {largest("body_frame_ball", "figure_3"), largest("chaplygin_sphere", "FJM-rotating")};
}

/// E15: exponent of h of (42) on the paper's second example, start B.
inline double order_of_the_ball_method() {
  Numbers h, errors;
  for (long const steps : {400, 800, 1600, 3200}) {
    h.push_back(15.0 / double(steps));
    errors.push_back(ball_error(-1, false, steps));
  }
  return fit_power(h, errors).slope;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
