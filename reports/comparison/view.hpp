// The values that the templates of the comparison show, as JSON made of objects, lists, truth
// values and strings.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

using Problems = std::vector<ProblemResult>;

/// The matrix, its legend and the reasons of refusals.
nlohmann::json entrance_view(Problems const& problems);

/// What was compared on one problem. `figures` lists its figures as comparison_figures does.
nlohmann::json problem_view(ProblemResult const& problem, nlohmann::json const& figures);

/// What was compared of one method.
nlohmann::json method_view(MethodResult const& method, Problems const& problems);

/// The matrix as a table: standing, observed order and class of energy of each pair.
Table matrix_table(Problems const& problems);

/// What the curves of a problem's page are drawn from, as the text of a JSON document that may
/// stand in a script.
std::string curve_data(ProblemResult const& problem);

}  // namespace rattleback::reports
