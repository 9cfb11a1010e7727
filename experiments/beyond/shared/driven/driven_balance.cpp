#include <array>
#include <cmath>
#include <limits>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/sweep.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond {

namespace {

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

/// Adds means of equal parts of a run, which remove the oscillation within a period of the drive.
void add_means(Study& study, std::string const& name, Balance const& balance, std::size_t parts) {
  auto const [times, means] = block_means(balance.times, balance.discrete, parts);
  tabulate(study, name, {{"time", times}, {"balance", means}});
}

}  // namespace

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

}  // namespace rattleback::beyond
