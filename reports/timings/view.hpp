// What the page of timings shows, as its template takes it.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/timings/data.hpp"

namespace rattleback::reports {

/// `figures` as bench_figures made them.
nlohmann::json bench_view(Bench const& bench, nlohmann::json const& figures);

}  // namespace rattleback::reports
