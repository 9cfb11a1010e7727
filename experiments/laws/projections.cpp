#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback::laws {

namespace {

/// Returns the problems with one variant of each method that has it.
Problems with_variants(Problems const& problems, std::string const& kind,
                       std::string const& argument, bool baselines_only) {
  Problems all;
  for (auto const& problem : problems) {
    auto copy = problem;
    copy.methods = problem.methods.without_methods();
    for (auto const& method : problem.methods) {
      if (!method.integrate || (baselines_only && !method.card.baseline)) continue;
      try {
        copy.methods.push_back(
            variant_of(method, {kind, method.card.id, argument}, problem.methods.constant_energy));
      } catch (InvalidInput const&) {  // it does not exist, and the message says why
      }
    }
    if (copy.methods.size() > 0) all.push_back(std::move(copy));
  }
  return all;
}

}  // namespace

Violations variants_keep_their_promises(Problems const& problems) {
  Violations found;
  for (auto const& [target, projection] : projections()) {
    if (projection == Projection::position) continue;  // no problem has position constraints
    auto const all = with_variants(problems, "projected", target, false);
    for (auto const law : {constraint_is_kept, energy_is_kept, step_is_reversible, work_is_counted})
      found.append(law(all));
    auto const baselines = with_variants(problems, "projected", target, true);
    for (auto const law : {order_is_as_promised, quad_is_quad}) found.append(law(baselines));
  }
  auto const steered = with_variants(problems, "feedback", "", true);
  for (auto const law : {order_is_as_promised, step_is_reversible, work_is_counted})
    found.append(law(steered));
  if (found.tests == 0) found.untested = "no projection and no feedback applies to the method";
  return found;
}

}  // namespace rattleback::laws
