// Runs the laws over a mutated registry. Status 0: a law was broken, the mutant is dead.

#include <fmt/format.h>

#include <set>

#include "experiments/laws/laws.hpp"

int main() {
  using namespace rattleback::laws;
  std::set<std::string> killers;
  auto const try_law = [&](Violations (*law)(Problems const&)) {
    for (auto const& violation : law(rattleback::registry())) {
      if (violation.of_catalogue) continue;  // the mutant's registry has one problem
      if (killers.insert(violation.law).second)
        fmt::print("killed by {}: {}: {}\n", violation.law, violation.subject, violation.detail);
    }
  };
  for (auto const law : {order_is_as_promised, constraint_is_kept, energy_is_kept,
                         step_is_reversible, closed_form_equals_newton, adjoint_pair_composes,
                         work_is_counted, stated_equals_derived, compositions_have_their_order})
    try_law(law);
  if (killers.empty()) try_law(variants_keep_their_promises);
  if (killers.empty()) fmt::print("the mutant survives\n");
  return killers.empty() ? 1 : 0;
}
