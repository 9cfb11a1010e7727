#pragma once
// From names and numbers of the user to a system, a point on its constraints, and a plan of the
// run.

#include "integrators/core/run/run_spec.hpp"
#include "integrators/core/run/section.hpp"
#include "integrators/core/stepping/stepper.hpp"

namespace rattleback {

/// A system with an initial condition.
template <class S>
struct Resolved {
  System<S> system;
  std::vector<S> q, v;
  std::string case_name;
  S time = S(0);        ///< time of the initial condition
  std::string moved{};  ///< changes of the stated numbers of a text, "vy by 3.7e-06"
};

/// An initial condition is rejected if the nearest velocity on the constraints differs by more than
/// this, relative to the velocity, in the kinetic metric.
inline constexpr double start_tolerance = 1e-10;

/// Sets one parameter. Throws InvalidInput on an unknown name or a value out of range.
template <class S>
void set_parameter(System<S>& system, std::string const& name, RawQuad value);

/// Throws InvalidInput if q is not a point of the space, for example if its matrix is not a
/// rotation.
template <class S>
void check_point(System<S> const& system, S const* q, std::string const& what);

/// Violation of the constraints by a start.
struct Violation {
  double size = 0;      ///< largest |phi_k|
  double change = 0;    ///< largest change of a velocity to the nearest one on the constraints
  double relative = 0;  ///< length of that change in the kinetic metric, relative to that of v
};
/// Returns the violation at t. Nothing in it depends on units, except `size` and `change`.
template <class S>
Violation violation_of(System<S> const& system, S const& t, S const* q, S const* v);

/// True if the equations of the exact motion are singular at t and (q, v).
template <class S>
bool is_singular(System<S> const& system, S const& t, S const* q, S const* v);

/// Throws InvalidInput when a step h changes no coordinate and no velocity of a moving system at
/// r, in the precision at hand: every method would stay where it is and report success.
template <class S>
void require_moving_step(Resolved<S> const& r, S h);

/// Throws InvalidInput on unknown names, bad numbers, an initial condition that violates the
/// constraint (unless it is to be projected) and singular constraints.
template <class S>
Resolved<S> resolve(SharedProblem const& problem, Setting const& setting);

/// Returns what a step of the run consists of.
template <class S>
StepRule<S> rule_of(RunSpec const& spec);

/// A specification, checked: nothing else converts or checks its numbers.
template <class S>
struct Plan : Resolved<S> {
  S h = S(0);  ///< step; negative: backward in time
  long steps = 0;
  long every = 0;  ///< record every K-th node besides first and last; 0: these only
  StepRule<S> rule;
  std::optional<SectionRule<S>> section;

  bool records(long i) const { return i == steps || (every > 0 && i % every == 0); }
};

/// Throws InvalidInput as resolve() does, and on a step, a number of steps or a section that makes
/// no sense.
template <class S>
Plan<S> plan_of(SharedProblem const& problem, RunSpec const& spec);

/// The starting procedure as a method with memory needs it, with its second node. Throws
/// InvalidInput when that is missing or does not exist.
/// @param uses_tau  h is a step of the reparametrised time
template <class S>
Start<S> start_of(Resolved<S> const& resolved, Setting const& setting, S h, std::string const& name,
                  bool uses_tau);

}  // namespace rattleback
