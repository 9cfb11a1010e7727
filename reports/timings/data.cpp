#include "reports/timings/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/files/files.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Spread spread_of(std::vector<double> const& values) {
  double mean = 0, squares = 0;
  for (double const value : values) mean += value / values.size();
  for (double const value : values) squares += (value - mean) * (value - mean);
  return {median_of(values), values.size() > 1 ? std::sqrt(squares / (values.size() - 1)) : 0.0};
}

double nanoseconds_per(std::string const& unit) {
  for (auto const& [name, size] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}})
    if (unit == name) return size;
  throw Malformed(fmt::format("\"{}\" is not a unit of time", unit));
}

/// Repetitions of one benchmark.
struct Repetitions {
  Timing timing;
  std::vector<double> cpu, elapsed;
  std::map<std::string, std::vector<double>> rates;

  void add(json const& run) {
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
    cpu.push_back(rate > 0 ? 1e9 / rate : iteration);
    elapsed.push_back(run.at("real_time").get<double>() * unit * cpu.back() / iteration);
    for (auto const& [key, value] : run.items())
      if (value.is_number() && key.ends_with("_per_second")) rates[key].push_back(value);
  }

  Timing finished() const {
    Timing result = timing;
    if (!result.error.empty()) return result;
    result.cpu = spread_of(cpu);
    result.elapsed = median_of(elapsed);
    for (auto const& [key, values] : rates) result.rates[key] = median_of(values);
    return result;
  }
};

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

Bench read_bench(fs::path const& path) {
  json const file = read_json(path);
  return understood(path, [&] {
    Bench bench;
    bench.context = file.at("context");
    std::vector<Repetitions> all;
    std::map<std::string, std::size_t> places;
    for (json const& run : file.at("benchmarks")) {
      if (run.at("run_type") != "iteration") continue;  // aggregates of the repetitions
      std::string const name = run.at("run_name");
      auto const [place, is_new] = places.emplace(name, all.size());
      if (is_new) all.push_back({{.name = name, .label = run.value("label", "")}, {}, {}, {}});
      all[place->second].add(run);
    }
    for (Repetitions const& one : all) bench.timings.push_back(one.finished());
    for (json const& target : file.value("targets", json::array()))
      bench.targets.push_back({target.at("group"), target.at("name"), target.at("measured"),
                               target.at("bound"), target.at("at_least")});
    if (bench.timings.empty()) throw Malformed("the file contains no timing");
    return bench;
  });
}

BenchChange::Kind BenchChange::kind() const {
  if (ratio() > 1 + threshold) return Kind::slower;
  return ratio() < 1 - threshold ? Kind::faster : Kind::within_noise;
}

bool BenchComparison::regressed() const {
  return !lost.empty() || std::any_of(changes.begin(), changes.end(), [](auto const& change) {
    return change.kind() == BenchChange::Kind::slower;
  });
}

BenchComparison compare(Bench const& before, Bench const& after, double noise) {
  BenchComparison comparison;
  for (Timing const& then : before.timings) {
    if (!then.error.empty()) continue;
    Timing const* const now = after.find(then.name);
    if (now == nullptr) {
      bool const failed =
          std::any_of(after.timings.begin(), after.timings.end(),
                      [&](Timing const& timing) { return timing.name == then.name; });
      (failed ? comparison.lost : comparison.absent).push_back(then.name);
      continue;
    }
    double const deviation = std::hypot(then.cpu.deviation, now->cpu.deviation);
    comparison.changes.push_back({then.name, then.cpu.median, now->cpu.median,
                                  std::max(noise, 3 * deviation / then.cpu.median)});
  }
  if (comparison.changes.empty() && comparison.lost.empty())
    throw IoError("no timing is in both files");
  std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                   [](auto const& a, auto const& b) { return a.ratio() > b.ratio(); });
  return comparison;
}

}  // namespace rattleback::reports
