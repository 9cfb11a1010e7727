#include "experiments/beyond/shared/fibre_drift.hpp"

#include <cmath>

#include "experiments/comparison/symmetric_torus_test.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::beyond {

std::vector<Column> const& columns() {
  static std::vector<Column> const all = [] {
    std::vector<Column> both;
    for (auto [problem, name, is_protected, label] : {std::tuple{"pendulum_cvt", "a0", true, "a0"},
                                                      {"pendulum_cvt", "a1", true, "a1"},
                                                      {"knife_edge_cvt", "c0", true, "c0"},
                                                      {"pendulum_cvt", "a2", false, "a2"},
                                                      {"pendulum_cvt", "a2-reverse", false, "a2r"},
                                                      {"pendulum_cvt", "a3", false, "a3"},
                                                      {"knife_edge_cvt", "c1", false, "c1"}})
      for (bool const reversed : {false, true})
        both.push_back(
            {problem, name, reversed, is_protected, std::string(label) + (reversed ? "−" : "+")});
    return both;
  }();
  return all;
}

Run run_on(Column const& column, RawQuad step, long steps, long every) {
  auto run = Run{column.problem, "", column.case_name}.with(step, steps, every);
  if (column.reversed) run.v = reversed_velocity(find_problem(column.problem), column.case_name);
  return run;
}

Drift fibre_drift(Study& study, Run const& run) {
  auto const& card = study.method(run).card;
  auto const t = study.execute(run);
  Drift drift;
  if (t.outcome != Outcome::ok) {
    drift.mark = Mark::fails;
    drift.rate = drift.ripple = drift.slope = drift.first = drift.last = std::nan("");
    return drift;
  }
  auto const fibre = fibre_energy(t, card);
  drift.times = fibre.times;
  drift.energy = fibre.energy;
  drift.rate = fibre.of_logarithm.rate;
  drift.ripple = fibre.of_logarithm.ripple;
  std::vector<double> errors;
  for (double const energy : drift.energy) errors.push_back(energy - drift.energy.front());
  auto const means = block_means(drift.times, errors);
  drift.slope = fit_line(means.times, means.means).slope;
  drift.first = means.means.front();
  drift.last = means.means.back();
  if (fibre.deviation <= fibre_rounding)
    drift.mark = Mark::kept;
  else if (fibre.of_logarithm.drifts)
    drift.mark = drift.rate > 0 ? Mark::rises : Mark::falls;
  return drift;
}

}  // namespace rattleback::beyond
