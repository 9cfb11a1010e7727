#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 40;

void compute(Findings& findings) {
  long const iterates = findings.quick ? 20000 : 50000;
  auto const orbit = long_orbit(findings, steps_per_period, iterates, true);
  double mean = 0;
  for (double e : orbit.energy_errors) mean += e / double(orbit.energy_errors.size());
  int changes = 0;
  for (std::size_t i = 1; i < orbit.energy_errors.size(); ++i)
    changes += (orbit.energy_errors[i] > mean) != (orbit.energy_errors[i - 1] > mean);
  double const h = step_of_period(steps_per_period), most = largest(orbit.energy_errors);
  findings.measure("F3", measured(changes,
                                  "{} changes of sign about the mean {:.1e} over {} iterates; "
                                  "largest error {:.1e}, {:.2f} h^2",
                                  changes, mean, iterates, most, most / (h * h)));
}

}  // namespace

Experiment figure_3() {
  return {.id = "mp2006_figure_3",
          .paper = "mclachlan_perlmutter_2006",
          .title = "A long chaotic orbit and its energy, 40 steps per period",
          .about = "50,000 iterates of the Poincare map from orbit B; quick: 20,000.",
          .choices = long_orbit_choices(),
          .figures = {long_orbit_figure("3", steps_per_period)},
          .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
