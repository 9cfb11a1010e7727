#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_7_study {

void figure_7(Study& study) {
  for (auto const* erratum : {"E1", "E9/h"}) study.uses(erratum);
  auto const errors = add_constraints(study, sinusoidal);
  measure_constraint(study, "S8a", errors[1]);
  measure_constraint(study, "S8c", errors[2]);
  for (auto const& [forces, method] : both_forces) {
    auto const rdla =
        constraint_errors(sinusoidal, simulation(study, sinusoidal, method, "legendre"));
    measure_constraint(study, "S8b", rdla, forces + ", ");
    study.measure(
        "S8", forces,
        ranking_of_constraints(rdla.footnote_7, errors[1].footnote_7, errors[2].footnote_7));
    study.measure(
        "S8", own_in_ten_digits + forces,
        ranking_of_constraints(rdla.ten_digits, errors[1].ten_digits, errors[2].ten_digits));
  }
  measure_ranking(study, sinusoidal, "S8", errors);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_7_study
