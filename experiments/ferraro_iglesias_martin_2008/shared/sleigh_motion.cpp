#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

#include <boost/math/quadrature/gauss.hpp>

namespace rattleback::ferraro_iglesias_martin_2008 {

SleighMotion::SleighMotion(double v0, double w0, SleighData const& data) {
  double const m = double(data.m), K = double(data.inertia());
  V = std::sqrt(v0 * v0 + K / m * w0 * w0);
  W = std::copysign(V * std::sqrt(m / K), w0);
  gamma = m * double(data.a) * V / K;
  reversal = -std::atanh(v0 / V) / gamma;
}

double SleighMotion::speed(double t) const { return V * std::tanh(gamma * (t - reversal)); }

double SleighMotion::angle(double t) const {
  auto const gudermann = [](double s) { return 2 * std::atan(std::tanh(s / 2)); };
  return W / gamma * (gudermann(gamma * (t - reversal)) + gudermann(gamma * reversal));
}

std::vector<Eigen::VectorXd> SleighMotion::nodes(double h, long n) const {
  using Rule = boost::math::quadrature::gauss<double, 20>;
  std::vector<Eigen::VectorXd> q{Eigen::Vector3d(0, 0, 0)};
  for (long i = 0; i < n; ++i) {
    double const from = double(i) * h, to = double(i + 1) * h;
    double const dx =
        Rule::integrate([&](double t) { return speed(t) * std::cos(angle(t)); }, from, to);
    double const dy =
        Rule::integrate([&](double t) { return speed(t) * std::sin(angle(t)); }, from, to);
    q.push_back(Eigen::Vector3d(q.back()[0] + dx, q.back()[1] + dy, angle(to)));
  }
  return q;
}

namespace {

double const m = double(SleighData{}.m), I = double(SleighData{}.I), a = double(SleighData{}.a);

/// Momentum D_2 L_d (side 1) or -D_1 L_d (side -1) of an interval (dx, dy, turn) with the angle
/// theta at its midpoint.
Eigen::Vector3d interval_momentum(double h, double dx, double dy, double turn, double theta,
                                  int side) {
  double const s = std::sin(theta), c = std::cos(theta);
  double const force = -m * a * turn / h * (dx * c + dy * s);  // h dL/dtheta
  return {m * (dx - a * turn * s) / h, m * (dy + a * turn * c) / h,
          (m * a * (dy * c - dx * s) + (I + m * a * a) * turn) / h + side * force / 2};
}

}  // namespace

Phase sleigh_map(Phase const& z, double h, double factor) {
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
  Eigen::Vector3d const p_plus = interval_momentum(h, dx, dy, d, z[2] + d / 2, 1),
                        q = z.head(3) + Eigen::Vector3d(dx, dy, d);
  Eigen::Matrix3d const Q_dual = printed_sleigh_dual_projector(q.cast<Quad>()).cast<double>();
  return together(q, p_plus - factor * Q_dual * p_plus);
}

Eigen::MatrixXd sleigh_slope(Phase const& z, double h, double factor) {
  double const d = 1e-5;
  Eigen::MatrixXd J(6, 6);
  for (int i = 0; i < 6; ++i) {
    Phase const by = d * Phase::Unit(6, i);
    J.col(i) = (sleigh_map(z + by, h, factor) - sleigh_map(z - by, h, factor)) / (2 * d);
  }
  return J;
}

Phase sleigh_start() {
  Eigen::Vector3d const q1 = paper_motion().nodes(sleigh_step, 1)[1];
  return together(Eigen::Vector3d(0, 0, 0),
                  interval_momentum(sleigh_step, q1[0], q1[1], q1[2], q1[2] / 2, -1));
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
