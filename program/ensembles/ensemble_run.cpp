#include "program/ensembles/ensemble_run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "base/invalid_input.hpp"
#include "experiments/measure/fit.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/identity.hpp"

namespace rattleback {

namespace {
using nlohmann::json;

/// Returns the slope of log standard deviation over log t for t >= T/10: 1/2 for a random walk; NaN
/// with fewer than four times.
double drift_exponent(std::vector<double> const& times, ErrorStatistics const& statistics) {
  std::vector<double> late, deviations;
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] < times.back() / 10 || !(statistics.variance[k] > 0)) continue;
    late.push_back(times[k]);
    deviations.push_back(std::sqrt(statistics.variance[k]));
  }
  if (late.size() < 4 || !(late.front() > 0)) return std::numeric_limits<double>::quiet_NaN();
  return fit_power(late, deviations).slope;
}

void add_statistics(JsonObject& object, std::vector<double> const& times,
                    ErrorStatistics const& statistics) {
  object.add("mean", statistics.mean)
      .add("variance", statistics.variance)
      .add("kurtosis", statistics.kurtosis)
      .add("quantile_levels", std::vector<double>(quantile_levels.begin(), quantile_levels.end()))
      .add("quantiles", statistics.quantiles)
      .add("drift_exponent", drift_exponent(times, statistics));
}

JsonObject statistics_json(EnsembleRun const& run, EnsembleResult const& result) {
  auto object = json_head(run).add("times", result.times);
  add_statistics(object, result.times, result);
  object.add("failed", result.failed);
  if (result.invariant) {
    auto invariant = JsonObject().add("name", run.spec.invariant);
    add_statistics(invariant, result.times, *result.invariant);
    object.add("invariant", invariant);
  }
  return object;
}

void print_table(std::string const& quantity, EnsembleRun const& run,
                 std::vector<double> const& times, ErrorStatistics const& statistics) {
  auto const& spec = run.spec;
  auto const starts = run.sampled()
                          ? fmt::format("at energy {}, seed {}", decimal(spec.energy), spec.seed)
                          : "from given initial conditions";
  fmt::print("{}, {}: {} of {} orbits {}, step {}\n", run.problem, run.integrator,
             words_of_deviation(run, quantity), spec.orbits, starts, decimal(spec.step));
  fmt::print("{:>14} {:>14} {:>14} {:>14} {:>14} {:>14} {:>14}\n", "time", "mean", "variance",
             "kurtosis", "5 %", "median", "95 %");
  for (std::size_t i = 0; i < times.size(); ++i)
    fmt::print("{:>14.8g} {:>14.6e} {:>14.6e} {:>14.6g} {:>14.3e} {:>14.3e} {:>14.3e}\n", times[i],
               statistics.mean[i], statistics.variance[i], statistics.kurtosis[i],
               statistics.quantiles[i].front(), statistics.quantiles[i][quantile_levels.size() / 2],
               statistics.quantiles[i].back());
  fmt::print("standard deviation ~ t^{:.3f} over the last nine tenths\n",
             drift_exponent(times, statistics));
}

void print_statistics(EnsembleRun const& run, EnsembleResult const& result) {
  print_table("energy", run, result.times, result);
  if (result.invariant) print_table(run.spec.invariant, run, result.times, *result.invariant);
  fmt::print("{} orbits became non-finite\n", result.failed);
}
}  // namespace

int strict_status(long failed) {
  if (failed == 0) return 0;
  flush_stdout();
  print_message(fmt::format("{} orbits became non-finite", failed));
  return 1;
}

std::string words_of_deviation(EnsembleRun const& run, std::string const& quantity) {
  bool const changes = quantity == "energy" && run.setting.value("driven", false);
  return changes ? "change of energy" : quantity + " error";
}

JsonObject json_head(EnsembleRun const& run) {
  auto const& spec = run.spec;
  return JsonObject()
      .add("problem", run.problem)
      .add("integrator", run.integrator)
      .add("orbits", spec.orbits)
      .add("step", spec.step)
      .add("steps", spec.steps)
      .add("energy", run.sampled() ? Json(spec.energy) : Json(nullptr))
      .add("seed", run.sampled() ? Json(spec.seed) : Json(nullptr))
      .add("starts", run.starts)
      .add("identity", identity_hash(identity_of(run)));
}

void identify(EnsembleRun& run, ProblemEntry const& problem, MethodEntry const& method) {
  auto const& standard = problem.cases.front();  // ensembles use the first case
  json parameters = json::object(), options = json::object();
  for (auto const& [name, value] : standard.parameters) parameters[name] = value;
  for (auto const& [name, value] : run.spec.parameters)
    parameters[name] = static_cast<double>(value);
  for (auto const& [name, value] : run.spec.options) options[name] = value;
  run.setting = code_identity(run.problem, problem, run.integrator, method);
  if (problem.driven) run.setting["driven"] = true;
  run.setting.update({{"parameters", parameters},
                      {"options", options},
                      {"case", {{"name", standard.name}, {"q", standard.q}}}});
}

