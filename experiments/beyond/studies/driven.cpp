// Study of driven and damped systems: orders, balance of the energy and gaits.

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/orders.hpp"
#include "experiments/measure/sweep.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond::driven_study {

namespace {

// Orders.

constexpr long end_time = 2;

/// Returns numbers of steps to t = 2. The fit takes the finest four whose errors exceed rounding.
/// Some compositions by a scheme of order six reach six and promise four.
std::array<long, 5> steps_for(MethodVariant const& by) {
  bool const may_reach_six = by.order > 4 || (by.order == 4 && by.method.ends_with(",kahan_li6)"));
  if (may_reach_six) return {8, 12, 16, 24, 32};
  return {10, 20, 40, 80, 160};
}

/// Time of the last velocity of a run: some velocities belong to a point inside the step.
RawQuad velocity_time(Study& study, std::string const& problem, MethodVariant const& by, long n) {
  double const node = study.method(problem, by.method).card.velocity_node;
  return end_time + RawQuad(node) * RawQuad(end_time) / n;
}

/// Exact states of one system at the times at which errors are taken.
using ExactStates = std::map<RawQuad, ReferenceState>;
ExactStates exact_states(Study& study, Run const& motion,
                         std::vector<MethodVariant> const& methods) {
  // One call for all times: the reference is integrated once.
  std::set<RawQuad> times{end_time};
  for (auto const& by : methods)
    for (long const n : steps_for(by)) times.insert(velocity_time(study, motion.problem, by, n));
  auto const states = study.reference(motion, {times.begin(), times.end()});
  ExactStates exact;
  for (auto const time : times) exact.emplace(time, states.at(exact.size()));
  return exact;
}

struct PositionAndVelocity {
  double position, velocity;
};

PositionAndVelocity orders_of(Study& study, MethodVariant const& by, Run const& motion,
                              ExactStates const& exact) {
  std::vector<double> steps, positions, velocities;
  for (long const n : steps_for(by)) {
    auto const run = study.execute(run_by(by, motion.with(RawQuad(end_time) / n, n, 0)));
    bool const ok = run.outcome == Outcome::ok;
    steps.push_back(double(end_time) / double(n));
    positions.push_back(ok ? largest_difference(run.q.back(), exact.at(end_time).q) : std::nan(""));
    velocities.push_back(
        ok ? largest_difference(run.v.back(),
                                exact.at(velocity_time(study, motion.problem, by, n)).v)
           : std::nan(""));
  }
  return {order_of(steps, positions, end_time), order_of(steps, velocities, end_time)};
}

/// Orders of the cells of the table that a finding is about.
struct OrderCells {
  int count = 0;
  double extreme = 0;
  std::string where = "none";

  void add(double number, std::string const& cell) {
    ++count;
    if (!std::isnan(extreme) && !(number <= extreme)) where = cell;
    extreme = larger_or_nan(extreme, number);
  }
};

/// Measures the orders of positions and velocities of every method with fixed steps on five driven
/// systems: finding DR-01.
void find_orders_with_forces(Study& study) {
  std::array const problems{"driven_contact", "driven_sleigh", "driven_snakeboard",
                            "moving_contact", "steered_car"};
  auto methods = methods_with_forces(problems.front());
  // In quick runs compositions are represented by those of (4.18).
  if (study.quick)
    std::erase_if(methods, [](MethodVariant const& by) {
      return by.method.starts_with("compose") && !by.method.starts_with("compose(dla_leapfrog");
    });
  auto& table = study.table("orders", {"system", "row", "expected", "position", "velocity"});
  OrderCells lacking, euler;
  for (std::size_t s = 0; s < problems.size(); ++s) {
    auto const& on = driven_system(problems[s]);
    auto const motion = driven_run(on, 1, 1);
    auto const exact = exact_states(study, motion, methods);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const& by = methods[m];
      auto const [position, velocity] = orders_of(study, by, motion, exact);
      table.add({double(s + 1), double(methods.size() - m), double(by.order), position, velocity});
      auto const cell =
          fmt::format("{} on {} {:.2f}, {:.2f}", by.label, on.name, position, velocity);
      if (by.symmetric) lacking.add(by.order - smaller_or_nan(position, velocity), cell);
      if (by.method.starts_with("dla_euler")) euler.add(larger_or_nan(position, velocity), cell);
    }
  }
  std::vector<std::string> names;
  for (auto by = methods.rbegin(); by != methods.rend(); ++by) names.push_back(by->label);
  study.names("methods", names);
  study.add_finding("DR-01", {lacking.extreme, 2 - euler.extreme},
                    fmt::format("{} cells (method, system); farthest below: {}; highest of the "
                                "Euler methods: {}",
                                lacking.count, lacking.where, euler.where));
}

// Balance of the energy over long runs.

/// Numbers of steps per unit of time: h = 0.1 and 0.05.
constexpr std::array rates{10, 20};

/// Balances E(t) - E(0) - W(t) of a run, divided by h².
struct Balance {
  std::vector<double> times;
  std::vector<double> discrete;   ///< balance with the method's own discrete work
  std::vector<double> of_motion;  ///< balance with the work of the motion
  double largest = 0;             ///< largest |discrete|, not divided
};

