#pragma once
// Laws: what every problem and every method of a registry must obey. They see cards and functions
// only, so a new line in a catalogue is tested without a new test. Each returns what it found
// wrong.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback::laws {

struct Violation {
  std::string law, subject, detail;
  bool of_catalogue = false;  ///< says something of all problems together, not of one
};
using Problems = std::vector<ProblemEntry>;
using Violations = std::vector<Violation>;

// ---- accuracy ----

/// Every start shows the orders its card promises, for positions, velocities and multipliers.
Violations order_is_as_promised(Problems const&);
/// Symmetric compositions of self-adjoint methods have their order, and are reversible.
Violations compositions_have_their_order(Problems const&);
/// Adaptive solvers in all their forms come within 1e-6 of the reference at t = 1 with tolerances
/// 1e-10 (1e-8, at worst 3e-8, with multipliers of index 2), at least ten times closer than with
/// 1e-6, and report its multipliers to 1e-5.
Violations adaptive_solvers_reach_the_reference(Problems const&);
/// Both formulations of the reference agree to 25 digits at t = 1, and closed forms agree with it.
Violations references_are_certified(Problems const&);
/// Runs in quad precision stay within rounding of runs in double precision, and keep constraints
/// and reversibility to their own rounding.
Violations quad_is_quad(Problems const&);

// ---- structure ----

/// Methods keep the constraints at every node when they promise it, and only then.
Violations constraint_is_kept(Problems const&);
/// Methods keep the energy at every node when they promise it, and only then.
Violations energy_is_kept(Problems const&);
/// R F R F = identity where reversibility is promised, and only there.
Violations step_is_reversible(Problems const&);
/// What problems state for speed is what their Lagrangian and constraints give.
Violations stated_equals_derived(Problems const&);
/// A stated density times the motion has no divergence, although the motion has one.
Violations measure_is_invariant(Problems const&);
/// The closed form of the multipliers and Newton's method give the same motion.
Violations closed_form_equals_newton(Problems const&);
/// dla_euler_adjoint undoes dla_euler, and dla_leapfrog is one after the other.
Violations adjoint_pair_composes(Problems const&);
/// Every step asks for a derivative of the Lagrangian and for the constraints, and every step with
/// multipliers and every iteration of Newton's method solves a linear system; what a card promises
/// is exact. An adaptive solver is counted by its internal steps.
Violations work_is_counted(Problems const&);

/// The flipped part of the momenta of methods that reflect them grows as the law of the parasitic
/// mode predicts: over four units of time with steps of 1/20, of 1/40 for methods of first order,
/// its logarithmic growth factors agree to 0.05.
Violations parasitic_mode_is_predicted(Problems const&);

// ---- the registry itself ----

/// Ensembles do not depend on lanes or threads, and each orbit is the single run of its start.
Violations ensembles_are_single_runs(Problems const&);
/// A run that ends by a failure is the run of the steps before: point, memory and time are of one
/// node.
Violations failed_steps_change_nothing(Problems const&);
/// Every pair integrates or says why it does not.
Violations pairs_integrate_or_refuse(Problems const&);

}  // namespace rattleback::laws
