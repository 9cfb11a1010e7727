#pragma once

#include <string>
#include <vector>

#include "integrators/core/method/method.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback {

/// Returns the allowed words of the option `name` of a method, the default first; empty if the
/// method has no such option or the option takes a number.
inline std::vector<std::string> choices_of(MethodCard const& card, std::string const& name) {
  std::vector<std::string> choices;
  for (auto const& option : card.options) {
    if (option.name != name || option.choices.empty()) continue;
    choices.push_back(option.standard);
    for (auto const& choice : option.choices)
      if (choice != option.standard) choices.push_back(choice);
  }
  return choices;
}

/// True if the energy of the method, or its balance, is exact by construction: it then says nothing
/// about the motion.
inline bool has_exact_energy(MethodCard const& card) {
  return card.preserves_energy || projects_energy(card.id);
}

/// Value of an option that changes the order of a method or what the method preserves.
struct OptionVariant {
  std::string option, value;
  int order = 0;  ///< order of the positions with the default start
};

/// Returns the variants of a method by its option `form`, then by `stages`, and on a driven system
/// by `force`; the first is the default. Empty if the method has none of these options.
inline std::vector<OptionVariant> variants_by_option(MethodCard const& card, bool driven = false) {
  std::vector<OptionVariant> variants;
  for (auto const& form : choices_of(card, "form"))
    variants.push_back({"form", form, card.starts.front().order});
  for (auto const& stages : choices_of(card, "stages"))
    variants.push_back({"stages", stages, 2 * std::stoi(stages) - 2});
  if (driven)
    for (auto const& force : choices_of(card, "force"))
      variants.push_back({"force", force, card.starts.front().order});
  return variants;
}

/// Returns the order of the positions with these options and the default start.
inline int order_of(MethodCard const& card,
                    std::vector<std::pair<std::string, std::string>> const& options) {
  for (auto const& [option, value, order] : variants_by_option(card))
    for (auto const& [name, chosen] : options)
      if (name == option && chosen == value) return order;
  return card.starts.front().order;
}

/// Returns the start with the highest promised order, without `pair`, for which the user supplies
/// the second node.
inline StartCard const& best_start(MethodCard const& card) {
  auto const* best = &card.starts.front();
  for (auto const& start : card.starts)
    if (start.name != "pair" && start.order > best->order) best = &start;
  return *best;
}

}  // namespace rattleback
