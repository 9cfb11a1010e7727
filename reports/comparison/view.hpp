// Template values of the comparison, as JSON made of objects, lists, booleans and strings.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

using Problems = std::vector<ProblemResult>;

/// Returns the results on one problem. `figures` is the list of comparison_figures().
nlohmann::json problem_view(ProblemResult const& problem, nlohmann::json const& figures);

/// Returns the results of one method.
nlohmann::json method_view(MethodResult const& method, Problems const& problems);

/// Returns all pairs as a table: assessment, observed order and energy class.
Table matrix_table(Problems const& problems);

/// Returns the data of the interactive curves and of the tables of a problem's page. `first`:
/// methods whose curves are shown initially.
nlohmann::json curve_data(ProblemResult const& problem, std::vector<std::string> const& first);

}  // namespace rattleback::reports
