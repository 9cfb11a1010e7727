#pragma once
// Cards of problems and integrators, and the work of a run, as JSON.

#include "integrators/core/registry/registry.hpp"
#include "program/interface/json.hpp"

namespace rattleback {

/// Returns a problem as a problem file: the file itself, or the text of a problem of the catalogue.
std::string text_of(ProblemEntry const& problem);
/// Returns the card of a problem, as `list --json` prints it.
JsonObject problem_card(ProblemEntry const& problem);
/// Returns the card of a method.
/// @param problems  ids of the problems to which the method applies
JsonObject method_card(MethodCard const& method, std::vector<std::string> const& problems);
/// Returns the card of a method of the catalogue.
JsonObject method_card(MethodCard const& method);

/// Returns the counts of a run's work.
Json counts_json(Counts const& counts);

/// Returns {"problems": [...], "methods": [...]}, all cards, for the pages of a results folder.
Json catalogue_cards();

}  // namespace rattleback
