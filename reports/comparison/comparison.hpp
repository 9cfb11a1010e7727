// Figures and tables of a comparison.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"
#include "reports/files/child_process.hpp"

namespace rattleback::reports {

/// Reads the problems' files `results_folder`/comparison/*.json and writes beside them figures/ for
/// print, with PROBLEM.json that lists those of a problem, and tables/ as CSV, Markdown and LaTeX.
/// Throws FileFailure naming the file that is missing, malformed or cannot be written, and as
/// render_figures.
void draw_comparison(std::filesystem::path const& results_folder, Watch const& watch = {});

/// What draw_comparison listed for `problem`; nothing where it has drawn none.
nlohmann::json comparison_figures(ProblemResult const& problem,
                                  std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
