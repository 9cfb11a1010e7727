#pragma once
// Search of one method for the coarsest rung of a ladder (of steps or tolerances) that is accurate
// enough, with as few runs as the order allows.

#include <map>
#include <optional>

namespace rattleback {

/// A rung passes if its error is below the bound. The search finds the coarsest rung that passes
/// together with the next two finer rungs, while the next coarser rung fails: a single rung may
/// pass by chance.
class RungSearch {
 public:
  struct Ladder {
    int last = 0;              ///< finest rung; the coarsest is 0
    int longest_jump = 0;      ///< largest number of rungs between consecutive trials
    double bits_per_rung = 0;  ///< log2 of the expected factor of the error per rung
    /// Number of rungs without a decrease of the error by 2 that ends the search.
    int patience = 0;
  };

  RungSearch(double bound, Ladder ladder) : bound_(bound), ladder_(ladder) {}

  /// Returns the rung to try next; none if the search has ended.
  std::optional<int> next() const;
  /// Records the error of a rung; infinite or NaN if the run failed.
  void record(int rung, double error);

  /// Returns the rung that meets the conditions, once it is known.
  std::optional<int> found() const;
  /// Returns rung and error of all trials.
  std::map<int, double> const& errors() const { return errors_; }
  /// True if the error decreased by less than half of the expected decrease (in logarithms) between
  /// the coarsest and the finest rung with a finite error, at least four rungs apart.
  bool falls_short() const;

 private:
  bool passes(double error) const { return error < bound_; }  // false for NaN
  int finest_failure() const;                                 ///< -1: none
  std::optional<int> coarsest_pass_above(int rung) const;
  bool stagnates_at(int rung) const;
  int jump_from(int rung) const;

  double bound_;
  Ladder ladder_;
  std::map<int, double> errors_;
};

}  // namespace rattleback
