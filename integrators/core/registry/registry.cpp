#include "integrators/core/registry/registry.hpp"

#include <fmt/format.h>

#include <mutex>

#include "base/invalid_input.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"

namespace rattleback {

namespace {
std::mutex composing;  // experiments run side by side

struct Further {
  MethodPlugins methods;
  ProblemPlugins problems;
};
Further& further() {
  static Further sources;
  return sources;
}
}  // namespace

void register_plugin_lookup(MethodPlugins methods, ProblemPlugins problems) {
  further() = {std::move(methods), std::move(problems)};
}

namespace {

/// METHOD and SCHEME of compose(METHOD,SCHEME); empty when id is something else.
std::pair<std::string, std::string> parts_of_composition(std::string id) {
  std::erase(id, ' ');
  std::string const head = "compose(";
  auto const comma = id.find(',');
  if (id.rfind(head, 0) != 0 || id.back() != ')' || comma == std::string::npos) return {};
  return {id.substr(head.size(), comma - head.size()), id.substr(comma + 1, id.size() - comma - 2)};
}

/// The card of a composition: its order, and the promises that survive.
MethodCard composed_card(MethodEntry const& base, Composition const& scheme) {
  auto card = base.card;
  int const stages = static_cast<int>(scheme.weights.size());
  card.id = fmt::format("compose({},{})", card.id, scheme.name);
  card.name = fmt::format("{}, composed by {}", card.name, scheme.name);
  card.equations = fmt::format("{} steps of gamma_i h, each: {}", stages, card.equations);
  card.source = scheme.source + "; " + card.source;
  // An alternating mode of the internal state is not a smooth function of the step size.
  auto const standard = card.starts.front().name;
  std::erase_if(card.starts, [&](StartCard const& start) { return start.name != standard; });
  // The substep in the middle, and the node at the end, are places that a step has as well.
  bool const has_multipliers =
      card.multipliers && (card.multiplier_node == -0.5 || card.multiplier_node == 0);
  // The order of compositions is proved for smooth maps of D. An internal state may alternate from
  // substep to substep: the composition then has order four and no more. A violation of the
  // constraint at the nodes alternates too, and limits the velocities to the order of the step.
  for (auto& start : card.starts) {
    if (card.preserves_constraint)
      start.order =
          std::max(start.order, base.self_adjoint ? scheme.order : std::min(scheme.order, 4));
    if (!has_multipliers) start.multiplier_order = 0;
  }
  card.multipliers = has_multipliers;
  card.lagrangian_derivatives_per_step *= stages;
  return card;
}

}  // namespace

MethodEntry const* MethodEntries::composed(std::string const& id) const {
  auto const [method, name] = parts_of_composition(id);
  if (method.empty()) return nullptr;
  auto const* base = find(method);
  if (!base) return nullptr;
  std::vector<std::string> known;
  Composition const* scheme = nullptr;
  for (auto const& candidate : compositions()) {
    known.push_back(candidate.name);
    if (candidate.name == name) scheme = &candidate;
  }
  if (!scheme) throw_unknown("composition", name, known);
  if (base->not_applicable_because.empty() && !base->composable)
    throw InvalidInput(
        fmt::format("{} cannot be composed: it is not self-adjoint, or what it carries "
                    "from node to node is bound to one step size",
                    method));
  std::lock_guard const lock(composing);
  auto const [at, is_new] = composed_.try_emplace(method + "," + name, *base);
  auto& entry = at->second;
  if (!is_new) return &entry;
  entry.card = composed_card(*base, *scheme);
  entry.composed_of = method;
  entry.card.reflections_per_step *= int(scheme->weights.size());
  entry.ensemble = nullptr;
  entry.largest_step = nullptr;
  entry.self_adjoint = entry.composable = false;
  auto const with_weights = [weights = scheme->weights](auto integrate) {
    return [weights, integrate](RunSpec spec) {
      spec.composition = weights;
      return integrate(spec);
    };
  };
  if (base->integrate) entry.integrate = with_weights(base->integrate);
  if (base->integrate_quad) entry.integrate_quad = with_weights(base->integrate_quad);
  if (base->reversibility_defect)
    entry.reversibility_defect = with_weights(base->reversibility_defect);
  if (base->volume_defect) entry.volume_defect = with_weights(base->volume_defect);
  return &entry;
}

MethodEntry const* MethodEntries::find(std::string const& id) const {
  for (auto const& m : entries_)
    if (m.card.id == id) return &m;
  return composed(id);
}

MethodEntry const& ProblemEntry::method(std::string const& id) const {
  if (auto const* found = methods.find(id)) return *found;
  if (auto const& source = further().methods)
    if (auto const* others = source(*this, id)) {
      if (auto const* found = others->find(id)) return *found;
      // A header's path stands for the one method in it.
      if (id.ends_with(".hpp")) return others->front();
    }
  std::vector<std::string> known;
  for (auto const& m : methods) known.push_back(m.card.id);
  throw_unknown("integrator", id, known);
}

ProblemEntry const& find_problem(std::string const& id) {
  for (auto const& p : registry())
    if (p.card.id == id) return p;
  if (auto const& source = further().problems)
    if (auto const* found = source(id)) return *found;
  if (text::is_path(id)) return text::problem_in_file(id);
  std::vector<std::string> known;
  for (auto const& p : registry()) known.push_back(p.card.id);
  throw_unknown("problem", id, known);
}

std::vector<MethodCard> method_cards() {
  std::vector<MethodCard> cards;
  for (auto const& m : registry().front().methods) cards.push_back(m.card);
  return cards;
}

}  // namespace rattleback
