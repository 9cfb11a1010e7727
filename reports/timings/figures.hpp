// The figures of the page of timings.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/child_process.hpp"
#include "reports/timings/data.hpp"

namespace rattleback::reports {

/// Draws the figures as `folder`/KIND.svg. Returns caption and width by kind (speed_up, threads,
/// size, constraints). A figure without timings is left out. Throws as render_figures.
nlohmann::json draw_bench_figures(Bench const& bench, std::filesystem::path const& folder,
                                  Watch const& watch = {});

/// Lanes of a vector in the build that was timed.
double lane_count(Bench const& bench);

}  // namespace rattleback::reports
