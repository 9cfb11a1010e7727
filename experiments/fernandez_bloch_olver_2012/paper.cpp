#include "experiments/core/experiment.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

Paper paper() {
  return {.id = "fernandez_bloch_olver_2012",
          .short_name = "FBO2012",
          .citation =
              "O. E. Fernandez, A. M. Bloch and P. J. Olver, Variational Integrators for "
              "Hamiltonizable Nonholonomic Systems, Journal of Geometric Mechanics 4 "
              "(2012) 137-163"};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
