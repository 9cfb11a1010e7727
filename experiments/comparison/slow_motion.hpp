#pragma once
// Models of the slow part of a time series, and their evidence.

#include <Eigen/Dense>
#include <array>
#include <optional>
#include <vector>

namespace rattleback {

/// The first cosine modes of a smoothed series, k = 1, 2, ..., without the mean. A random walk and
/// white noise have independent modes, of variance 1/(2 sin(pi k/2n))^2 and 1.
struct SlowMotion {
  long samples = 0;  ///< of the smoothed series
  Eigen::VectorXd modes;
  Eigen::VectorXd response;  ///< what smoothing leaves of a mode's variance
  double variance = 0;       ///< of the whole series
  /// cos and sin of pi k / 2 samples.
  Eigen::VectorXd cosines, sines;
  /// Oscillations to try, by their periods in the window; a column each of their odd and even
  /// modes.
  std::vector<double> candidates;
  std::array<Eigen::MatrixXd, 2> candidate_modes;

  explicit SlowMotion(std::vector<double> const& values);
  long size() const { return modes.size(); }
  /// Values at size() equidistant points of the window, of other modes of the same series.
  std::vector<double> at_points(Eigen::VectorXd const& other_modes) const;
};

/// The noise under trend and oscillations: white, and more at low frequencies.
enum class Noise {
  forgetful,   ///< memory of a small part of the window
  walk,        ///< a random walk
  below_walk,  ///< power law k^-1, a walk having k^-2
  above_walk   ///< k^-3
};

/// A family of explanations.
struct SlowModel {
  struct Range {
    double low, high;
  };
  /// Trend exp(rate t / T), T the window, with a rate of this range; linear where it is {0, 0}.
  std::optional<Range> trend;
  /// Trends of both this rate and its opposite, and a straight one: any smooth curve.
  bool any_curve = false;
  bool unresolved = false;  ///< with an oscillation of less than two periods
  Noise noise = Noise::forgetful;
};

struct SlowFit {
  double evidence = 0;          ///< log likelihood less half the BIC's penalty
  double rate = 0;              ///< of the trend, where there is one
  std::vector<double> lines;    ///< oscillations: periods in the window
  Eigen::VectorXd oscillation;  ///< their modes
};

SlowFit fit_slow_motion(SlowMotion const& motion, SlowModel const& model);

}  // namespace rattleback
