// Figures and tables of a comparison.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/child_process.hpp"
#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Reads the problem files `results_folder`/comparison/*.json and writes two folders next to them:
/// figures/ for print, with one list PROBLEM.json per problem, and tables/ as CSV and LaTeX. A file
/// that cannot be read is left out, with the reason to `skip`. Throws IoError if the folder is
/// missing or a file cannot be written, and the errors of render_figures.
void draw_comparison(std::filesystem::path const& results_folder, Watch const& watch = {},
                     Skip const& skip = {});

/// Returns the list of figures that draw_comparison wrote for `problem`; empty if it drew none.
nlohmann::json comparison_figures(ProblemResult const& problem,
                                  std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
