#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

void figure_7(Study& study) {
  study.uses("E9/h");
  measure_constraints(study, sinusoidal, "S8", {"S8b", "S8a", "S8c"},
                      add_constraints(study, sinusoidal));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