json identity_of(EnsembleRun const& run) {
  auto const& spec = run.spec;
  auto identity = run.setting;
  identity.update({{"problem", run.problem},
                   {"integrator", run.integrator},
                   {"orbits", spec.orbits},
                   {"step", spec.step},
                   {"steps", spec.steps},
                   {"every", spec.every},
                   {"energy", spec.energy},
                   {"seed", spec.seed},
                   {"starts", run.starts},
                   {"invariant", spec.invariant}});
  return identity;
}

EnsembleResult result_of(Shard const& shard) {
  EnsembleResult result;
  auto const& spec = shard.run.spec;
  for (std::size_t k = 0; k < shard.part.times() / static_cast<std::size_t>(spec.quantities()); ++k)
    result.times.push_back(static_cast<double>(static_cast<long>(k) * spec.every) * spec.step);
  summarise(result, shard.part);
  return result;
}

void show_statistics(Shard const& shard, bool json) {
  auto const result = result_of(shard);
  if (json)
    print_result(statistics_json(shard.run, result));
  else
    print_statistics(shard.run, result);
}

// ---- memory ----

namespace {
/// Returns the number after a name in a file, or the first number without a name; `otherwise` if
/// there is none.
double number_in(std::filesystem::path const& path, std::string const& name, double otherwise) {
  std::ifstream file(path);
  std::string word;
  double number = 0;
  while (!name.empty() && word != name && file >> word) {
  }
  return file >> number ? number : otherwise;
}

/// Files of a control group, as containers of versions 2 and 1 have them. The usage includes pages
/// of inactive files, which the system reclaims when memory is needed.
constexpr std::array<std::array<char const*, 4>, 2> group_files{
    {{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current", "sys/fs/cgroup/memory.stat",
      "inactive_file"},
     {"sys/fs/cgroup/memory/memory.limit_in_bytes", "sys/fs/cgroup/memory/memory.usage_in_bytes",
      "sys/fs/cgroup/memory/memory.stat", "total_inactive_file"}}};
}  // namespace

double available_memory(std::filesystem::path const& root) {
  constexpr double unlimited = 1e30;
  double left = 1024 * number_in(root / "proc/meminfo", "MemAvailable:", unlimited);
  for (auto const& [limit, usage, statistics, reclaimable] : group_files)
    left = std::min(left, number_in(root / limit, "", unlimited) - number_in(root / usage, "", 0) +
                              number_in(root / statistics, reclaimable, 0));
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    left = std::min(left, static_cast<double>(limit.rlim_cur) -
                              number_in(root / "proc/self/statm", "", 0) *
                                  static_cast<double>(::sysconf(_SC_PAGESIZE)));
  return std::max(left, 0.0);
}

void require_memory(EnsembleSpec& spec, long orbits, bool as_text, long final_numbers) {
  constexpr double together = 32;  // largest number of orbits in a batch of one thread
  constexpr double steps_between_crossings = 20;
  auto const count = static_cast<double>(orbits), levels = 2 + std::log2(count);
  auto const times = (static_cast<double>(spec.steps / spec.every) + 1) * spec.quantities();
  // Most values are near the typical size, fewer in each octave below it. Measured, with a margin.
  double const bins = std::min(count, 64 * (6 + std::log2(count)));
  double const at_a_time = 1000 + sizeof(Moments) * levels + 1.5 * sizeof(Histogram::Bin) * bins +
                           std::min<double>(spec.threads, count) * 16 * together +
                           (as_text ? 64 * bins + 200 * levels : 0);
  double const of_an_orbit =
      120.0 + 32.0 * static_cast<double>(final_numbers) +
      (spec.section ? 16 * (1 + static_cast<double>(spec.steps) / steps_between_crossings) *
                          (1 + static_cast<double>(spec.section_columns.size()))
                    : 0);
  auto const check = [available = available_memory()](std::string const& work, double bytes) {
    if (bytes > available)
      throw InvalidInput(fmt::format(
          "memory: {} need {:.3g} GB, but only {:.3g} GB are available; reduce --orbits, or sample "
          "less often (--every)",
          work, bytes / 1e9, available / 1e9));
  };
  check(fmt::format("{} orbits at {} times", orbits, spec.steps / spec.every + 1),
        10e6 + times * at_a_time + count * of_an_orbit);
  spec.grown = [check](std::size_t bytes, double) {
    check("the statistics and crossings", static_cast<double>(bytes));
  };
}

}  // namespace rattleback
