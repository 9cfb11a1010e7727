#pragma once
// Kinks of a text's formulas at a point and along a motion: where an argument of
// ProblemTable::kink_arguments changes its sign, the motion has only finitely many derivatives.

#include <string>
#include <vector>

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/run/run_spec.hpp"
#include "integrators/core/tables/kink_arguments.hpp"

namespace rattleback {

/// Says why a step from this point fails if a formula of a text is the reason: a force that is not
/// finite, or a kink at which a derivative may be infinite. Empty if neither is the case.
template <class S>
std::string defect_of_formulas(System<S> const& system, S const& t, S const* q, S const* v);

/// Returns the kinks that a run in double precision meets, see ProblemEntry::kinks.
std::vector<MetKink> kinks_met(SharedProblem const& problem, Setting const& setting,
                               Trajectory<double> const& run);

}  // namespace rattleback
