#pragma once
// The header that the build writes for a problem, and what a problem of the catalogue declares
// about itself, held against what its formulas turn out to be.

#include "integrators/core/equations/formulas.hpp"
#include "problems/core/spaces/se2.hpp"

namespace rattleback {

/// Parameters and points of the problem's cases, and points without a pattern.
template <template <class> class Problem>
std::vector<std::vector<double>> points_of_problem() {
  using P = Problem<double>;
  constexpr int more = 6;
  std::vector<std::vector<double>> points;
  std::vector<double> standard;
  for (auto const& parameter : P::parameters()) standard.push_back(P{}.*(parameter.member));
  for (auto const& start : P{}.cases()) {
    auto& inputs = points.emplace_back();
    for (auto const& parameter : P::parameters())
      inputs.push_back(start.system.*(parameter.member));
    if (Driven<P>) inputs.push_back(0);
    inputs.insert(inputs.end(), start.q.c, start.q.c + size_of<P>);
    inputs.resize(inputs.size() + dof_of<P>, 0.0);
  }
  if (Driven<P>) standard.push_back(generic_time);
  // Points near the first cases and elsewhere: some problems are not defined everywhere.
  for (auto const& inputs : points_without_pattern(standard, size_of<P> + dof_of<P>, more)) {
    points.push_back(inputs);
    auto nearby = points.front();
    for (std::size_t i = standard.size(); i < nearby.size(); ++i) nearby[i] += inputs[i] / 8;
    points.push_back(nearby);
  }
  return points;
}

/// Structure and texts of `Problem`.
template <template <class> class Problem>
DerivedFacts derived_facts() {
  using P = Problem<double>;
  auto const card = P{}.card();
  auto const formulas = recorded_formulas<Problem>();
  FormulaNames const names{card.coordinates, card.velocities};
  std::vector<std::string> parameters;
  for (auto const& parameter : P::parameters()) parameters.push_back(parameter.name);
  DerivedFacts facts;
  facts.on_group = !is_euclidean<typename P::Space>;
  facts.driven = Driven<P>;
  facts.texts = equation_texts(formulas, names, parameters);
  try {
    facts.found = found_structure(formulas, names, points_of_problem<Problem>());
  } catch (graph::NotRecordable const&) {
    return facts;  // the formulas have no value at rest: nothing is known of their structure
  }
  if constexpr (std::same_as<typename P::Space, SE2> && P::constraints == 1) {
    auto const& constraint = formulas.graph[formulas.constraint.front()];
    facts.knife_edge = constraint.operation == graph::Operation::input &&
                       constraint.a == formulas.parameters + formulas.size + 1;
  }
  return facts;
}

/// The header with the generated equations of the problem `id`, class `name`. Throws UnfitProblem.
template <template <class> class Problem>
std::string generated_equations(std::string const& id, std::string const& name) {
  try {
    auto const facts = derived_facts<Problem>();
    bool const constant_mass = facts.found && facts.found->no_constant_mass.empty();
    return equations_text(id, name, traced_equations<Problem>({}, {}, constant_mass), facts);
  } catch (graph::NotRecordable const& reason) {
    return refusal_text(id, name, reason.what());
  }
}

/// Returns the differences between the structure that `Problem` declares and the structure that is
/// found, one line per difference. Throws graph::NotRecordable if its formulas cannot be recorded.
template <template <class> class Problem>
std::vector<std::string> declarations_that_differ() {
  using P = Problem<double>;
  auto const card = P{}.card();
  auto const found =
      found_structure(recorded_formulas<Problem>(), {card.coordinates, card.velocities},
                      points_of_problem<Problem>());
  std::vector<std::string> differences;
  auto const compare = [&](bool declared, std::string const& why_not, std::string const& what) {
    if (declared && !why_not.empty())
      differences.push_back(card.id + " declares " + what + ", but " + why_not);
    if (!declared && why_not.empty())
      differences.push_back(card.id + " does not declare " + what + ", which was found");
  };
  if constexpr (is_euclidean<typename P::Space>)
    compare(ChaplyginSystem<P>, found.no_group_variables,
            "its last coordinates as group variables");
  // The card names parameters that the symmetry reverses too, as in (q, v; Omega) -> (q, -v;
  // -Omega).
  auto const turned = card.reversing_symmetry.substr(0, card.reversing_symmetry.find("->"));
  if (!Driven<P>)
    compare(!turned.empty() && turned.find(';') == std::string::npos,
            found.reverses_velocities() ? "" : "equations or constraints change under v -> -v",
            "the reversing symmetry (q, v) -> (q, -v)");
  return differences;
}

}  // namespace rattleback
