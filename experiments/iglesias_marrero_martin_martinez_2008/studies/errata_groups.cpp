#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

void compute(Findings& findings) {
  compare(findings,
          {{"E7", dimension_of_constraint(), "r less m and r less n, largest of six examples"},
           {"E16", mixed_derivative(), "one pair of points, h = .1"},
           {"E18", sleigh_matrix(), "body SLE-B"}});
  auto const momentum = suslov_momentum(findings);
  findings.find("S0/scale", momentum.printed,
                fmt::format("{:.2e} as printed, {:.1e} with -(1/h) Tr(Omega J)", momentum.printed,
                            momentum.right));
}

}  // namespace

Experiment errata_groups() {
  return {
      .id = "immm2008_errata_groups",
      .paper = paper_id,
      .title = "Misprints in section 3 and in the examples on Lie groups and R^3",
      .about =
          "The printed formula beside the right one. None of these misprints enters the printed "
          "equations of motion.",
      .choices = {{"where formulas are compared", "the bodies SUS and SLE-B, h = .1",
                   "the paper gives none"}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
