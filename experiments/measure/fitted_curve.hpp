#pragma once
// Curves fitted to a series of equidistant values.

#include <vector>

namespace rattleback {

/// Curve over s in [0, 1] whose factor and constant are fitted to a series by least squares.
struct FittedCurve {
  std::vector<double> curve;  ///< one value per sample
  double factor = 0;
  double left = 0;   ///< mean square of the residual
  double rate = 0;   ///< rate of an exponential exp(rate s)
  double power = 0;  ///< exponent of a power law

  /// Difference between the last and the first sample of the curve.
  double moves() const { return factor * (curve.back() - curve.front()); }
  double moves_late() const;  ///< difference between the last and the middle sample of the curve
  std::vector<double> rest_of(std::vector<double> x) const;
};

FittedCurve fit_mean(std::vector<double> const& x);
/// Fits a straight line; equal weights by default.
FittedCurve fit_straight_line(std::vector<double> const& x,
                              std::vector<double> const& weights = {});
/// Fits an exponential with a rate from -largest_rate(x) to largest_rate(x).
FittedCurve fit_exponential(std::vector<double> const& x);
/// Fits (1 + c s)^p over several c and p.
FittedCurve fit_power_law(std::vector<double> const& x);
/// Fits a jump: zero before a sample, one from that sample on.
FittedCurve fit_jump(std::vector<double> const& x);

/// Returns the rate at which an e-folding has four samples; steeper exponentials look like jumps.
double largest_rate(std::vector<double> const& x);

}  // namespace rattleback
