#pragma once
// Knife edge near cos(phi) = 0: outcome of a run, step by step, and scores that distinguish the
// neighbourhood of the crossings from the other nodes.

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// Step from node i to node i + 1, in the coordinate that its scalar equation determines.
struct StepRecord {
  double roots = 1;        ///< real roots in the searched window
  double chosen = 0;       ///< chosen increment
  double gap = 0;          ///< distance from the chosen increment to the next root
  double nominal = 0;      ///< increment of the exact motion; NaN if there is none
  double denominator = 1;  ///< divisor of the step
};

/// Outcome of a run.
enum class Passage { complete, ambiguous, fold, wrong_branch, singular, failed };

struct PassageReport {
  Passage passage = Passage::complete;
  long step = -1;  ///< i of the deciding step, which leaves node i; -1: none
  long nodes = 0;  ///< nodes 0 ... nodes - 1 are the prefix that follows the motion

  bool completed() const { return passage == Passage::complete || passage == Passage::ambiguous; }
};

/// Threshold of a division by zero: a smaller divisor loses six digits.
inline constexpr double singular_denominator = 1e-6;

/// Classifies a run by its first step, if any, whose denominator vanishes (singular) or whose
/// increment is farther from the exact increment than this increment is from zero (wrong branch).
/// Otherwise the end of the run decides: no real root (fold), no finite number (singular) or a
/// failed solver (failed). A completed run is ambiguous if, at some step, a second root is closer
/// to the chosen one than the length of the exact increment; the step with the smallest gap is
/// reported.
/// @param steps    completed steps
/// @param outcome  outcome of the next step, or ok
inline PassageReport classify(std::vector<StepRecord> const& steps, Outcome outcome) {
  auto const made = static_cast<long>(steps.size());
  for (long i = 0; i < made; ++i) {
    auto const& s = steps[i];
    // The negation classifies a NaN denominator as singular.
    if (!(std::abs(s.denominator) >= singular_denominator)) return {Passage::singular, i, i + 1};
    if (std::abs(s.chosen - s.nominal) > std::abs(s.nominal))
      return {Passage::wrong_branch, i, i + 1};
  }
  if (outcome != Outcome::ok) {
    bool const singular =
        outcome == Outcome::singular_constraints || outcome == Outcome::non_finite;
    return {outcome == Outcome::no_real_root ? Passage::fold
            : singular                       ? Passage::singular
                                             : Passage::failed,
            made, made + 1};
  }
  auto const closest =
      std::min_element(steps.begin(), steps.end(), [](auto const& a, auto const& b) {
        return a.gap / std::abs(a.nominal) < b.gap / std::abs(b.nominal);
      });
  if (closest != steps.end() && closest->gap < std::abs(closest->nominal))
    return {Passage::ambiguous, closest - steps.begin(), made + 1};
  return {Passage::complete, -1, made + 1};
}

/// Indices with cos(phi) = 0 on the exact knife edge for h = 0.07: pi/(2h) and 3 pi/(2h).
inline constexpr double crossings[]{22.44, 67.32};
/// Indices near which the paper reports abrupt behaviour (section 5.3).
inline constexpr double printed_crossings[]{23, 68};

/// True within four steps of a crossing.
inline bool near_a_crossing(double place) {
  return std::any_of(std::begin(crossings), std::end(crossings),
                     [=](double c) { return std::abs(place - c) <= 4; });
}

/// Offsets of the entries of a sequence on the axis of i: entry i is at i + offset.
inline constexpr double at_nodes = 0, at_intervals = 0.5, at_next_nodes = 1;

/// Entries of a sequence near the crossings and away from them.
struct Parts {
  std::vector<double> near, away;
};
inline Parts parts(std::vector<double> const& values, double offset) {
  Parts all;
  for (std::size_t i = 0; i < values.size(); ++i)
    (near_a_crossing(double(i) + offset) ? all.near : all.away).push_back(values[i]);
  return all;
}

/// Statistics of the absolute values of a sequence; near the crossings and away from them.
struct Scores {
  double largest, median, root_mean_square, largest_near, largest_away;
};
inline Scores scores(std::vector<double> const& values, double offset) {
  auto const [near, away] = parts(values, offset);
  return {largest(values), median(values), root_mean_square(values), largest(near), largest(away)};
}

/// Second difference of |values| at i, a measure of the curve's bend; 0 at the ends.
inline double bend(std::vector<double> const& values, std::size_t i) {
  if (i < 1 || i + 1 >= values.size()) return 0;
  return std::abs(values[i - 1]) - 2 * std::abs(values[i]) + std::abs(values[i + 1]);
}

/// Sharpest local maximum of |values| within four steps of each crossing; -1: none.
inline std::vector<long> peaks(std::vector<double> const& values, double offset) {
  std::vector<long> found;
  for (double const crossing : crossings) {
    long at = -1;
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
      bool const inside = std::abs(double(i) + offset - crossing) <= 4;
      bool const local_maximum = std::abs(values[i]) > std::abs(values[i - 1]) &&
                                 std::abs(values[i]) > std::abs(values[i + 1]);
      if (inside && local_maximum && (at < 0 || bend(values, i) < bend(values, std::size_t(at))))
        at = static_cast<long>(i);
    }
    found.push_back(at);
  }
  return found;
}

/// Largest distance of these entries from the printed i = 23 and 68; a missing entry counts as 5,
/// just outside.
inline double distance_from_printed(std::vector<long> const& peaks) {
  return largest(series(peaks.size(), [&](std::size_t k) {
    return peaks[k] < 0 ? 5 : double(peaks[k]) - printed_crossings[k];
  }));
}

/// Ratio of the sharpest bend of |values| near the crossings to the sharpest bend away from them.
/// The first entries are excluded, because a start of lower order affects them.
inline double abruptness(std::vector<double> const& values, double offset) {
  auto const bends = series(values.size(), [&](auto i) { return i < 5 ? 0 : bend(values, i); });
  auto const [near, away] = parts(bends, offset);
  return ratio_of(largest(near), largest(away)).value;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
