#include "program/ensemble_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/core/fit.hpp"
#include "problems/core/misuse.hpp"
#include "program/provenance.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

EnsembleResult result_of(Shard const& shard) {
  EnsembleResult result;
  auto const& spec = shard.run.spec;
  for (long i = 0; i <= spec.steps; i += spec.every)
    result.times.push_back(static_cast<double>(i) * spec.step);
  result.part = shard.part;
  summarise(result);
  return result;
}

/// Numbers that are not finite as words.
json numbers(std::vector<double> const& values) {
  json all = json::array();
  for (double x : values) all.push_back(std::isfinite(x) ? json(x) : json(decimal(x)));
  return all;
}

json moments_json(Moments const& m) { return {m.mean, m.second, m.third, m.fourth}; }

EnsembleRun run_from(json const& object) {
  EnsembleRun run{object.at("problem"), object.at("integrator"), {}};
  auto& spec = run.spec;
  spec.orbits = object.at("orbits");
  spec.step = object.at("step");
  spec.steps = object.at("steps");
  spec.every = object.at("every");
  spec.energy = object.at("energy");
  spec.seed = object.at("seed");
  for (auto const& [name, value] : object.at("parameters").items())
    spec.parameters.emplace_back(name, value.get<double>());
  for (auto const& [name, value] : object.at("options").items())
    spec.options.emplace_back(name, value);
  return run;
}

/// Names and values of the entries in which two objects differ.
std::string differences(json const& a, json const& b) {
  std::string text;
  for (auto const& [name, value] : a.items())
    if (b.value(name, json()) != value)
      text += fmt::format("{}{} ({} and {})", text.empty() ? "" : ", ", name, value.dump(),
                          b.value(name, json()).dump());
  return text;
}

}  // namespace

json identity_of(EnsembleRun const& run) {
  auto const& spec = run.spec;
  json parameters = json::object(), options = json::object();
  for (auto const& [name, value] : spec.parameters) parameters[name] = static_cast<double>(value);
  for (auto const& [name, value] : spec.options) options[name] = value;
  return {{"problem", run.problem},   {"integrator", run.integrator},
          {"orbits", spec.orbits},    {"step", spec.step},
          {"steps", spec.steps},      {"every", spec.every},
          {"energy", spec.energy},    {"seed", spec.seed},
          {"parameters", parameters}, {"options", options},
          {"preset", build_preset()}, {"flags", build_flags()}};
}

std::string text_of(Shard const& shard) {
  json nodes = json::array(), histograms = json::array();
  for (auto const& [first, node] : shard.part.nodes()) {
    json moments = json::array();
    for (auto const& m : node.at_time) moments.push_back(moments_json(m));
    nodes.push_back({{"level", node.level},
                     {"index", node.index},
                     {"counted", node.counted},
                     {"failed", node.failed},
                     {"moments", moments}});
  }
  for (auto const& histogram : shard.part.histograms()) histograms.push_back(histogram.counts());
  auto const result = result_of(shard);
  json const object{{"shard_of", identity_of(shard.run)},
                    {"first", shard.first},
                    {"last", shard.last},
                    {"nodes", nodes},
                    {"histograms", histograms},
                    // What the part itself shows; `merge` does not read it.
                    {"orbits", shard.last - shard.first},
                    {"step", shard.run.spec.step},
                    {"times", result.times},
                    {"mean", numbers(result.mean)},
                    {"variance", numbers(result.variance)},
                    {"kurtosis", numbers(result.kurtosis)},
                    {"failed", result.failed}};
  return object.dump() + "\n";
}

Shard shard_from(std::string const& text, std::string const& source) {
  try {
    auto const object = json::parse(text);
    Shard shard{run_from(object.at("shard_of")), object.at("first"), object.at("last"), {}};
    if (auto const other = differences(object.at("shard_of"), identity_of(shard.run));
        !other.empty())
      throw Misuse(fmt::format("'{}' comes from another build: {}", source, other));
    shard.part = EnsemblePart(object.at("histograms").size());
    for (auto const& entry : object.at("nodes")) {
      EnsemblePart::Node node{
          entry.at("level"), entry.at("index"), entry.at("counted"), entry.at("failed"), {}};
      for (auto const& m : entry.at("moments"))
        node.at_time.push_back({m.at(0), m.at(1), m.at(2), m.at(3)});
      shard.part.add(std::move(node));
    }
    std::size_t time = 0;
    for (auto const& histogram : object.at("histograms")) {
      for (auto const& [bin, count] : histogram.get<std::map<int, long>>())
        shard.part.add(time, bin, count);
      ++time;
    }
    if (!shard.part.covers(shard.first, shard.last))
      throw Misuse(fmt::format("'{}' does not hold the orbits it names", source));
    return shard;
  } catch (json::exception const&) {
    throw Misuse(fmt::format("'{}' is no shard of an ensemble", source));
  }
}

