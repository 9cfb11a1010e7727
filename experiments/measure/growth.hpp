#pragma once
// Growth of an error over a long run: classification of a series, confirmed by longer runs.

#include <functional>
#include <optional>
#include <vector>

namespace rattleback {

/// Kinds of growth. Drifting: a trend that is neither straight nor exponential.
enum class Growth { bounded, square_root, linear, exponential, drifting, undecided };

char const* name_of(Growth growth);

/// Verdict on the growth of one series.
struct GrowthVerdict {
  Growth kind = Growth::undecided;
  /// Half the slope of log mean square increment of block means over log lag (0, 1/2 and 1 are
  /// bounded, square-root and linear growth); the rate per unit of time if the kind is exponential.
  double exponent = 0;
  Growth likeliest = Growth::undecided;  ///< the nearest kind, even if the verdict is undecided
};

/// Classifies the values of an error at equidistant times. Fewer than 128 values are undecided.
///
/// A trend is the line, exponential or power law that fits best by least squares. It counts if it
/// moves farther than the oscillation amplitude, the root mean square of its residual. A jump must
/// fit worse, and the rate of an exponential must lie inside its bounds. A random walk has a
/// spectrum that falls with the square of the frequency and a variance that grows with the lag. An
/// oscillation grows exponentially if its increments do from block to block.
///
/// Throws std::invalid_argument for values that are not finite, unequal lengths, or times that are
/// not increasing in equal steps.
GrowthVerdict classify_growth(std::vector<double> const& times, std::vector<double> const& values);

/// Verdict on one run.
struct JudgedRun {
  GrowthVerdict verdict;
  /// True if the values left, or were about to leave, the range of numbers.
  bool left_range = false;
};

/// Growth that is claimed, and the length of the run that decided it.
struct ClaimedGrowth {
  GrowthVerdict verdict;
  int times = 0;  ///< length of that run over the length of the first; 0: there was no run
};

/// Claims growth from runs that are 1, 2, 4, ..., `longest` times as long as the first. Growth of
/// any kind is claimed if the next run shows the same kind again: a trend may be part of a slow
/// oscillation, and a random walk in a short run may be bounded in a longer one. Bounded is claimed
/// at once. A run that leaves the range of numbers is the last one, and its kind is claimed unless
/// that is bounded. Otherwise the growth is undecided.
///
/// @param run  classifies the run of that many lengths; nullopt, which ends the search, if the run
///             is incomplete
ClaimedGrowth claim_growth(std::function<std::optional<JudgedRun>(int times)> const& run,
                           int longest);

}  // namespace rattleback
