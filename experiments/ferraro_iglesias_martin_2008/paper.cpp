#include "experiments/core/experiment.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

Paper paper() {
  return {.id = "ferraro_iglesias_martin_2008",
          .short_name = "Ferraro et al. 2008",
          .citation =
              "S. Ferraro, D. Iglesias-Ponte and D. Martin de Diego, Momentum and energy "
              "preserving integrators for nonholonomic dynamics, Nonlinearity 21 (2008) "
              "1911-1928"};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
