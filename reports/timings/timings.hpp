// Figures and table of the timings.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/child_process.hpp"

namespace rattleback::reports {

/// Reads `results_folder`/bench.json and writes bench.csv with every timing, and timings/ with the
/// figures and their list, figures.json. Throws IoError naming the file that is missing,
/// malformed or cannot be written, and the errors of render_figures.
void draw_timings(std::filesystem::path const& results_folder, Watch const& watch = {});

/// Returns the values of a page for each machine: first that of `results_folder`/bench.json, then
/// those that only older runs, `results_folder`/bench/*.json, have. Each shows its newest run, with
/// the older runs as history. Throws IoError as draw_timings().
nlohmann::json timings_views(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
