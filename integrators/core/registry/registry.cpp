#include "integrators/core/registry/registry.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback {

namespace {
std::mutex making;  // experiments run side by side

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

std::vector<MethodEntry>& MethodEntries::entries() const {
  std::lock_guard const lock(making);
  if (auto const make = std::exchange(made_->make, {})) made_->entries = make();
  return made_->entries;
}

MethodEntry const* MethodEntries::find(std::string const& id) const {
  for (auto const& m : entries())
    if (m.card.id == id) return &m;
  auto const name = named_variant(id);
  if (!name) return nullptr;
  auto const* base = find(name->inner);
  if (!base) return nullptr;
  auto const key = fmt::format("{}({},{})", name->kind, name->inner, name->argument);
  std::lock_guard const lock(making);
  auto& variants = made_->variants;
  auto const at = variants.find(key);
  if (at != variants.end()) return &at->second;
  return &variants.emplace(key, variant_of(*base, *name, constant_energy)).first->second;
}

OptionValues ProblemEntry::tolerances(double tolerance) const {
  return {{"rtol", fmt::format("{}", tolerance)},
          {"atol", fmt::format("{}", tolerance * card.size_scale)}};
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
