#include <numeric>

#include "experiments/core/series.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 40;

/// Change of the linear trend over the whole series, over the amplitude within its tenths.
double trend_over_oscillation(std::vector<double> const& series) {
  std::vector<double> number(series.size());
  std::iota(number.begin(), number.end(), 1.0);
  auto const trend = trend_of(number, series);
  return std::abs(trend.rate) * double(series.size()) / trend.ripple;
}

/// Energy errors of orbit B at 400 crossings of the section by the NDF, tolerance 1e-6.
std::vector<double> errors_by_ndf(Study& study) {
  auto const run = study.execute({.problem = "contact_oscillator",
                                  .method = "ndf",
                                  .case_name = "B",
                                  .step = 2 * pi / 100,
                                  .steps = 400 * 100 + 1,
                                  .every = 0,
                                  .options = {{"rtol", "1e-6"}, {"atol", "1e-6"}},
                                  .section = Section{.component = "vy"}});
  std::vector<double> errors;
  for (auto const& values : run.section.invariant_values)
    errors.push_back(values[0] - run.invariants[0].initial);
  return errors;
}

}  // namespace

void figure_3(Study& study) {
  long const iterates = study.quick ? 20000 : 50000;
  auto const orbit = long_orbit(study, steps_per_period, iterates, true);
  double const h = step_of_period(steps_per_period), most = largest(orbit.energy_errors);
  study.measure("F3", {.value = trend_over_oscillation(orbit.energy_errors),
                       .details = {{"largest error", most}, {"over h^2", most / (h * h)}}});
  study.control("F3", "secular drift", {trend_over_oscillation(errors_by_ndf(study))});
}

}  // namespace rattleback::mclachlan_perlmutter_2006
