#pragma once
// Does a quantity that swings regularly also drift?

#include <vector>

namespace rattleback {

/// A drift is what moves a quantity by more in the whole run than it swings.
struct Trend {
  double rate = 0;    ///< slope of the means of ten blocks of the series
  double ripple = 0;  ///< half of what the quantity swings within a block about the line of that
                      ///< slope, the median of the blocks
  bool drifts = false;
};

/// Throws std::invalid_argument for fewer than ten values or unequal lengths.
Trend trend_of(std::vector<double> const& times, std::vector<double> const& values);

struct BlockMeans {
  std::vector<double> times, means;
};

/// The means of ten blocks of equal length.
BlockMeans block_means(std::vector<double> const& times, std::vector<double> const& values);

}  // namespace rattleback