Balance balance_of(Study& study, DrivenSystem const& on, char const* method, Forces forces,
                   int per_unit, long time) {
  auto run = driven_run(on, RawQuad(1) / per_unit, per_unit * time, per_unit, forces);
  run.method = method;
  auto const ended = study.execute(run);
  double const scale = double(per_unit) * per_unit;
  Balance balance{.times = ended.times, .largest = ended.invariants.front().max_deviation};
  for (auto const& row : ended.invariant_values) {
    balance.discrete.push_back(scale * row.front());
    balance.of_motion.push_back(scale * row.back());
  }
  return balance;
}

/// Smallest change of a balance over h² that counts as a trend: smaller ones are rounding.
constexpr double rounding_level = 1e-6;

/// Returns the trend after the first tenth of the run, in which the motion is transient.
Trend late_trend(std::vector<double> const& times, std::vector<double> const& values) {
  auto const from = std::ptrdiff_t(times.size() / 10);
  auto trend = trend_of({times.begin() + from, times.end()}, {values.begin() + from, values.end()});
  trend.drifts = trend.drifts && std::abs(trend.rate) * times.back() > rounding_level;
  return trend;
}

/// Balances of one method on one system with both steps.
struct BothSteps {
  std::array<Balance, 2> of_steps;
  std::array<Trend, 2> trends;

  BothSteps(Study& study, DrivenSystem const& on, char const* method, Forces forces, long time) {
    for (std::size_t k = 0; k < 2; ++k) {
      of_steps[k] = balance_of(study, on, method, forces, rates[k], time);
      trends[k] = late_trend(of_steps[k].times, of_steps[k].discrete);
    }
  }
  /// True if the trend exceeds the oscillation with both steps.
  bool drifts() const { return trends[0].drifts && trends[1].drifts; }
  std::string words(std::string const& where) const {
    return fmt::format("{} {:.3e} and {:.3e}, oscillation {:.1e}", where, trends[0].rate,
                       trends[1].rate, trends[1].ripple);
  }
};

/// Adds means of equal parts of a run, which remove the oscillation within a period of the drive. A
/// run that ends before it has so many nodes has no means.
void add_means(Study& study, std::string const& name, Balance const& balance, std::size_t parts) {
  if (balance.times.size() < parts) return;
  auto const [times, means] = block_means(balance.times, balance.discrete, parts);
  tabulate(study, name, {{"time", times}, {"balance", means}});
}

/// Measures the balance of the energy over long runs with and without drag and force: findings
/// DR-03 and DR-07.
void find_balances(Study& study) {
  long const time = study.quick ? 500 : 4000;
  std::vector const systems{&driven_system("driven_sleigh"), &driven_system("driven_snakeboard"),
                            &driven_system("driven_contact")};
  int drifting = 0, free_drifting = 0;
  std::vector<std::string> with_drag, of_leapfrog;
  for (auto const* on : systems)
    for (auto const* method : {"dla_leapfrog", "dla_trapezoidal"}) {
      BothSteps const driven(study, *on, method, Forces::on, time),
          free(study, *on, method, Forces::off, time);
      drifting += driven.drifts();
      free_drifting += free.drifts();
      with_drag.push_back(driven.words(fmt::format("{} on {}", method, on->name)));
      if (std::string(method) == "dla_leapfrog") {
        auto const& same_step = driven.of_steps[0];
        of_leapfrog.push_back(fmt::format("{} {:.3e}", on->name,
                                          late_trend(same_step.times, same_step.of_motion).rate));
      }
      auto const table = fmt::format("balance_{}_{}", on->table, method + 4);
      add_means(study, table + "_10", driven.of_steps[0], 60);
      add_means(study, table + "_20", driven.of_steps[1], 12);
      add_means(study, table + "_free", free.of_steps[0], 60);
    }
  study.add_finding("DR-03", {double(drifting), double(free_drifting)},
                    "rates over $h^2$: " + joined(with_drag));

  Largest exact;
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::string> of_motion;
  for (auto const* on : systems) {
    auto const balance = balance_of(study, *on, "discrete_gradient", Forces::on, rates[0], time);
    exact(balance.largest);
    double const rate = late_trend(balance.times, balance.of_motion).rate;
    least = smaller_or_nan(least, std::abs(rate));
    of_motion.push_back(fmt::format("{} {:.3e}", on->name, rate));
  }
  double const square = 1. / (rates[0] * rates[0]);
  study.add_finding("DR-07", {exact.value, least * square * double(time)},
                    fmt::format("rates over $h^2$ with the work of the motion: {}; of (4.18): {}",
                                joined(of_motion), joined(of_leapfrog)));
}

// Gaits.

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

/// Measures the displacement of two gaits after many periods of the drive: finding DR-14.
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

}  // namespace

void driven(Study& study) {
  find_orders_with_forces(study);
  study.progress(0.2);
  find_balances(study);
  study.progress(0.6);
  find_gaits(study);
}

}  // namespace rattleback::beyond::driven_study
