// Page, figure and table of the timings.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/child_process.hpp"

namespace rattleback::reports {

/// Reads `results_folder`/bench.json and writes bench.csv with every timing, and the figure
/// timings/timings.svg: speed-up of lanes, threads and the cost of a step by dimension. Panels
/// without timings are omitted. Throws IoError naming the file that is missing, malformed or cannot
/// be written, and the errors of render_figures.
void draw_timings(std::filesystem::path const& results_folder, Watch const& watch = {});

/// Returns the values of the page for `results_folder`/bench.json. Throws IoError as
/// draw_timings().
nlohmann::json timings_view(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
