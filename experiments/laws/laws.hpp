#pragma once
// Laws: property tests run on every problem and method of a registry. The laws use only cards and
// functions, so that new entries of a catalogue need no new test. Each returns its violations.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback::laws {

struct Violation {
  std::string law, subject, detail;
  bool of_catalogue = false;  ///< true for a violation by all problems together, not by one problem
};
using Problems = std::vector<ProblemEntry>;

/// Violations of a law, with the number of tests: a law that tested nothing has no result.
struct Violations : std::vector<Violation> {
  long tests = 0;        ///< tested pairs, or initial conditions of pairs
  std::string untested;  ///< reason why a pair was not tested
  /// Adds violations and tests of another law.
  void append(Violations const& more) {
    insert(end(), more.begin(), more.end());
    tests += more.tests;
    if (!more.untested.empty()) untested = more.untested;
  }
};

// ---- accuracy ----

/// Every start shows the promised orders of positions, velocities and multipliers.
Violations order_is_as_promised(Problems const&);
/// Symmetric compositions of self-adjoint methods have their order, and are reversible.
Violations compositions_have_their_order(Problems const&);
/// Adaptive solvers in all their forms reach the reference at t = 1 to 1e-6 with tolerances 1e-10
/// (multipliers of index 2: 1e-8, or 3e-8 if necessary), at least ten times closer than with 1e-6,
/// and its multipliers to 1e-5.
Violations adaptive_solvers_reach_the_reference(Problems const&);
/// Both formulations of the reference agree to 25 digits at t = 1, and closed forms agree with it.
Violations references_are_certified(Problems const&);
/// Runs in quad and double precision agree to rounding; constraints and reversibility hold to quad
/// rounding.
Violations quad_is_quad(Problems const&);

// ---- structure ----

/// Methods satisfy the constraints at every node if and only if they promise it.
Violations constraint_is_kept(Problems const&);
/// Methods preserve the energy at every node if and only if they promise it.
Violations energy_is_kept(Problems const&);
/// R F R F = identity if and only if reversibility is promised.
Violations step_is_reversible(Problems const&);
/// Formulas that problems state for speed equal those derived from Lagrangian and constraints.
Violations stated_equals_derived(Problems const&);
/// A stated density times the motion is free of divergence, although the motion is not.
Violations measure_is_invariant(Problems const&);
/// The closed form of the multipliers and Newton's method give the same motion.
Violations closed_form_equals_newton(Problems const&);
/// dla_euler_adjoint inverts dla_euler, and dla_leapfrog is their composition.
Violations adjoint_pair_composes(Problems const&);
/// Every step counts a derivative of the Lagrangian and the constraints. Every step with
/// multipliers and every Newton iteration counts a linear solve. A promise of a card is exact. An
/// adaptive solver is counted by its internal steps.
Violations work_is_counted(Problems const&);

/// The flipped part of the momenta of methods that reflect momenta grows as the law of the
/// parasitic mode predicts: logarithmic growth factors over four units of time agree to 0.05, with
/// steps of 1/20 (1/40 for methods of first order).
Violations parasitic_mode_is_predicted(Problems const&);

/// Projections keep what they project onto, have the orders of their method, and are reversible if
/// and only if their cards say so. Feedback keeps the order, and breaks the reversibility.
Violations variants_keep_their_promises(Problems const&);

// ---- the registry itself ----

/// Ensembles do not depend on lanes or threads; each orbit equals the single run from its initial
/// condition.
Violations ensembles_are_single_runs(Problems const&);
/// A run that ends by a failure equals the run of the steps before: point, memory and time belong
/// to one node. A run with a failing step, from a point of NaN, before its last step equals the run
/// without it; if the method reports the failure, it leaves its internal state unchanged.
Violations failed_steps_change_nothing(Problems const&);
/// Every pair integrates or states why the method does not apply.
Violations pairs_integrate_or_refuse(Problems const&);

}  // namespace rattleback::laws
