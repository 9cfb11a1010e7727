#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/sweep.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::mclachlan_perlmutter_2006::figure_3_study {

namespace {

/// Change of the linear trend over the whole series, relative to the oscillation amplitude within
/// its tenths.
double trend_over_oscillation(std::vector<double> const& series) {
  auto const trend = trend_of(one_to(series.size()), series);
  return std::abs(trend.rate) * double(series.size()) / trend.ripple;
}

/// Tests whether the measure is 6 for a line that rises by 3, with an oscillation of amplitude 1/2.
bool measures_a_known_trend() {
  std::vector<double> series;
  for (int k = 1; k <= 1000; ++k) series.push_back(3 * k / 1000. + (k % 2 == 0 ? 0.5 : -0.5));
  return std::abs(trend_over_oscillation(series) - 6) < 1e-9;
}

/// Energy errors of orbit B at 400 crossings of the section by the NDF, tolerance 1e-6.
std::vector<double> errors_by_ndf(Study& study) {
  auto const run = section_run("ndf", "B").with(2 * pi / 100, 40001, 0);
  return energy_errors(crossings(study.execute(with_tolerance(run, "1e-6"))));
}

}  // namespace

void figure_3(Study& study) {
  auto const orbit = poincare_iterates(study, "dla_leapfrog", "B", 40, study.quick ? 20000 : 50000);
  tabulate_orbit(study, orbit);
  auto const errors = energy_errors(orbit);
  double const h = step_of_period(40), most = largest(errors);
  study.measure("F3", {measures_a_known_trend() ? trend_over_oscillation(errors) : std::nan(""),
                       {{"largest error", most}, {"over $h^2$", most / (h * h)}}});
  auto const drifting = errors_by_ndf(study);
  study.control("F3", "secular drift", {trend_over_oscillation(drifting)});
  study.control("F3b", "NDF",
                {.value = drifting.back(),
                 .growth = name_of(classify_growth(one_to(drifting.size()), drifting).kind)});
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_3_study
