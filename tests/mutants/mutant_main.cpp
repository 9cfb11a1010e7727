// Runs the laws over a mutated registry. Status 0: a law was broken, the mutant is dead.

#include <fmt/format.h>

#include "experiments/laws/laws.hpp"

int main() {
  using namespace rattleback::laws;
  for (auto const law :
       {order_is_as_promised, constraint_is_kept, energy_is_kept, step_is_reversible,
        closed_form_equals_newton, adjoint_pair_composes, work_is_counted, stated_equals_derived,
        compositions_have_their_order, variants_keep_their_promises})
    for (auto const& violation : law(rattleback::registry())) {
      if (violation.of_catalogue) continue;  // the mutant's registry has one problem
      fmt::print("killed by {}: {}: {}\n", violation.law, violation.subject, violation.detail);
      return 0;
    }
  fmt::print("the mutant survives\n");
  return 1;
}
