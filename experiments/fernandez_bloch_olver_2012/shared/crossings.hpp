#pragma once
// The knife edge where cos(phi) = 0: outcome of a run, step by step, and scores that tell the
// neighbourhood of the crossings from the rest.

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// The step from node i to node i + 1, in the coordinate that its scalar equation determines.
struct StepRecord {
  double roots = 1;        ///< real roots in the window that was searched
  double chosen = 0;       ///< the increment that was taken
  double gap = 0;          ///< from it to the next root
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

/// Below it a step divides by zero: six digits are lost.
inline constexpr double singular_denominator = 1e-6;

/// Classifies a run by its first step, if any, whose denominator vanishes (singular) or whose
/// increment is further from that of the exact motion than this is from zero (wrong branch); else
/// by how it ended: without a real root (fold), without a number (singular) or by a failed solver.
/// A run that passes is ambiguous when some step had a second root nearer to the chosen one than
/// the exact increment is long; the step with the smallest gap is named.
/// @param steps    those that were made
/// @param outcome  of the step after them, or ok
inline PassageReport classify(std::vector<StepRecord> const& steps, Outcome outcome) {
  auto const made = static_cast<long>(steps.size());
  for (long i = 0; i < made; ++i) {
    auto const& s = steps[i];
    // Written so that a denominator that is NaN counts as singular.
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

/// Indices at which the exact knife edge has cos(phi) = 0 when h = 0.07: pi/(2h) and 3 pi/(2h).
inline constexpr double crossings[]{22.44, 67.32};
/// Indices near which the paper reports abrupt behaviour (section 5.3).
inline constexpr double printed_crossings[]{23, 68};

/// Within four steps of a crossing.
inline bool near_a_crossing(double place) {
  return std::any_of(std::begin(crossings), std::end(crossings),
                     [=](double c) { return std::abs(place - c) <= 4; });
}

/// Places of the entries of a sequence on the axis of i: entry i at i + offset.
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

/// Absolute values of a sequence; near to and away from the crossings.
struct Scores {
  double largest, median, largest_near, largest_away;
};
inline Scores scores(std::vector<double> const& values, double offset) {
  auto const [near, away] = parts(values, offset);
  return {largest(values), median(values), largest(near), largest(away)};
}

/// Second differences of |values| at i, where they exist: how abruptly the curve bends.
inline double bend(std::vector<double> const& values, std::size_t i) {
  if (i < 1 || i + 1 >= values.size()) return 0;
  return std::abs(values[i - 1]) - 2 * std::abs(values[i]) + std::abs(values[i + 1]);
}

/// The sharpest local maximum of |values| within four steps of each crossing; -1: there is none.
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

/// Largest distance of those entries from the printed i = 23 and 68; one that is missing counts as
/// 5, just outside.
inline double distance_from_printed(std::vector<long> const& peaks) {
  return largest(series(peaks.size(), [&](std::size_t k) {
    return peaks[k] < 0 ? 5 : double(peaks[k]) - printed_crossings[k];
  }));
}

/// Sharpest bend of |values| near the crossings over the sharpest away from them. Entries next to
/// the start are left out, where a start of lower order shows.
inline double abruptness(std::vector<double> const& values, double offset) {
  auto const bends = series(values.size(), [&](auto i) { return i < 5 ? 0 : bend(values, i); });
  auto const [near, away] = parts(bends, offset);
  return largest(near) / largest(away);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
