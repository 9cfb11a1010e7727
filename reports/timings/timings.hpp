// The page of timings.
#pragma once

#include <filesystem>

#include "reports/files/child_process.hpp"

namespace rattleback::reports {

/// Reads `results_folder`/bench.json and writes bench.html, one page that needs no other file, and
/// bench.csv with every timing. Returns the page's path. Throws std::runtime_error naming the file
/// that is missing, malformed or cannot be written, and as render_figures.
std::filesystem::path write_bench_report(std::filesystem::path const& results_folder,
                                         Watch const& watch = {});

}  // namespace rattleback::reports
