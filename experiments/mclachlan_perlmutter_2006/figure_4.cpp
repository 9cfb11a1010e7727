#include "experiments/mclachlan_perlmutter_2006/poincare_iterates.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 80;

void compute(Findings& findings) {
  long const iterates = findings.quick ? 20000 : 50000;
  auto const fine = long_orbit(steps_per_period, iterates, &findings);
  auto const coarse = long_orbit(steps_per_period / 2, iterates, nullptr);
  double const order = std::log(coarse.largest_error / fine.largest_error) /
                       std::log(step_of_period(40) / step_of_period(80));
  findings.measure("F4", order,
                   fmt::format("{:.3f} (largest errors {:.3e}, {:.3e})", order,
                               coarse.largest_error, fine.largest_error));

  // What two realisations of one chaotic orbit share: the next iterates at the same step size.
  VisitedBoxes next;
  poincare_iterates("B", steps_per_period / 2, 2 * iterates, [&](long number, Iterate const& i) {
    if (number > iterates) next.visit(i);
  });
  double const across = coarse.boxes.overlap(fine.boxes), within_one = coarse.boxes.overlap(next);
  findings.measure(
      "F4-overlap", across / within_one,
      fmt::format("{:.2f} ({:.2f} of the boxes, {:.2f} between two segments at one step size)",
                  across / within_one, across, within_one));
}

}  // namespace

Experiment figure_4() {
  std::string const orbit = "orbit B is our choice";
  return {
      .id = "mp2006_figure_4",
      .paper = "mclachlan_perlmutter_2006",
      .title = "A long chaotic orbit and its energy, 80 steps per period",
      .about =
          "50,000 iterates of the Poincare map from orbit B, beside those of figure 3; quick: "
          "20,000.",
      .choices = long_orbit_choices(),
      .claims = {{.id = "F4",
                  .place = "figures 3 and 4",
                  .statement = "The energy errors scale as h^2 (largest errors at 40 and 80 steps)",
                  .printed = "2",
                  .criterion = within(2, 0.2),
                  .reason = "largest values over one chaotic orbit each",
                  .correction = {},
                  .assumption = orbit,
                  .quick_criterion = within(2, 0.5)},
                 {.id = "F4-overlap",
                  .place = "figures 3 and 4",
                  .statement =
                      "At 80 steps the orbit shows the same structure as at 40: shared boxes of a "
                      "64 x 64 grid, over those that two segments at one step size share",
                  .printed = "a picture",
                  .criterion = at_least(0.9),
                  .reason = "a tenth for changes of fine structure",
                  .correction = {},
                  .assumption = orbit,
                  .quick_criterion = at_least(0.7)}},
      .figures = {long_orbit_figure("4", steps_per_period)},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
