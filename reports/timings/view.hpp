// Template values of the timings page.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/timings/data.hpp"

namespace rattleback::reports {

/// Returns the values of the page. `figures`: list written by draw_bench_figures().
nlohmann::json bench_view(Bench const& bench, nlohmann::json const& figures);

}  // namespace rattleback::reports
