// Template values of the comparison, as JSON made of objects, lists, booleans and strings.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

using Problems = std::vector<ProblemResult>;

/// Returns the matrix, its legend and the reasons why methods do not apply.
nlohmann::json matrix_view(Problems const& problems);

/// Returns the results on one problem. `figures` is the list of comparison_figures().
nlohmann::json problem_view(ProblemResult const& problem, nlohmann::json const& figures);

/// Returns the results of one method.
nlohmann::json method_view(MethodResult const& method, Problems const& problems);

/// Returns the matrix as a table: assessment, observed order and energy class of each pair.
Table matrix_table(Problems const& problems);

/// Returns the data of the interactive curves of a problem's page as JSON text that is safe inside
/// a script element.
std::string curve_data(ProblemResult const& problem);

}  // namespace rattleback::reports
