// Timings in the JSON of Google Benchmark: plain records, their page, figure and table.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files/child_process.hpp"

namespace rattleback::reports {

/// Timing of one benchmark, per item that it counts: a step, or a step of one orbit. The numbers
/// are Google Benchmark's medians over the repetitions.
struct Timing {
  std::string name;
  std::string label;                       ///< label set by the benchmark
  std::string error;                       ///< reason for missing numbers; empty if none is missing
  double cpu = 0;                          ///< processor time per item (ns)
  double elapsed = 0;                      ///< elapsed time per item (ns)
  double work_rate = 0;                    ///< units of work per second; 0 if not counted
  std::vector<std::string> parts() const;  ///< parts of the name between slashes
};

/// Target of a performance ratio, with the measured ratio.
struct Target {
  std::string group, name;
  double measured = 0, bound = 0;
  bool at_least = true;  ///< bound from below; else from above
  bool met() const { return at_least ? measured >= bound : measured <= bound; }
};

/// Timings of one benchmark run.
struct Bench {
  nlohmann::json context;  ///< machine and build
  std::vector<Timing> timings;
  std::vector<Target> targets;
  /// Returns the timing of that name; null if it does not exist or has no numbers.
  Timing const* find(std::string const& name) const;
};

/// Reads the JSON of rattleback_benchmarks. Throws IoError naming the file if it is missing,
/// malformed or contains no timing.
Bench read_bench(std::filesystem::path const& path);

/// Reads `results_folder`/bench.json and writes bench.csv with every timing, and the figure
/// timings/timings.svg: speed-up of lanes, and threads. Panels without timings are omitted. Throws
/// IoError naming the file that is missing, malformed or cannot be written, and the errors of
/// render_figures.
void draw_timings(std::filesystem::path const& results_folder, Watch const& watch = {});

/// Returns the values of the page for `results_folder`/bench.json. Throws IoError as
/// draw_timings().
nlohmann::json timings_view(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
