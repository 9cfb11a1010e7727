// Figures and table of the timings.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/child_process.hpp"

namespace rattleback::reports {

/// Reads `results_folder`/bench.json and writes bench.csv with every timing, and timings/ with the
/// figures and figures.json, which lists them. Throws FileFailure naming the file that is missing,
/// malformed or cannot be written, and as render_figures.
void draw_timings(std::filesystem::path const& results_folder, Watch const& watch = {});

/// What the page of timings shows of `results_folder`/bench.json. Throws FileFailure as above.
nlohmann::json timings_view(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
