#include "program/ensemble_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/core/fit.hpp"
#include "program/code_hashes.hpp"
#include "program/messages.hpp"
#include "program/provenance.hpp"

namespace rattleback {

namespace {
using nlohmann::json;

std::string const code_of = "code of ";

Json statistics_json(EnsembleRun const& run, EnsembleResult const& result) {
  return json_head(run)
      .add("times", result.times)
      .add("mean", result.mean)
      .add("variance", result.variance)
      .add("kurtosis", result.kurtosis)
      .add("quantile_levels", std::vector<double>(quantile_levels.begin(), quantile_levels.end()))
      .add("quantiles", result.quantiles)
      .add("drift_exponent", drift_exponent(result))
      .add("failed", result.failed);
}

void print_statistics(EnsembleRun const& run, EnsembleResult const& result) {
  auto const& spec = run.spec;
  fmt::print("{}, {}: energy error of {} orbits at energy {}, seed {}, step {}\n", run.problem,
             run.integrator, spec.orbits, decimal(spec.energy), spec.seed, decimal(spec.step));
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
}  // namespace

int strict_status(long failed) {
  if (failed == 0) return 0;
  flush_stdout();
  say(fmt::format("{} orbits did not stay finite", failed));
  return 1;
}

JsonObject json_head(EnsembleRun const& run) {
  auto const& spec = run.spec;
  return JsonObject()
      .add("problem", run.problem)
      .add("integrator", run.integrator)
      .add("orbits", spec.orbits)
      .add("step", spec.step)
      .add("steps", spec.steps)
      .add("energy", spec.energy)
      .add("seed", spec.seed);
}

json identity_of(EnsembleRun const& run) {
  auto const& spec = run.spec;
  json parameters = json::object(), options = json::object();
  for (auto const& [name, value] : spec.parameters) parameters[name] = static_cast<double>(value);
  for (auto const& [name, value] : spec.options) options[name] = value;
  json identity = {{"problem", run.problem},   {"integrator", run.integrator},
                   {"orbits", spec.orbits},    {"step", spec.step},
                   {"steps", spec.steps},      {"every", spec.every},
                   {"energy", spec.energy},    {"seed", spec.seed},
                   {"parameters", parameters}, {"options", options},
                   {"preset", build_preset()}, {"flags", build_flags()}};
  auto const& hashes = code_hashes();
  for (auto const& name :
       {"problem " + run.problem, "method " + run.integrator, std::string("the core")})
    if (auto const found = hashes.find(name); found != hashes.end())
      identity[code_of + name] = found->second;
  return identity;
}

std::string differences(json const& a, json const& b) {
  std::set<std::string> names;
  for (auto const* identity : {&a, &b})
    for (auto const& entry : identity->items()) names.insert(entry.key());
  std::string text;
  for (auto const& name : names) {
    auto const one = a.value(name, json()), other = b.value(name, json());
    if (one == other) continue;
    if (!text.empty()) text += ", ";
    text += name;
    // Hashes tell a reader nothing.
    if (!name.starts_with(code_of)) text += fmt::format(" ({} and {})", one.dump(), other.dump());
  }
  return text;
}

EnsembleResult result_of(Shard const& shard) {
  EnsembleResult result;
  auto const& spec = shard.run.spec;
  for (std::size_t k = 0; k < shard.part.times(); ++k)
    result.times.push_back(static_cast<double>(static_cast<long>(k) * spec.every) * spec.step);
  summarise(result, shard.part);
  return result;
}

void show_statistics(Shard const& shard, bool json) {
  auto const result = result_of(shard);
  if (json)
    print(statistics_json(shard.run, result));
  else
    print_statistics(shard.run, result);
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

}  // namespace rattleback
