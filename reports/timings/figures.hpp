// The figures of the page of timings.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/files/child_process.hpp"
#include "reports/timings/data.hpp"

namespace rattleback::reports {

/// By kind (speed_up, threads, size, constraints): picture in base 64, caption and width. A figure
/// without timings is left out. Throws as render_figures.
nlohmann::json bench_figures(Bench const& bench, Watch const& watch = {});

/// Lanes of a vector in the build that was timed.
double lane_count(Bench const& bench);

}  // namespace rattleback::reports
