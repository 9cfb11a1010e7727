#pragma once
// Problems and integrators as other programs read them.

#include "integrators/core/registry/registry.hpp"
#include "program/text/json.hpp"

namespace rattleback {

/// What `list --json` prints of one.
Json problem_card(ProblemEntry const& problem);
/// @param problems  ids of those that it runs on
Json method_card(MethodCard const& method, std::vector<std::string> const& problems);
/// Of the catalogue.
Json method_card(MethodCard const& method);

/// {"problems": [...], "methods": [...]}: all of them, for the pages of a results folder.
Json catalogue_cards();

}  // namespace rattleback
