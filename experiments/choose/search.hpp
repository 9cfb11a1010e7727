#pragma once
// Search for the method that reaches an accuracy at the least cost, within a time limit. Clock and
// runs are an interface, so that tests can replace them.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// Method with options and starting procedure.
struct MethodVariant {
  std::string method;  ///< id of the method or variant
  std::vector<std::pair<std::string, std::string>> options = {};
  std::string start = {};
  int order = 0;              ///< promised order of positions; 0: none
  bool adaptive = false;      ///< true if it has tolerances instead of a step
  bool exact_energy = false;  ///< energy exact by construction: it says nothing about the motion
  /// Reason why the method is not compared; empty if it is.
  std::string not_applicable_because = {};
  bool standard = false;  ///< true for a standard solver, which runs first

  /// Returns a label such as "ida, form index2".
  std::string label() const;
};

/// Rung of the ladder of accuracies: a step T/steps, or a tolerance with `steps` output intervals.
struct Rung {
  long steps = 0;
  double tolerance = 0;  ///< 0 if the method has a step
};

/// Result of one run to T whose error is measured at every node.
struct ObservedRun {
  std::string failure = {};  ///< reason why the run did not reach T; empty if it did
  double error = 0, energy_error = 0, constraint = 0;
  double work = 0;         ///< counted work
  double cpu_seconds = 0;  ///< CPU time of the run, including the error measurement
};

/// Largest energy errors of a run to 10 T.
struct EnergyError {
  bool complete = false;
  double within = 0, beyond = 0;  ///< over [0, T] and (T, 10 T]
  /// True if the parasitic mode is predicted to reach a hundredth of the energy scale within 10 T.
  bool beyond_trust = false;
};

/// Exception that ends a run whose time limit is exceeded.
struct TimeIsOver {
  /// Reason why the method has no place in the search any more; empty if a longer run may.
  std::string excludes = {};
};

/// Runs of a search. They throw TimeIsOver if the clock passes `deadline`, and InvalidInput if the
/// method does not apply. All functions may throw Interrupted.
struct SearchRuns {
  virtual ~SearchRuns() = default;
  /// Returns seconds of processor time since the start of the search.
  virtual double now() = 0;
  virtual void report_progress() = 0;
  virtual ObservedRun observe(MethodVariant const&, Rung const&, double deadline) = 0;
  /// Returns the CPU time of a run without error measurement.
  virtual double cpu_seconds(MethodVariant const&, Rung const&, double deadline) = 0;
  virtual EnergyError energy_beyond(MethodVariant const&, Rung const&, double deadline) = 0;
};

struct SearchSpec {
  double until = 0;           ///< T
  double error = 0;           ///< bound of the error
  double limit = 10;          ///< seconds, by SearchRuns::now()
  long coarsest = 4;          ///< number of steps of the coarsest rung
  long output_intervals = 4;  ///< number for adaptive solvers
  bool with_energy = true;    ///< true if the energy beyond T is examined
};

/// Method that meets the error.
struct Found {
  MethodVariant contender;
  Rung rung;
  ObservedRun run;
  double cpu_seconds = 0;  ///< least of up to three runs without error measurement, as time permits
  double watched_seconds = 0;  ///< seconds of a run whose error is measured
  int group = 0;               ///< group of methods within 20 per cent of the cheapest one
};

enum class Cause { not_compared, refuses, misses, slower, limit, interruption };

struct Excluded {
  MethodVariant contender;
  Cause cause;
  std::string reason;
  bool has_run = false;
  double least_error = 0;  ///< least error of its runs; infinite if none reached T
};

/// Methods that preserve the energy beyond T.
struct EnergyVerdict {
  struct Drifting {
    std::size_t which;
    EnergyError error;
  };
  /// Index of the cheapest method without an energy drift; none if there is none.
  std::optional<std::size_t> keeps;
  EnergyError error;               ///< energy error of that method
  std::vector<Drifting> drifting;  ///< cheaper methods, whose energy drifts
  std::vector<std::size_t> exact;  ///< methods whose energy is exact by construction
  std::size_t unexamined = 0;      ///< number of methods that the time limit excluded
};

struct SearchResult {
  std::vector<Found> found;  ///< methods that meet the error, the best first
  std::vector<Excluded> excluded;
  EnergyVerdict energy;
  bool interrupted = false;
};

/// Energy error that counts as rounding, relative to the energy scale.
inline constexpr double energy_rounding = 1e-11;

/// Searches for the cheapest variant. The run of least expected time is always next, standard
/// solvers first. A run that takes four times as long as expected is ended; it is repeated, with
/// four times the time, once its turn comes again. A run that would exceed the limit, or that would
/// take 300 times as long as one that meets the error and a hundredth of the limit, is not started.
/// Four fifths of the limit are for this search, the rest for the energy; as long as no method
/// meets the error, the search has that time too. An energy is preserved if its error over (T, 10
/// T] is at most twice that over [0, T], or is rounding.
SearchResult search(std::vector<MethodVariant> const& contenders, SearchSpec const& spec,
                    SearchRuns& runs);

}  // namespace rattleback
