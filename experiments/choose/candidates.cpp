#include <algorithm>

#include "experiments/choose/choose.hpp"
#include "experiments/core/choices.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback {

namespace {

/// Returns the reason why runs of the method cannot be compared at their nodes; empty if they can.
std::string refusal_of(MethodCard const& card, Quantity quantity) {
  if (quantity == Quantity::energy && has_exact_energy(card))
    return "its energy is exact by construction, which says nothing about its accuracy";
  if (card.counts_in_tau)
    return "its steps are steps of the Hamiltonized time: none of them ends at T";
  if (quantity != Quantity::positions && card.velocity_node != 0)
    return quantity == Quantity::velocities
               ? "its velocities do not belong to its nodes"
               : "its velocities do not belong to its nodes, nor does its energy";
  return {};
}

}  // namespace

std::vector<MethodVariant> contenders_on(ProblemEntry const& problem, Quantity quantity,
                                         std::vector<std::string> const& ids) {
  std::vector<MethodVariant> all;
  auto const methods = methods_or_all(problem, ids);
  for (auto const* entry : methods) {
    auto const& method = *entry;
    if (!method.not_applicable_because.empty()) continue;
    auto const& card = method.card;
    auto const& start = best_start(card);
    auto const refusal = refusal_of(card, quantity);
    MethodVariant const plain{
        card.id, {},           start.name, start.order, card.adaptive, has_exact_energy(card),
        refusal, card.baseline};
    all.push_back(plain);
    auto const variants = variants_by_option(card, problem.driven);
    for (std::size_t i = 1; i < variants.size(); ++i) {  // index 0 is the method itself
      auto variant = plain;
      variant.options = {{variants[i].option, variants[i].value}};
      variant.order = variants[i].order;
      all.push_back(std::move(variant));
    }
    if (!method.composable || !ids.empty()) continue;
    for (auto const& scheme : compositions()) {
      if (scheme.order != 4 && scheme.order != 6) continue;
      auto const& composed = problem.method("compose(" + card.id + "," + scheme.name + ")").card;
      auto const& begin = best_start(composed);
      all.push_back({composed.id,
                     {},
                     begin.name,
                     begin.order,
                     false,
                     has_exact_energy(composed),
                     refusal,
                     composed.baseline});
    }
  }
  std::stable_partition(all.begin(), all.end(), [](auto const& one) { return one.standard; });
  return all;
}

}  // namespace rattleback
