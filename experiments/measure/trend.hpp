#pragma once
// Linear trend of an oscillating quantity.

#include <vector>

namespace rattleback {

/// Linear trend of a series. A drift moves the quantity by more than its oscillation amplitude.
struct Trend {
  double rate = 0;    ///< slope of the means of ten blocks of the series
  double ripple = 0;  ///< oscillation amplitude about the line of that slope: half of the range
                      ///< within a block, median of ten blocks
  bool drifts = false;
};

/// Fits the trend. Throws std::invalid_argument for fewer than ten values or unequal lengths.
Trend trend_of(std::vector<double> const& times, std::vector<double> const& values);

struct BlockMeans {
  std::vector<double> times, means;
};

/// Returns the means of blocks of equal length. Throws std::invalid_argument for fewer values than
/// blocks or unequal lengths.
BlockMeans block_means(std::vector<double> const& times, std::vector<double> const& values,
                       std::size_t blocks = 10);

}  // namespace rattleback
