#pragma once
// Exact motion of the Chaplygin sleigh. With K = I + m a^2 its speed v along the blade and its
// turning rate w obey v' = a w^2, w' = -(m a/K) v w, so that
//   v = V tanh(s), w = W sech(s), s = gamma (t - t0), gamma = m a V/K, m V^2 = m v^2 + K w^2;
// theta is elementary, x and y are quadratures.

#include <boost/math/quadrature/gauss.hpp>

#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

struct SleighMotion {
  double V, W, gamma, reversal;  ///< reversal: time t0 at which the contact point reverses

  /// From (0, 0, 0) with v = v0 and w = w0.
  SleighMotion(double v0, double w0, SleighData const& d) {
    double const a = double(d.a), K = d.I + d.m * a * a;
    V = std::sqrt(v0 * v0 + K / d.m * w0 * w0);
    W = std::copysign(V * std::sqrt(d.m / K), w0);
    gamma = d.m * a * V / K;
    reversal = -std::atanh(v0 / V) / gamma;
  }
  double speed(double t) const { return V * std::tanh(gamma * (t - reversal)); }
  double angle(double t) const {
    auto const gudermann = [](double s) { return 2 * std::atan(std::tanh(s / 2)); };
    return W / gamma * (gudermann(gamma * (t - reversal)) + gudermann(gamma * reversal));
  }
  /// (x, y, theta) at 0, h, 2 h, ..., n h.
  std::vector<Vector<double, 3>> nodes(double h, long n) const {
    using Rule = boost::math::quadrature::gauss<double, 20>;
    std::vector<Vector<double, 3>> q{{0, 0, 0}};
    for (long i = 0; i < n; ++i) {
      double const from = double(i) * h, to = double(i + 1) * h;
      double const dx =
          Rule::integrate([&](double t) { return speed(t) * std::cos(angle(t)); }, from, to);
      double const dy =
          Rule::integrate([&](double t) { return speed(t) * std::sin(angle(t)); }, from, to);
      q.push_back({q.back()[0] + dx, q.back()[1] + dy, angle(to)});
    }
    return q;
  }
};

/// Case FIM: (v0, w0) = (-2, .48), h = .12.
inline constexpr double sleigh_speed = -2, sleigh_rate = 0.48, sleigh_step = 0.12;
inline SleighMotion paper_motion() { return {sleigh_speed, sleigh_rate, {}}; }
inline RawQuad exact_sleigh_step() { return RawQuad(12) / 100; }

inline Run sleigh_run(std::string method, long steps, RawQuad h = exact_sleigh_step()) {
  return run_of("chaplygin_sleigh", "FIM", std::move(method), h, steps);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
