#pragma once
// The ball of section 7.4: runs through the catalogue, and its formulas as they are printed and as
// they should read, in arithmetic of this file's own.

#include <Eigen/Dense>

#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

/// What the method carries at the end.
inline Numbers const& carried(Trajectory<double> const& t, std::string const& name) {
  for (auto const& [key, values] : t.memory)
    if (key == name) return values;
  throw std::logic_error("the method carries no " + name);
}

/// The diagnostics p, p_plus (five numbers each) of step i = 1, ...
struct StepMomenta {
  Numbers p, p_plus;
};
inline StepMomenta momenta_of_step(Trajectory<double> const& t, std::size_t i) {
  auto const& row = t.diagnostics.at(i - 1);
  auto const at = [&](int k) { return Numbers(row.begin() + 5 * k, row.begin() + 5 * (k + 1)); };
  return {at(0), at(1)};
}

template <class B>
double contact_distance(Numbers const& q, std::vector<B> const& other) {
  return distance(q, other, 0, 2);
}
template <class B>
double spin_distance(Numbers const& v, std::vector<B> const& other) {
  return distance(v, other, 2, 5);
}

/// The reduced GNI on the system as printed, with the data of figure_1, figure_2 or figure_3.
inline Run printed_ball(std::string case_name, std::string start = "plain", Options options = {}) {
  return {.problem = "body_frame_ball",
          .method = "reduced_gni",
          .case_name = std::move(case_name),
          .start = std::move(start),
          .options = std::move(options)};
}

/// Configuration and velocity (vx, vy, w1, w2, w3).
struct State {
  Numbers q, v;
};
inline std::vector<State> exact_states(Study& study, Run const& run,
                                       std::vector<RawQuad> const& times) {
  std::vector<State> states;
  for (auto const& s : study.reference(run, times))
    states.push_back({{s.q.begin(), s.q.end()}, {s.v.begin(), s.v.end()}});
  return states;
}
inline State exact_state(Study& study, Run const& run, RawQuad time) {
  return exact_states(study, run, {time}).front();
}

/// The start of the method that is the start A or B of the paper's examples.
inline std::string start_called(std::string const& letter) {
  return letter == "A" ? "euler" : "plain";
}
inline constexpr char const* contact_error = "|({/:Italic x}, {/:Italic y}) error|";

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
  /// Left sides of (40).
  Eigen::Vector2d constraint(double x, double y, Vec5 const& v) const {
    return {v[0] - r * v[3] + Omega * y, v[1] + r * v[2] - Omega * x};
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

/// Displacement of the contact point and angular velocity of an interval.
struct Interval {
  double dx, dy;
  Vec3 w;
};

/// The five equations after (45) for two intervals of length h that meet at (x, y); for controls
/// with other signs of the gyroscopic terms and of O_1 to O_5.
inline Vec5 five_equations(BallData const& b, Interval const& now, Interval const& before, double x,
                           double y, double h, int gyroscopic = 1, int sign_of_O = 1) {
  auto const &w = now.w, &u = before.w;
  auto const& I = b.I;
  double const nw = sign_of_O * b.norm2(w), nu = sign_of_O * b.norm2(u), r = b.r,
               g = gyroscopic * h;
  double const O1 = h * h / 4 * (w[1] * nw - u[1] * nu);
  double const O2 = -h * h / 4 * (w[0] * nw - u[0] * nu);
  double const O3 = h * h / 4 * (w[2] * nw - u[2] * nu);
  double const O4 = -h * h / (8 * I[1]) * r * (w[1] * nw + u[1] * nu);
  double const O5 = h * h / (8 * I[0]) * r * (w[0] * nw + u[0] * nu);
  Vec5 e;
  e << b.m * r * (now.dx - before.dx) / h + I[1] * (w[1] - u[1]) +
           g / 2 * (I[0] - I[2]) * (w[0] * w[2] + u[0] * u[2]) + O1,
      b.m * r * (now.dy - before.dy) / h - I[0] * (w[0] - u[0]) -
          g / 2 * (I[2] - I[1]) * (w[1] * w[2] + u[1] * u[2]) + O2,
      I[2] * (w[2] - u[2]) + g / 2 * (I[1] - I[0]) * (w[0] * w[1] + u[0] * u[1]) + O3,
      (now.dx + before.dx) / (2 * h) + b.Omega * y - r * (w[1] + u[1]) / 2 -
          r * g / 4 * (I[0] - I[2]) / I[1] * (w[0] * w[2] - u[0] * u[2]) + O4,
      (now.dy + before.dy) / (2 * h) - b.Omega * x + r * (w[0] + u[0]) / 2 +
          r * g / 4 * (I[2] - I[1]) / I[0] * (w[1] * w[2] - u[1] * u[2]) + O5;
  return e;
}

/// (42) with (43) and the Cayley map, one node after the other.
struct BallMap {
  BallData data = {};
  double pi_sign = -1;          ///< of 2 Q* Pi in (42b): -1 is right, +1 is printed
  bool scaled_inertia = false;  ///< F l_d^+- with D_3 l_d = h I w as printed, instead of I w

  double x = 1, y = 0;
  Vec5 p = Vec5::Zero(), p_plus = Vec5::Zero();  ///< p_k^-, p_k^+
  Interval interval = {};                        ///< the last one

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
    interval = {h * p[0] / data.m, h * p[1] / data.m, w};
    x += interval.dx;
    y += interval.dy;
    p_plus << p.head<2>(), end_momentum(w, h, -1);
    // (42): P*(p^- - p^+) = 0 and Q*(p^- + p^+) + pi_sign 2 Q* Pi = 0.
    p = p_plus - 2 * data.printed_Q().transpose() * (p_plus + pi_sign * data.Pi(x, y));
  }
};

/// Where (42) in a reading brings the contact point at T = 15, less the exact motion.
inline double ball_error(State const& exact, double pi_sign, bool scaled_inertia, long steps) {
  BallMap map{.pi_sign = pi_sign, .scaled_inertia = scaled_inertia};
  double const h = 15.0 / double(steps);
  map.start(h);
  for (long i = 0; i < steps; ++i) map.step(h);
  double const error = std::hypot(map.x - exact.q[0], map.y - exact.q[1]);
  return std::isfinite(error) ? error : 1e300;
}
}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
