#pragma once
// The one loop that runs every method on every problem, and single steps that laws examine.

#include "integrators/core/run/resolve.hpp"

namespace rattleback {

/// Runs a method in the precision S.
/// Throws InvalidInput on a specification that makes no sense; a step that fails ends the run
/// instead.
template <class S>
Trajectory<Erased<S>> integrate(SharedProblem const& problem, StepTable<S> const& table,
                                MethodCard const& card, RunSpec const& spec);

/// MethodEntry::largest_step.
double largest_step_from_start(SharedProblem const& problem, StepTable<double> const& table,
                               MethodCard const& card, RunSpec const& spec);

/// max |R F R F z - z| over all components, F one step and R the reversal; nan when a step fails.
double reversibility_defect(SharedProblem const& problem, StepTable<double> const& table,
                            MethodCard const& card, RunSpec const& spec);

/// Tests a failed step before the last of spec.steps steps, see FailedStepEffect.
FailedStepEffect failed_step(SharedProblem const& problem, StepTable<double> const& table,
                             MethodCard const& card, RunSpec const& spec);

}  // namespace rattleback
