#pragma once
// What the program of timings consists of; benchmarks.cpp puts it together. Names are
//   METHOD/PROBLEM/one_orbit, METHOD/PROBLEM/lanes   bare steps, an item is a step of one orbit
//   METHOD/PROBLEM/run                               a run as users make it, an item is a step
//   right_hand_side/PROBLEM/generated|by_hand        an item is an evaluation
//   ensemble/PROBLEM/METHOD/threads:K                an item is a step of one orbit
//   cost/METHOD/one_orbit|lanes/dimension:N          bare steps against the size of the system
//   cost/METHOD/one_orbit|lanes/constraints:M        ... and against the number of constraints

#include <map>
#include <string>
#include <vector>

namespace rattleback {

/// Bare steps of all methods on a few problems, in the order of kinds of constraints.
void add_bare_steps();
/// Bare steps written by hand, for comparison only.
void add_hand_written_steps();
/// Right-hand sides as they are generated, and written by hand, on three spaces.
void add_right_hand_sides();
/// Largest difference between the two.
double disagreement_of_right_hand_sides();
/// Largest difference between templates and what is written by hand, after a few hundred steps.
double disagreement();
/// Runs of every pair of the registry.
void add_runs();
/// One ensemble on several threads.
void add_ensembles();
/// Systems of growing size and with more and more constraints.
void add_costs();

/// How a method steps a problem, as a run of it counts.
struct PairFacts {
  std::string kind;  ///< "explicit", "Newton-based" or "adaptive"
  double lagrangian_derivatives_per_step =
      0;                           ///< evaluations of the force; 0 where none are counted
  double iterations_per_step = 0;  ///< Newton iterations; 0 for explicit methods
};
PairFacts pair_facts(std::string const& method, std::string const& problem);

/// A ratio that is aimed at, within one run of the program.
struct Target {
  std::string group, name;
  double measured, bound;
  bool at_least;  ///< else at most
  bool met() const { return at_least ? measured >= bound : measured <= bound; }
};
/// Those of which both sides were timed. `nanoseconds`: processor time an item, by name.
std::vector<Target> targets(std::map<std::string, double> const& nanoseconds);

}  // namespace rattleback
