// Figures of the timings page.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/child_process.hpp"
#include "reports/timings/data.hpp"

namespace rattleback::reports {

/// Draws the figures as `folder`/KIND.svg. Returns caption and width by kind (speed_up, threads,
/// size, constraints). A figure without timings is omitted. Throws the errors of render_figures.
nlohmann::json draw_bench_figures(Bench const& bench, std::filesystem::path const& folder,
                                  Watch const& watch = {});

/// Returns the number of SIMD lanes in the timed build.
double lane_count(Bench const& bench);

}  // namespace rattleback::reports
