#pragma once
// Parts of the program of timings, assembled by benchmarks.cpp. Names:
//   METHOD/PROBLEM/one_orbit, METHOD/PROBLEM/lanes   bare steps, an item is a step of one orbit
//   METHOD/PROBLEM/run                               complete run, an item is a step
//   right_hand_side/PROBLEM/generated|by_hand        an item is an evaluation
//   ensemble/PROBLEM/METHOD/threads:K                an item is a step of one orbit
//   cost/METHOD/one_orbit|lanes/dimension:N          bare steps by size of the system
//   cost/METHOD/one_orbit|lanes/constraints:M        bare steps by number of constraints

#include <map>
#include <string>
#include <vector>

namespace rattleback {

/// Adds bare steps of all methods on a few problems, ordered by kind of constraints.
void add_bare_steps();
/// Adds hand-written bare steps, for comparison only.
void add_hand_written_steps();
/// Adds generated and hand-written right-hand sides on three spaces.
void add_right_hand_sides();
/// Returns the largest difference between generated and hand-written right-hand sides.
double disagreement_of_right_hand_sides();
/// Returns the largest difference between templates and hand-written code after a few hundred
/// steps.
double disagreement();
/// Adds runs of every pair of the registry.
void add_runs();
/// Adds one ensemble on several threads.
void add_ensembles();
/// Adds systems of growing size and with a growing number of constraints.
void add_costs();

/// Kind and work per step of a method on a problem, as counted by a run.
struct PairFacts {
  std::string kind;  ///< "explicit", "Newton-based" or "adaptive"
  double lagrangian_derivatives_per_step =
      0;                           ///< evaluations of the force; 0 if they are not counted
  double iterations_per_step = 0;  ///< Newton iterations; 0 for explicit methods
};
PairFacts pair_facts(std::string const& method, std::string const& problem);

/// Target for a ratio within one run of the program.
struct Target {
  std::string group, name;
  double measured, bound;
  bool at_least;  ///< true: at least `bound`; false: at most
  bool met() const { return at_least ? measured >= bound : measured <= bound; }
};
/// Returns the targets for which both sides were timed. `nanoseconds`: processor time per item, by
/// name.
std::vector<Target> targets(std::map<std::string, double> const& nanoseconds);

}  // namespace rattleback
