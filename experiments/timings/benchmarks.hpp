#pragma once
// Parts of the program of timings, assembled by benchmarks.cpp. Names:
//   METHOD/PROBLEM/one_orbit|lanes                   bare steps of the catalogue's tables, an item
//                                                    is a step of one orbit
//   steps/METHOD/PROBLEM/text|catalogue              bare steps of a text and of the same problem
//   METHOD/PROBLEM/run                               complete run, an item is a step
//   right_hand_side/PROBLEM/generated|by_hand        an item is an evaluation
//   ensemble/PROBLEM/METHOD/threads:K                an item is a step of one orbit

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "integrators/core/method/method.hpp"
#include "problems/core/energy.hpp"

namespace rattleback {

inline constexpr double timed_step = 0.05;
/// Steps per iteration, always from the default initial condition. In longer runs, first-order
/// methods gain or lose energy and some orbits escape, which would change the timed work.
inline constexpr long timed_steps = 200;

/// Returns the default initial condition, on the constraints.
template <class P>
Point<P, double> timed_start() {
  auto const c = P::cases().front();
  auto v = c.v;
  if (!c.is_method_state) complete_velocity(c.system, c.q, v);
  return {c.q, v};
}

/// Adds bare steps of all methods on a few problems, ordered by kind of constraints.
void add_bare_steps();
/// Problems on R^n and on a group that are timed as texts, each with an explicit and an implicit
/// method.
inline std::vector<std::pair<char const*, std::vector<char const*>>> const pairs_of_texts{
    {"contact_oscillator", {"dla_leapfrog", "dla_midpoint"}},
    {"suslov", {"odeint_rk4", "equal_norm_gni"}}};
/// Returns the name of bare steps of a problem as `way`, "text" or "catalogue".
inline std::string name_of_text_steps(std::string const& method, std::string const& problem,
                                      std::string const& way) {
  return "steps/" + method + "/" + problem + "/" + way;
}
/// Adds bare steps of texts, whose sizes are known at run time, and of the same problems in the
/// catalogue.
void add_steps_of_texts();
/// Name of the leapfrog's steps on R^7 that are compiled alone.
inline constexpr char const* compiled_alone = "compiled_alone/dla_leapfrog/chaotic_r7";
/// Adds hand-written bare steps, and steps that are compiled alone, for comparison only.
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
