#include "experiments/beyond/shared/fibre_drift.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/core/trend.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/core/series.hpp"

namespace rattleback::beyond {

std::vector<Column> const& columns() {
  static std::vector<Column> const all = [] {
    std::vector<Column> both;
    auto const add = [&](char const* problem, char const* name, bool is_protected,
                         std::string const& label) {
      for (bool const reversed : {false, true})
        both.push_back({problem, name, reversed, is_protected, label + (reversed ? "−" : "+")});
    };
    add("pendulum_cvt", "a0", true, "a0");
    add("pendulum_cvt", "a1", true, "a1");
    add("knife_edge_cvt", "c0", true, "c0");
    add("pendulum_cvt", "a2", false, "a2");
    add("pendulum_cvt", "a2-reverse", false, "a2r");
    add("pendulum_cvt", "a3", false, "a3");
    add("knife_edge_cvt", "c1", false, "c1");
    return both;
  }();
  return all;
}

Run run_on(Column const& column, RawQuad step, long steps, long every) {
  Run run{.problem = column.problem,
          .method = "",
          .case_name = column.case_name,
          .step = step,
          .steps = steps,
          .every = every};
  if (!column.reversed) return run;
  for (auto const& c : find_problem(column.problem).cases) {
    if (c.name != column.case_name) continue;
    run.v = std::vector<RawQuad>(c.v.begin(), c.v.end());
    for (auto& component : *run.v) component = -component;
  }
  return run;
}

Drift fibre_drift(Findings& findings, Run const& run) {
  auto const& card = findings.method(run).card;
  auto const t = findings.execute(run);
  Drift drift;
  if (t.outcome != Outcome::ok) {
    drift.mark = Mark::fails;
    drift.rate = drift.ripple = drift.slope = drift.first = drift.last = std::nan("");
    return drift;
  }
  auto const record = std::find_if(t.invariants.begin(), t.invariants.end(),
                                   [](auto const& i) { return i.name == "energy_fibre"; });
  if (record == t.invariants.end()) throw std::logic_error(run.problem + " has no fibre");
  auto const column = std::size_t(record - t.invariants.begin());
  // The first row is the start; where the velocity belongs to an interval it is another quantity.
  for (std::size_t i = card.velocity_node == 0 ? 0 : 1; i < t.times.size(); ++i) {
    drift.times.push_back(t.times[i]);
    drift.energy.push_back(t.invariant_values[i][column]);
  }
  std::vector<double> logarithms, errors;
  for (double const energy : drift.energy) {
    logarithms.push_back(std::log(energy));
    errors.push_back(energy - drift.energy.front());
  }
  auto const trend = trend_of(drift.times, logarithms);
  drift.rate = trend.rate;
  drift.ripple = trend.ripple;
  auto const means = block_means(drift.times, errors);
  drift.slope = fit_line(means.times, means.means).slope;
  drift.first = means.means.front();
  drift.last = means.means.back();
  // The comparison's criterion of what is kept to rounding, of a value of order one.
  if (largest(errors) <= 1e-11)
    drift.mark = Mark::kept;
  else if (trend.drifts)
    drift.mark = drift.rate > 0 ? Mark::rises : Mark::falls;
  return drift;
}

}  // namespace rattleback::beyond
