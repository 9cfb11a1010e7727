// The static figures of a comparison, for print.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"
#include "reports/files/child_process.hpp"

namespace rattleback::reports {

/// Draws the figures of `problem` as `folder`/figures/PROBLEM_NAME.svg and .pdf: path and energy of
/// the motion, convergence and errors of the positions. Each family of methods has a panel of its own
/// on the same axes, where costs are compared with the least error of all methods in grey. A failed run
/// is a cross in the strip above the axes' upper line, at its cost.
/// Returns a list of {"id", "kind" ("motion", "energy", "convergence" or "work"), "title",
/// "caption", "width"}. Throws as render_figures.
nlohmann::json render_comparison_figures(ProblemResult const& problem,
                                         std::filesystem::path const& folder, Watch const& watch);

}  // namespace rattleback::reports
