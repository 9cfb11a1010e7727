#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_7_study {

void figure_7(Study& study) {
  for (auto const* erratum : {"E1", "E9/h"}) study.uses(erratum);
  auto const errors = add_constraints(study, sinusoidal);
  measure_constraint(study, "S8a", errors[1].footnote_7);
  measure_constraint(study, "S8c", errors[2].footnote_7);
  for (auto const& [forces, method] : both_forces) {
    auto const rdla =
        with_exact_group_variable(sinusoidal, simulation(study, sinusoidal, method, "legendre"));
    measure_constraint(study, "S8b", rdla, forces + ", ");
    study.measure("S8", forces,
                  ranking_of_constraints(rdla, errors[1].footnote_7, errors[2].footnote_7));
  }
  measure_ranking(study, sinusoidal, "S8", errors);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_7_study
