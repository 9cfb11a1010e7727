// Template values of the timings page.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/timings/data.hpp"

namespace rattleback::reports {

/// Returns the values of the page. `figures`: list written by draw_bench_figures().
nlohmann::json bench_view(Bench const& bench, nlohmann::json const& figures);

/// Returns the runs of one machine, newest first, each with its date, commit and median time over
/// that of the newest run.
nlohmann::json history_view(std::vector<Bench> const& runs);

}  // namespace rattleback::reports
