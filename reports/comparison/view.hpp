// The values that the templates of the comparison show, as JSON made of objects, lists, truth
// values and strings.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

using Problems = std::vector<ProblemResult>;

/// Of comparison_entrance.mustache.html: the matrix, its legend and the reasons of refusals.
nlohmann::json entrance_view(Problems const& problems);

/// Of comparison_problem.mustache.html. `figures` is what render_comparison_figures returned for
/// this problem; their SVGs are read from `folder`/figures.
nlohmann::json problem_view(ProblemResult const& problem, nlohmann::json const& figures,
                            std::filesystem::path const& folder);

/// Of comparison_method.mustache.html.
nlohmann::json method_view(MethodResult const& method, Problems const& problems);

/// The matrix as a table: standing, observed order and class of energy of each pair.
Table matrix_table(Problems const& problems);

/// What the curves of a problem's page are drawn from, as the text of a JSON document that may
/// stand in a script element.
std::string curve_data(ProblemResult const& problem);

}  // namespace rattleback::reports
