#pragma once
// How an error behaves in the long run, judged as a statistician would: by evidence, with a
// verdict only where it suffices.

#include <vector>

namespace rattleback {

/// Drifting: a trend for sure, but neither straight nor exponential, or one whose law is not known.
enum class Growth { bounded, square_root, linear, exponential, drifting, undecided };

char const* name_of(Growth growth);

/// What a series says about itself.
struct GrowthVerdict {
  Growth kind = Growth::undecided;
  /// Half the slope of log mean square increment over log lag, oscillations removed (0, 1/2 and 1
  /// are bounded, square-root and linear growth); the rate per unit of time where exponential.
  double exponent = 0;
  double confidence = 0;  ///< posterior probability of `kind`; of the likeliest where undecided
  Growth likeliest = Growth::undecided;  ///< the kind with the greatest posterior probability
};

/// Judges the values of an error at equidistant times. Fewer than 128 of them are undecided.
///
/// The slow part of the series, its first cosine modes, is explained by several models: a trend,
/// oscillations of two periods or more in the window, and noise that forgets or a random walk.
/// Each is fitted by maximum likelihood and pays for its parameters (BIC). Models of what a window
/// cannot tell from growth compete as well: an oscillation of less than two periods, noise between
/// short and walking. They stand for `undecided`, as does a lead that is too small.
///
/// Throws std::invalid_argument for values that are not finite, unequal lengths, or times that are
/// not increasing in equal steps.
GrowthVerdict classify_growth(std::vector<double> const& times, std::vector<double> const& values);

}  // namespace rattleback
