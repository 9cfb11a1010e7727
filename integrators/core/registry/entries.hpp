#pragma once
// Entries of the registry, from the tables of a problem and of methods on it.

#include "integrators/core/registry/registry.hpp"
#include "integrators/core/tables/lane_table.hpp"
#include "integrators/core/tables/step_table.hpp"

namespace rattleback {

/// Returns why the method does not take driven systems, as a sentence.
std::string refusal_of_forces(MethodCard const& card);

/// Card and tables must live as long as the entry.
MethodEntry method_entry(SharedProblem const& problem, MethodCard const& card,
                         MethodTables const& tables);

/// Without methods, and without the consistency of the problem's class.
ProblemEntry problem_entry(SharedProblem const& problem);

}  // namespace rattleback
