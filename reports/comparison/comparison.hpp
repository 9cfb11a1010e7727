// Figures and tables of a comparison.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/child_process.hpp"
#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Reads the problem files `results_folder`/comparison/*.json and writes two folders next to them:
/// figures/ for print, with one list PROBLEM.json per problem, and tables/ as CSV, Markdown and
/// LaTeX. A file that cannot be read is left out, with the reason to `skip`. Throws IoError if the
/// folder is missing or a file cannot be written, and the errors of render_figures.
void draw_comparison(std::filesystem::path const& results_folder, Watch const& watch = {},
                     Skip const& skip = {});

/// Returns the list of figures that draw_comparison wrote for `problem`; empty if it drew none.
nlohmann::json comparison_figures(ProblemResult const& problem,
                                  std::filesystem::path const& results_folder);

/// Draws the figures of `problem` as `folder`/figures/PROBLEM_NAME.svg and .pdf: path, energy
/// error, convergence and work-precision diagrams of the positions. Each method family has its own
/// panel; all panels share the axes. Work-precision panels also show the least error of all methods
/// in grey. A failed run is a cross at its cost in the strip along the upper edge of the panel.
/// Returns a list of {"id", "kind" ("motion", "energy", "convergence" or "work"), "title",
/// "caption", "width"}. Throws the errors of render_figures.
nlohmann::json render_comparison_figures(ProblemResult const& problem,
                                         std::filesystem::path const& folder, Watch const& watch);

}  // namespace rattleback::reports
