#pragma once
// Multipliers of all constraints that a text states, those that follow from others included.

#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/run_spec.hpp"

namespace rattleback {

/// Returns the number of constraints that the problem states: those of its equations, and those
/// that are left out because the others imply them.
int stated_constraints(ProblemEntry const& problem);

/// Returns integrate(spec). If constraints of a text are left out, the rows of the result and of
/// the table have the multipliers of all stated constraints, in their order. They give the same
/// reaction and have the least norm: B (B^T B)^-1 lambda, with the multipliers lambda of the
/// equations and the matrix B by which the rows of the equations give all rows, at the time and the
/// configuration of the node. They are NaN where the rows of the equations are dependent.
template <class S>
Trajectory<S> with_stated_multipliers(ProblemEntry const& problem,
                                      std::function<Trajectory<S>(RunSpec const&)> const& integrate,
                                      RunSpec spec);

}  // namespace rattleback
