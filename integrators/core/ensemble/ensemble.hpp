#pragma once
// Ensembles of orbits: the step of a single run, with one orbit per lane of a vector.

#include "integrators/core/ensemble/batch.hpp"
#include "integrators/core/ensemble/ensemble_spec.hpp"

namespace rattleback {

/// Runs an ensemble of a method on a problem. Throws InvalidInput on a specification that makes no
/// sense.
EnsembleResult ensemble(SharedProblem const& problem, EnsembleMethod const& method,
                        EnsembleSpec const& spec);

}  // namespace rattleback
