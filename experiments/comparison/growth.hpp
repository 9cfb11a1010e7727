#pragma once
// How an error behaves in the long run. A verdict is given only where the series shows it.

#include <functional>
#include <optional>
#include <vector>

namespace rattleback {

/// Drifting: a trend for sure, but neither straight nor exponential, or one whose law is not known.
enum class Growth { bounded, square_root, linear, exponential, drifting, undecided };

char const* name_of(Growth growth);

/// What a series says about itself.
struct GrowthVerdict {
  Growth kind = Growth::undecided;
  /// Half the slope of log mean square increment of block means over log lag (0, 1/2 and 1 are
  /// bounded, square-root and linear growth); the rate per unit of time where exponential.
  double exponent = 0;
  Growth likeliest = Growth::undecided;  ///< the kind that comes nearest, where none is shown
};

/// Judges the values of an error at equidistant times. Fewer than 128 of them are undecided.
///
/// A trend is the curve that fits best by least squares: a line, an exponential, a power law. It
/// counts where it moves farther than the oscillation amplitude, the root mean square of what it
/// leaves. A jump must fit worse, and the rate of an exponential must lie within its bounds. A
/// random walk has a spectrum that falls with the square of the frequency, which is a variance that
/// grows with the lag. Where the increments grow exponentially from block to block, an oscillation
/// does.
///
/// Throws std::invalid_argument for values that are not finite, unequal lengths, or times that are
/// not increasing in equal steps.
GrowthVerdict classify_growth(std::vector<double> const& times, std::vector<double> const& values);

/// What one run shows.
struct JudgedRun {
  GrowthVerdict verdict;
  bool left_range = false;  ///< the values became too large for numbers, or were about to
};

/// Growth that is claimed, and how long the run was that decided it.
struct ClaimedGrowth {
  GrowthVerdict verdict;
  int times = 0;  ///< its length over that of the first run; 0: there was none
};

/// Claims growth from runs that are 1, 2, 4, ..., `longest` times as long as the first. A growth of
/// any kind is claimed where the next run shows the same kind again: a trend may be part of a slow
/// oscillation, and what walks at random in a short run may meet its limits in a longer one.
/// Bounded is claimed at once. A run that leaves the range of numbers is the last, and what it
/// shows is claimed unless that is bounded. What is not claimed is undecided.
///
/// `run` judges the run that is so many times as long; where it has no complete one, the search
/// ends.
ClaimedGrowth claim_growth(std::function<std::optional<JudgedRun>(int times)> const& run,
                           int longest);

}  // namespace rattleback
