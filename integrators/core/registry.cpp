#include "integrators/core/registry.hpp"

#include <mutex>

#include "problems/core/misuse.hpp"

namespace rattleback {

namespace {
std::mutex lookups_mutex;
std::set<std::string> lookups;
}  // namespace

std::set<std::string> take_lookups() {
  std::lock_guard const lock(lookups_mutex);
  return std::exchange(lookups, {});
}

void record_lookup(std::string name) {
  std::lock_guard const lock(lookups_mutex);
  lookups.insert(std::move(name));
}

std::vector<MethodEntry> const& MethodEntries::all() const {
  record_lookup(every_problem_and_method);
  return entries_;
}

MethodEntry const* MethodEntries::find(std::string const& id) const {
  for (auto const& m : entries_)
    if (m.card.id == id) {
      record_lookup("method " + id);
      return &m;
    }
  record_lookup(every_problem_and_method);
  return nullptr;
}

MethodEntry const& ProblemEntry::method(std::string const& id) const {
  if (auto const* found = methods.find(id)) return *found;
  std::vector<std::string> known;
  for (auto const& m : methods) known.push_back(m.card.id);
  throw_unknown("integrator", id, known);
}

ProblemEntry const& find_problem(std::string const& id) {
  for (auto const& p : catalogue())
    if (p.card.id == id) {
      record_lookup("problem " + id);
      return p;
    }
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
