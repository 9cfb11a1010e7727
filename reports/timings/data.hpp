// Timings in the JSON of Google Benchmark, read into plain records, and their comparison.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rattleback::reports {

/// Median and sample standard deviation over the repetitions.
struct Spread {
  double median = 0, deviation = 0;
  double relative() const { return deviation / median; }
};

/// Timing of one benchmark, per item that it counts: a step, or a step of one orbit.
struct Timing {
  std::string name;
  std::string label;                       ///< label set by the benchmark
  std::string error;                       ///< reason for missing numbers; empty if none is missing
  Spread cpu;                              ///< processor time per item (ns)
  double elapsed = 0;                      ///< median elapsed time per item (ns)
  std::map<std::string, double> rates;     ///< medians of counters, per second of processor time
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
  /// Returns the date and time of the run, which sort as text; empty if the file has none.
  std::string date() const { return context.value("date", std::string()); }
  /// Returns the timing of that name; null if it does not exist or has no numbers.
  Timing const* find(std::string const& name) const;
};

/// Reads the JSON of rattleback_benchmarks. Throws IoError naming the file if it is missing,
/// malformed or contains no timing.
Bench read_bench(std::filesystem::path const& path);

/// Change of the median of one timing.
struct BenchChange {
  enum class Kind { within_noise, slower, faster };
  std::string name;
  double before = 0, after = 0;  ///< median processor time per item (ns)
  double threshold = 0;          ///< largest relative change that noise may explain
  double ratio() const { return after / before; }
  Kind kind() const;
};

/// Comparison of two benchmark runs.
struct BenchComparison {
  std::vector<BenchChange> changes;  ///< largest slow-down first
  std::vector<std::string> lost;     ///< names with numbers before and an error after
  std::vector<std::string> absent;   ///< names that are missing in the newer file
  bool regressed() const;            ///< true if a timing is slower or lost
};

/// Compares two runs. The noise threshold is the larger of `noise` and three standard deviations of
/// the difference, relative to the older median. Throws IoError if no timing is in both runs.
BenchComparison compare(Bench const& before, Bench const& after, double noise);

}  // namespace rattleback::reports
