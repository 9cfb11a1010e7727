#pragma once

#include <vector>

namespace rattleback {

/// Straight line y = intercept + slope x by least squares.
struct Line {
  double slope, intercept;
  double confidence;    ///< half width of the slope's 95% interval (Student)
  double max_residual;  ///< largest |y - line|
};

/// Fits a line. Throws std::invalid_argument for fewer than three points or unequal lengths.
Line fit_line(std::vector<double> const& x, std::vector<double> const& y);

/// Fits a line to log(y) over log(x): the slope is the exponent. Throws as fit_line().
Line fit_power(std::vector<double> const& x, std::vector<double> const& y);

}  // namespace rattleback
