#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::beyond {

namespace {

/// System that a periodic drive moves along.
struct Gait {
  DrivenSystem const* on;
  double frequency;  ///< angular frequency of the drive

  RawQuad period() const { return 2 * std::numbers::pi / frequency; }
  /// Returns a run with nodes at whole periods.
  Run run(long periods, long steps_per_period) const {
    return driven_run(*on, period() / steps_per_period, periods * steps_per_period,
                      steps_per_period);
  }
};

double length(std::vector<double> const& q) { return std::hypot(q[0], q[1]); }

enum class Kind { reflecting, equal_norm, other };

struct GaitMethod {
  char const* column;  ///< in tables
  MethodVariant by;
  Kind kind;
};

std::vector<GaitMethod> gait_methods() {
  return {{"leapfrog", variant("dla_leapfrog"), Kind::other},
          {"trapezoidal", variant("dla_trapezoidal"), Kind::other},
          {"nodal", variant("gni", {{"force", "nodal"}}, "gni, nodal"), Kind::reflecting},
          {"rattle", variant("gni_rattle"), Kind::reflecting},
          {"interval", variant("gni", {{"force", "interval"}}, "gni, interval"), Kind::reflecting},
          {"equal_interval",
           variant("equal_norm_gni", {{"force", "interval"}}, "equal_norm_gni, interval"),
           Kind::equal_norm},
          {"equal_nodal", variant("equal_norm_gni", {{"force", "nodal"}}, "equal_norm_gni, nodal"),
           Kind::equal_norm},
          {"spark", variant("lobatto_spark", {{"stages", "3"}}, "lobatto_spark, 3"), Kind::other},
          {"rk4", variant("odeint_rk4"), Kind::other}};
}

/// Errors of one kind of method, relative to the displacement.
struct Errors {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  void add(double error) {
    least = smaller_or_nan(least, error);
    most = larger_or_nan(most, error);
  }
};

/// Measurements over both gaits.
struct GaitResults {
  std::map<Kind, Errors> of;
  std::vector<std::string> errors, references;
};

void measure_gait(Study& study, Gait const& gait, long periods, std::vector<long> const& steps,
                  GaitResults& results) {
  auto const exact = checked_motion(study, gait.run(periods, steps.front()));
  auto const& goal = exact.run.q.back();
  results.references.push_back(fmt::format(
      "{} moves by {:.6f}, the references at tolerances 1e-12 and 1e-13 differ by {:.1e}",
      gait.on->name, length(goal), exact.disagreement));
  std::vector<std::pair<std::string, std::vector<double>>> errors{
      {"steps", {steps.begin(), steps.end()}}},
      distances{{"period", {}}, {"motion", {}}};
  for (std::size_t k = 0; k < exact.run.q.size(); ++k) {
    distances[0].second.push_back(double(k));
    distances[1].second.push_back(length(exact.run.q[k]));
  }
  for (auto const& [column, by, kind] : gait_methods()) {
    std::vector<double> of_method, distance(exact.run.q.size(), std::nan(""));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      auto const ended = study.execute(run_by(by, gait.run(periods, steps[i])));
      bool const ok = ended.outcome == Outcome::ok;
      of_method.push_back(ok ? largest_difference(goal, ended.q.back()) : std::nan(""));
      results.of[kind].add(of_method.back() / length(goal));
      for (std::size_t k = 0; i == 0 && k < ended.q.size(); ++k) distance[k] = length(ended.q[k]);
    }
    errors.emplace_back(column, of_method);
    distances.emplace_back(column, distance);
    results.errors.push_back(
        fmt::format("{} on {} {}", by.label, gait.on->name, in_words(of_method, "{:.3g}")));
  }
  tabulate(study, fmt::format("gait_{}", gait.on->table), errors);
  auto const name = fmt::format("distance_{}", gait.on->table);
  tabulate(study, name, distances);
  auto const& table = study.tables.at(name);
  auto& marks = study.table(fmt::format("marks_{}", gait.on->table), table.columns);
  for (std::size_t k = 0; k < table.rows.size(); k += 5) marks.add(table.rows[k]);
}

}  // namespace

void find_gaits(Study& study) {
  long const periods = study.quick ? 40 : 100;
  std::vector<long> const steps =
      study.quick ? std::vector<long>{30} : std::vector<long>{30, 60, 120};
  GaitResults results;
  for (auto const& gait :
       {Gait{&driven_system("driven_snakeboard"), 1.1}, Gait{&driven_system("roller_racer"), 1.5}})
    measure_gait(study, gait, periods, steps, results);
  study.add_finding(
      "DR-14", {results.of[Kind::reflecting].least, results.of[Kind::equal_norm].most},
      fmt::format("{}; errors with {} steps per period: {}", joined(results.references),
                  fmt::join(steps, ", "), joined(results.errors)));
}

}  // namespace rattleback::beyond
