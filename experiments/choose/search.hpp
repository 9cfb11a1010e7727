#pragma once
// Which method reaches an accuracy at the least cost: the search over methods within a limit of
// time. Clock and runs are functions, so that tests can bring their own.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// A method with options and start.
struct Contender {
  std::string method;  ///< its id, or compose(METHOD,SCHEME)
  std::vector<std::pair<std::string, std::string>> options = {};
  std::string start = {};
  int order = 0;             ///< of positions; 0: none is promised
  bool adaptive = false;     ///< has tolerances instead of a step
  std::string refusal = {};  ///< why it is not compared; empty when it is

  /// "ida, form index2"
  std::string label() const;
};

/// A step T/steps, or a tolerance and so many output intervals.
struct Rung {
  long steps = 0;
  double tolerance = 0;  ///< 0: the method has a step
};

/// One run to T, watched at every node.
struct ObservedRun {
  std::string failure = {};  ///< why it did not reach T; empty where it did
  double error = 0, energy_error = 0, constraint = 0;
  double work = 0;         ///< counted
  double cpu_seconds = 0;  ///< of the run while it was watched
};

/// Largest energy errors of a run to 10 T.
struct EnergyError {
  bool complete = false;
  double within = 0, beyond = 0;  ///< over [0, T] and (T, 10 T]
};

/// Ends a run whose time is over.
struct TimeIsOver {};

/// What the search asks of the world. Runs end by TimeIsOver when the clock passes `deadline`; all
/// of them, and progress, may throw Interrupted, and runs Misuse where the method refuses.
struct Laboratory {
  std::function<double()> now;  ///< seconds since the command began
  std::function<ObservedRun(Contender const&, Rung const&, double deadline)> observe;
  std::function<double(Contender const&, Rung const&, double deadline)> cpu_seconds;  ///< bare run
  std::function<EnergyError(Contender const&, Rung const&, double deadline)> energy_beyond;
  std::function<void(double)> progress;
};

struct SearchSpec {
  double until = 0;           ///< T
  double error = 0;           ///< to stay below
  double limit = 10;          ///< seconds, by Laboratory::now
  long coarsest = 4;          ///< steps of the coarsest rung
  long output_intervals = 4;  ///< of adaptive solvers
  bool with_energy = true;    ///< look at the energy beyond T
};

/// A method that meets the error.
struct Found {
  Contender contender;
  Rung rung;
  ObservedRun run;
  double cpu_seconds = 0;   ///< the least of three bare runs, or of those that time was left for
  double wall_seconds = 0;  ///< that an observed run took
  int group = 0;            ///< those within 20 per cent of its cheapest; 0 is the first
};

enum class Cause { not_compared, refuses, misses, limit, interruption };

struct Excluded {
  Contender contender;
  Cause cause;
  std::string reason;
};

/// Who keeps the energy beyond T.
struct EnergyVerdict {
  struct Drifting {
    std::size_t which;
    EnergyError error;
  };
  std::optional<std::size_t> keeps;  ///< index of the cheapest that does
  EnergyError error;                 ///< of it
  std::vector<Drifting> drifting;    ///< those before it
  std::size_t unexamined = 0;        ///< for which no time was left
};

struct SearchResult {
  std::vector<Found> found;  ///< the best first
  std::vector<Excluded> excluded;
  EnergyVerdict energy;
  bool interrupted = false;
};

/// An energy error that is rounding, relative to the energy scale.
inline constexpr double energy_rounding = 1e-11;

/// Every method has its coarsest run, for a tenth of the limit at most, before any has a second
/// one. Then the run that should take least time comes next; one that should take longer than what
/// is left is not begun. An energy is kept where its error over (T, 10 T] is not larger than twice
/// that over [0, T], or is rounding.
SearchResult search(std::vector<Contender> const& contenders, SearchSpec const& spec,
                    Laboratory const& laboratory);

/// Numbers of steps of the ladder: `coarsest` times powers of 2^(1/4), rounded, increasing.
std::vector<long> ladder_of_steps(long coarsest);

}  // namespace rattleback
