#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 40;

}  // namespace

void figure_3(Study& study) {
  long const iterates = study.quick ? 20000 : 50000;
  auto const orbit = long_orbit(study, steps_per_period, iterates, true);
  double mean = 0;
  for (double e : orbit.energy_errors) mean += e / double(orbit.energy_errors.size());
  int changes = 0;
  for (std::size_t i = 1; i < orbit.energy_errors.size(); ++i)
    changes += (orbit.energy_errors[i] > mean) != (orbit.energy_errors[i - 1] > mean);
  double const h = step_of_period(steps_per_period), most = largest(orbit.energy_errors);
  study.measure("F3", measured(changes,
                               "{} changes of sign about the mean {:.1e} over {} iterates; "
                               "largest error {:.1e}, {:.2f} h^2",
                               changes, mean, iterates, most, most / (h * h)));
}

}  // namespace rattleback::mclachlan_perlmutter_2006
