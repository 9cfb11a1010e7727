#include "experiments/core/experiment.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

Paper paper() {
  return {.id = "ferraro_jimenez_martin_2015",
          .short_name = "Ferraro et al. 2015",
          .citation =
              "S. Ferraro, F. Jimenez and D. Martin de Diego, New developments on the geometric "
              "nonholonomic integrator, Nonlinearity 28 (2015) 871-900"};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
