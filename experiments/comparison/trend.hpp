#pragma once
// Curves fitted to a series of equidistant values.

#include <vector>

namespace rattleback {

/// A curve over s = 0 to 1, with a factor and a constant fitted to a series by least squares.
struct Trend {
  std::vector<double> curve;  ///< one value a sample
  double factor = 0;
  double left = 0;   ///< mean square of what the curve leaves
  double rate = 0;   ///< of an exponential exp(rate s)
  double power = 0;  ///< of a power law

  /// From the first sample to the last.
  double moves() const { return factor * (curve.back() - curve.front()); }
  double moves_late() const;  ///< from the middle sample to the last
  std::vector<double> rest_of(std::vector<double> x) const;
};

Trend fit_mean(std::vector<double> const& x);
/// No weights: all equal.
Trend fit_straight_line(std::vector<double> const& x, std::vector<double> const& weights = {});
/// Rates from -largest_rate(x) to largest_rate(x).
Trend fit_exponential(std::vector<double> const& x);
/// (1 + c s)^p for several c and p.
Trend fit_power_law(std::vector<double> const& x);
/// Zero before a sample, one from there on.
Trend fit_jump(std::vector<double> const& x);

/// At this rate an e-folding has four samples; what is steeper cannot be told from a jump.
double largest_rate(std::vector<double> const& x);

}  // namespace rattleback
