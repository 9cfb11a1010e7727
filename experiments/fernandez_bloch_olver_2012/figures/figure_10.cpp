#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

void figure_10(Study& study) {
  study.uses("E1");
  auto const shown = knife_runs(study, "euler"), runs = knife_runs(study, "legendre");
  std::string const statements[]{"K12a", "K12b", "K12c"};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const errors = constraint_errors(knife_edge, shown[m]);
    auto& table =
        study.table("constraint_" + methods[m], {"i", "literal", "self_consistent", "ten_digits"});
    for (std::size_t i = 0; i < errors.own.size(); ++i)
      table.add({double(i) + at_intervals, std::abs(errors.footnote_7[i]), std::abs(errors.own[i]),
                 std::abs(errors.ten_digits[i])});
    add_steps(study, methods[m], shown[m]);
    measure_constraint(study, statements[m], with_exact_group_variable(knife_edge, runs[m]),
                       m == 0 ? "(24)-(25), " : "");
  }
  measure_constraint(
      study, "K12a",
      with_exact_group_variable(knife_edge, knife_run(study, "dla_midpoint", "legendre")),
      "(22)-(23), ");
  // Beyond the paper: what footnote 7 as written shows for methods without sec(phi).
  for (auto const& method : other_methods) {
    auto& table = study.table("constraint_" + method, {"i", "literal"});
    auto const literal = with_exact_group_variable(knife_edge, knife_run(study, method, {}));
    for (std::size_t i = 0; i < literal.size(); ++i)
      table.add({double(i) + at_intervals, std::abs(literal[i])});
  }
}

}  // namespace rattleback::fernandez_bloch_olver_2012
