#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_10_study {

void figure_10(Study& study) {
  study.uses("E1");
  auto const shown = knife_runs(study, "euler"), runs = knife_runs(study, "legendre");
  std::string const statements[]{"K12a", "K12b", "K12c"};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const errors = constraint_errors(knife_edge, shown[m]);
    tabulate(study, "constraint_" + methods[m],
             {{"i", counting(errors.own.size(), at_intervals)},
              {"literal", absolute(errors.footnote_7)},
              {"self_consistent", absolute(errors.own)},
              {"ten_digits", absolute(errors.ten_digits)}});
    add_steps(study, methods[m], shown[m]);
    measure_constraint(study, statements[m], constraint_errors(knife_edge, runs[m]),
                       m == 0 ? "(24)-(25), " : "");
  }
  measure_constraint(study, "K12a",
                     constraint_errors(knife_edge, knife_run(study, "dla_midpoint", "legendre")),
                     "(22)-(23), ");
  // Addition to the paper: the error of footnote 7 as written, for other methods without sec(phi).
  for (auto const& method : other_methods) {
    auto const literal = with_exact_group_variable(knife_edge, knife_run(study, method, {}));
    tabulate(study, "constraint_" + method,
             {{"i", counting(literal.size(), at_intervals)}, {"literal", absolute(literal)}});
  }
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_10_study
