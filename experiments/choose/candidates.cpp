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

MethodVariant contender_of(MethodCard const& card, Quantity quantity) {
  auto const& start = best_start(card);
  return {.method = card.id,
          .start = start.name,
          .order = start.order,
          .adaptive = card.adaptive,
          .exact_energy = has_exact_energy(card),
          .not_applicable_because = refusal_of(card, quantity),
          .standard = card.baseline};
}

}  // namespace

std::vector<MethodVariant> contenders_on(ProblemEntry const& problem, Quantity quantity,
                                         std::vector<std::string> const& ids) {
  std::vector<MethodVariant> all;
  for (auto const* method : methods_or_all(problem, ids)) {
    if (!method->not_applicable_because.empty()) continue;
    auto const& card = method->card;
    all.push_back(contender_of(card, quantity));
    auto const plain = all.back();
    auto const variants = variants_by_option(card, problem.driven);
    for (std::size_t i = 1; i < variants.size(); ++i) {  // index 0 is the method itself
      auto variant = plain;
      variant.options = {{variants[i].option, variants[i].value}};
      variant.order = variants[i].order;
      all.push_back(std::move(variant));
    }
    if (!method->composable || !ids.empty()) continue;
    for (auto const& scheme : compositions()) {
      if (scheme.order != 4 && scheme.order != 6) continue;
      auto const composed = "compose(" + card.id + "," + scheme.name + ")";
      all.push_back(contender_of(problem.method(composed).card, quantity));
    }
  }
  std::stable_partition(all.begin(), all.end(), [](auto const& one) { return one.standard; });
  return all;
}

}  // namespace rattleback