Shard read_shard(std::filesystem::path const& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    throw Misuse(fmt::format("'{}' cannot be read", path.string()));
  return shard_from(text.str(), path.string());
}

void require_same_run(std::string const& name, EnsembleRun const& run,
                      std::string const& other_name, EnsembleRun const& other) {
  auto const difference = differences(identity_of(run), identity_of(other));
  if (!difference.empty())
    throw Misuse(
        fmt::format("{} and {} are parts of different runs: {}", name, other_name, difference));
}

Shard merged(std::vector<std::filesystem::path> const& paths) {
  auto whole = read_shard(paths.front());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    auto const shard = read_shard(paths[i]);
    require_same_run(paths.front().string(), whole.run, paths[i].string(), shard.run);
    try {
      whole.part.add(shard.part);
    } catch (Misuse const& misuse) {
      throw Misuse(fmt::format("'{}': {}", paths[i].string(), misuse.what()));
    }
  }
  whole.first = 0;
  whole.last = whole.run.spec.orbits;
  long next = 0;
  for (auto const& [first, node] : whole.part.nodes()) {
    if (first != next) break;
    next = node.last();
  }
  if (next != whole.last)
    throw Misuse(fmt::format("orbit {} of {} is in no shard", next, whole.last));
  return whole;
}

double drift_exponent(EnsembleResult const& result) {
  std::vector<double> times, deviations;
  for (std::size_t k = 0; k < result.times.size(); ++k) {
    if (result.times[k] < result.times.back() / 10 || !(result.variance[k] > 0)) continue;
    times.push_back(result.times[k]);
    deviations.push_back(std::sqrt(result.variance[k]));
  }
  if (times.size() < 4 || !(times.front() > 0)) return std::numeric_limits<double>::quiet_NaN();
  return fit_power(times, deviations).slope;
}

Json statistics_json(Shard const& shard) {
  auto const& spec = shard.run.spec;
  auto const result = result_of(shard);
  return JsonObject()
      .add("problem", shard.run.problem)
      .add("integrator", shard.run.integrator)
      .add("orbits", spec.orbits)
      .add("step", spec.step)
      .add("steps", spec.steps)
      .add("energy", spec.energy)
      .add("seed", spec.seed)
      .add("times", result.times)
      .add("mean", result.mean)
      .add("variance", result.variance)
      .add("kurtosis", result.kurtosis)
      .add("quantile_levels", std::vector<double>(quantile_levels.begin(), quantile_levels.end()))
      .add("quantiles", result.quantiles)
      .add("drift_exponent", drift_exponent(result))
      .add("failed", result.failed);
}

void print_statistics(Shard const& shard) {
  auto const& spec = shard.run.spec;
  auto const result = result_of(shard);
  fmt::print("{}, {}: energy error of {} orbits at energy {}, seed {}, step {}\n",
             shard.run.problem, shard.run.integrator, spec.orbits, decimal(spec.energy), spec.seed,
             decimal(spec.step));
  fmt::print("{:>14} {:>14} {:>14} {:>14} {:>14} {:>14} {:>14}\n", "time", "mean", "variance",
             "kurtosis", "5 %", "median", "95 %");
  for (std::size_t i = 0; i < result.times.size(); ++i)
    fmt::print("{:>14.8g} {:>14.6e} {:>14.6e} {:>14.6g} {:>14.3e} {:>14.3e} {:>14.3e}\n",
               result.times[i], result.mean[i], result.variance[i], result.kurtosis[i],
               result.quantiles[i].front(), result.quantiles[i][quantile_levels.size() / 2],
               result.quantiles[i].back());
  fmt::print("standard deviation ~ t^{:.3f} over the last nine tenths\n", drift_exponent(result));
  fmt::print("{} orbits did not stay finite\n", result.failed);
}

}  // namespace rattleback
