// The pages, figures and tables of a comparison.
#pragma once

#include <filesystem>

#include "reports/files/child_process.hpp"

namespace rattleback::reports {

/// Reads the problems' files `results_folder`/comparison/*.json and writes beside them index.html
/// (the matrix of problems and integrators), a page per problem and per integrator, figures/ for
/// print, and tables/ as CSV, Markdown and LaTeX. Every page stands alone, apart from links.
/// Returns the path of the entrance. Throws std::runtime_error naming the file that is missing,
/// malformed or cannot be written, and as render_figures.
std::filesystem::path write_comparison_report(std::filesystem::path const& results_folder,
                                              Watch const& watch = {});

}  // namespace rattleback::reports
