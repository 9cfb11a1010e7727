#include <fmt/format.h>

#include <cmath>

#include "base/files/files.hpp"
#include "reports/timings/timings.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

double nanoseconds_per(std::string const& unit) {
  for (auto const& [name, size] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}})
    if (unit == name) return size;
  throw Malformed(fmt::format("\"{}\" is not a unit of time", unit));
}

void take(Timing& timing, json const& run) {
  if (run.value("error_occurred", false)) {
    timing.error = run.value("error_message", "failed");
    return;
  }
  double const unit = nanoseconds_per(run.value("time_unit", "ns"));
  double const iteration = run.at("cpu_time").get<double>() * unit;
  if (!(iteration > 0 && std::isfinite(iteration)))
    throw Malformed(fmt::format("the time of \"{}\" is not positive", timing.name));
  // Without a count of items one iteration is one item.
  double const rate = run.value("items_per_second", 0.0);
  timing.cpu = rate > 0 ? 1e9 / rate : iteration;
  timing.elapsed = run.at("real_time").get<double>() * unit * timing.cpu / iteration;
  timing.work_rate = run.value("work_per_second", 0.0);
}

}  // namespace

std::vector<std::string> Timing::parts() const {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t to; (to = name.find('/', from)) != name.npos; from = to + 1)
    parts.push_back(name.substr(from, to - from));
  parts.push_back(name.substr(from));
  return parts;
}

Timing const* Bench::find(std::string const& name) const {
  for (Timing const& timing : timings)
    if (timing.name == name && timing.error.empty()) return &timing;
  return nullptr;
}

Bench read_bench(std::filesystem::path const& path) {
  json const file = read_json(path);
  return understood(path, [&] {
    Bench bench;
    bench.context = file.at("context");
    std::map<std::string, std::size_t> places;
    for (json const& run : file.at("benchmarks")) {
      // A single measurement counts until the median of several follows.
      bool const is_median = run.value("aggregate_name", "") == "median";
      if (run.at("run_type") != "iteration" && !is_median) continue;
      std::string const name = run.at("run_name");
      auto const [place, is_new] = places.emplace(name, bench.timings.size());
      if (is_new) bench.timings.push_back({.name = name, .label = run.value("label", "")});
      if (is_new || is_median) take(bench.timings[place->second], run);
    }
    for (json const& target : file.value("targets", json::array()))
      bench.targets.push_back({target.at("group"), target.at("name"), target.at("measured"),
                               target.at("bound"), target.at("at_least")});
    if (bench.timings.empty()) throw Malformed("the file contains no timing");
    return bench;
  });
}

}  // namespace rattleback::reports
