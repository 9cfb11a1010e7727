#include "experiments/core/experiment.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Paper paper() {
  return {.id = "mclachlan_perlmutter_2006",
          .short_name = "MP2006",
          .citation =
              "R. McLachlan and M. Perlmutter, Integrators for Nonholonomic Mechanical Systems, "
              "Journal of Nonlinear Science 16 (2006) 283-328"};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
