#include "experiments/mclachlan_perlmutter_2006/poincare_iterates.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 40;

void compute(Findings& findings) {
  long const iterates = findings.quick ? 20000 : 50000;
  auto const orbit = long_orbit(steps_per_period, iterates, &findings);
  double const h = step_of_period(steps_per_period);
  findings.measure("F3", orbit.largest_error / (h * h),
                   fmt::format("{:.3f} (largest error {:.2e})", orbit.largest_error / (h * h),
                               orbit.largest_error));
}

}  // namespace

Experiment figure_3() {
  return {.id = "mp2006_figure_3",
          .paper = "mclachlan_perlmutter_2006",
          .title = "A long chaotic orbit and its energy, 40 steps per period",
          .about = "50,000 iterates of the Poincare map from orbit B; quick: 20,000.",
          .choices = long_orbit_choices(),
          .claims = {{.id = "F3",
                      .place = "figure 3",
                      .statement = "Over 50,000 iterates of a chaotic orbit the energy error stays "
                                   "of the order h^2 (its largest value over h^2)",
                      .printed = "oscillates",
                      .criterion = at_most(1),
                      .reason = "of order one: the energy is 1.5; a drift linear in time at the "
                                "rate of the first ten iterates would reach thousands",
                      .correction = {},
                      .assumption = "orbit B is our choice"}},
          .figures = {long_orbit_figure("3", steps_per_period)},
          .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
