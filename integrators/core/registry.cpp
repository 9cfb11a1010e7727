#include "integrators/core/registry.hpp"

#include "problems/core/misuse.hpp"

namespace rattleback {

MethodEntry const& ProblemEntry::method(std::string const& id) const {
  std::vector<std::string> known;
  for (auto const& m : methods) {
    if (m.card.id == id) return m;
    known.push_back(m.card.id);
  }
  throw_unknown("integrator", id, known);
}

ProblemEntry const& find_problem(std::string const& id) {
  std::vector<std::string> known;
  for (auto const& p : registry()) {
    if (p.card.id == id) return p;
    known.push_back(p.card.id);
  }
  throw_unknown("problem", id, known);
}

std::vector<MethodCard> method_cards() {
  std::vector<MethodCard> cards;
  for (auto const& m : registry().front().methods) cards.push_back(m.card);
  return cards;
}

}  // namespace rattleback
