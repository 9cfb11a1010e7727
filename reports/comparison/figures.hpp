// Static figures of a comparison, for print.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/child_process.hpp"
#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Draws the figures of `problem` as `folder`/figures/PROBLEM_NAME.svg and .pdf: path, energy
/// error, convergence and work-precision diagrams of the positions. Each method family has its own
/// panel; all panels share the axes. Work-precision panels also show the least error of all methods
/// in grey. A failed run is a cross at its cost in the strip along the upper edge of the panel.
/// Returns a list of {"id", "kind" ("motion", "energy", "convergence" or "work"), "title",
/// "caption", "width"}. Throws the errors of render_figures.
nlohmann::json render_comparison_figures(ProblemResult const& problem,
                                         std::filesystem::path const& folder, Watch const& watch);

}  // namespace rattleback::reports
