#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

void errata_groups(Study& study) {
  compare(study,
          {{"E7", dimension_of_constraint(), "r less m and r less n, largest of six examples"},
           {"E16", mixed_derivative(), "one pair of points, h = .1"},
           {"E18", sleigh_matrix(), "body SLE-B"}});
  auto const momentum = suslov_momentum(study);
  study.find("S0/scale", momentum.printed,
             fmt::format("{:.2e} as printed, {:.1e} with -(1/h) Tr(Omega J)", momentum.printed,
                         momentum.right));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
