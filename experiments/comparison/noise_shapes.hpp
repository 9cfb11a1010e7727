#pragma once
// How the variance of noise spreads over the modes of a slow motion.

#include <cmath>
#include <numbers>

#include "experiments/comparison/slow_motion.hpp"

namespace rattleback {

/// Of a slow motion that are looked at.
inline constexpr long most_modes = 128;
/// Of forgetful noise: 60 times its memory fit in the window.
inline constexpr double shortest_memory = 20;

/// A shape of the noise's variance over the modes.
struct NoiseShape {
  Eigen::VectorXd precisions;  ///< inverse variances
  double log_sum;
  int parameters;
};

/// All that are tried for a kind of noise.
inline std::vector<NoiseShape> shapes_of(SlowMotion const& motion, Noise noise) {
  Eigen::VectorXd squares(motion.size());  // k^2, as differences have it
  double const n = static_cast<double>(motion.samples), pi = std::numbers::pi;
  for (long k = 1; k <= motion.size(); ++k)
    squares[k - 1] = std::pow(2 * n / pi * std::sin(pi * static_cast<double>(k) / n / 2), 2);
  std::vector<NoiseShape> shapes;
  auto const add = [&](Eigen::VectorXd const& variances, int parameters) {
    Eigen::VectorXd const seen = variances.cwiseProduct(motion.response);
    shapes.push_back({seen.cwiseInverse(), seen.array().log().sum(), parameters});
  };
  if (noise == Noise::forgetful) {
    add(Eigen::VectorXd::Ones(motion.size()), 0);
    for (double corner = shortest_memory; corner < motion.size(); corner *= 1.5)
      for (double share = 0.5; share < 1e4; share *= 2)
        add(1 + share / (1 + squares.array() / (corner * corner)), 2);
  } else {
    double const power = noise == Noise::walk ? 1 : noise == Noise::below_walk ? 0.5 : 1.5;
    // The mode at which the power law meets the white noise.
    for (double corner = 0.5; corner < 8 * most_modes; corner *= std::sqrt(2))
      add(1 + (corner * corner / squares.array()).pow(power), 1);
  }
  return shapes;
}

}  // namespace rattleback
