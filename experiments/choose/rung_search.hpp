#pragma once
// The search of one method for the coarsest rung of a ladder (of steps, or of tolerances) that is
// accurate enough, with as few runs as its order allows.

#include <map>
#include <optional>

namespace rattleback {

/// A rung passes when its error is below the bound. Sought is the coarsest rung that passes with
/// the next two finer ones, and whose next coarser one fails: a single one may pass by luck.
class RungSearch {
 public:
  struct Ladder {
    int last = 0;              ///< the finest rung; the coarsest is 0
    int longest_jump = 0;      ///< so many rungs are passed over at most
    double bits_per_rung = 0;  ///< log2 of the factor that the error should fall by
    int patience = 0;          ///< rungs without a fall by 2 after which the search ends
  };

  RungSearch(double bound, Ladder ladder) : bound_(bound), ladder_(ladder) {}

  /// The rung to try next; none when the search has ended.
  std::optional<int> next() const;
  /// The error of a rung; infinite or nan where there is none, because the run failed.
  void record(int rung, double error);

  /// The rung that is sought, once it is known.
  std::optional<int> found() const;
  /// Rung and error of all that were tried.
  std::map<int, double> const& errors() const { return errors_; }
  /// From the coarsest to the finest rung with a finite error, the fall was less than half (in
  /// logarithms) of what was promised; at least four rungs must lie between them.
  bool falls_short() const;

 private:
  bool passes(double error) const { return error < bound_; }  // nan does not
  int finest_failure() const;                                 ///< -1: none
  std::optional<int> coarsest_pass_above(int rung) const;
  bool stagnates_at(int rung) const;
  int jump_from(int rung) const;

  double bound_;
  Ladder ladder_;
  std::map<int, double> errors_;
};

}  // namespace rattleback
