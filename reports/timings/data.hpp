// Timings as Google Benchmark wrote them, read into plain records, and two of them compared.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rattleback::reports {

/// Median and sample standard deviation of the repetitions.
struct Spread {
  double median = 0, deviation = 0;
  double relative() const { return deviation / median; }
};

/// One timing. An item is what its benchmark counts: a step, a step of one orbit.
struct Timing {
  std::string name;
  std::string label;                       ///< what the benchmark says of itself
  std::string error;                       ///< why there are no numbers; empty when there are
  Spread cpu;                              ///< nanoseconds of processor time an item
  double elapsed = 0;                      ///< nanoseconds by the clock on the wall an item, median
  std::map<std::string, double> rates;     ///< counters per second of processor time, medians
  std::vector<std::string> parts() const;  ///< of the name, between slashes
};

/// A ratio that was aimed at, as measured.
struct Target {
  std::string group, name;
  double measured = 0, bound = 0;
  bool at_least = true;  ///< else at most
  bool met() const { return at_least ? measured >= bound : measured <= bound; }
};

struct Bench {
  nlohmann::json context;  ///< machine and build
  std::vector<Timing> timings;
  std::vector<Target> targets;
  /// Null when there is none of that name or it has no numbers.
  Timing const* find(std::string const& name) const;
};

/// Reads the JSON of rattleback_benchmarks. Throws FileFailure naming the file when it is
/// missing, malformed or holds no timing.
Bench read_bench(std::filesystem::path const& path);

/// How the median of one timing changed.
struct BenchChange {
  enum class Kind { within_noise, slower, faster };
  std::string name;
  double before = 0, after = 0;  ///< nanoseconds an item
  double threshold = 0;          ///< relative change that noise may explain
  double ratio() const { return after / before; }
  Kind kind() const;
};

struct BenchComparison {
  std::vector<BenchChange> changes;  ///< the one that slowed down most first
  std::vector<std::string> lost;     ///< names with numbers before and an error now
  std::vector<std::string> absent;   ///< names that the newer file does not have
  bool regressed() const;            ///< something is slower or lost
};

/// Noise is the larger of `noise` and three standard deviations of the difference, relative to the
/// older median. Throws FileFailure when no timing is in both.
BenchComparison compare(Bench const& before, Bench const& after, double noise);

}  // namespace rattleback::reports
