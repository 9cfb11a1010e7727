#include "experiments/core/experiment.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

Paper paper() {
  return {.id = "iglesias_marrero_martin_martinez_2008",
          .short_name = "Iglesias et al. 2008",
          .citation =
              "D. Iglesias, J. C. Marrero, D. Martin de Diego and E. Martinez, Discrete "
              "nonholonomic Lagrangian systems on Lie groupoids, J. Nonlinear Sci. 18 (2008) "
              "221-276"};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
