#include "program/commands/cards.hpp"

#include <nlohmann/json.hpp>

#include "base/input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/variants.hpp"
#include "problems/text/problem_text.hpp"
#include "program/interface/arguments.hpp"

namespace rattleback {

std::string text_of(ProblemEntry const& problem) {
  if (problem.content.empty()) return text::text_in_catalogue(problem.card.id);
  if (auto const* read = text::loaded_problem(problem)) return read->loaded->file.text;
  return text_in(problem.card.id);
}

JsonObject problem_card(ProblemEntry const& p) {
  std::vector<Json> parameters, cases, refusals;
  for (auto const& parameter : p.parameters)
    parameters.push_back(JsonObject()
                             .add("name", parameter.name)
                             .add("meaning", parameter.meaning)
                             .add("default", parameter.standard)
                             .add("allowed", parameter.allowed));
  for (auto const& c : p.cases)
    cases.push_back(JsonObject()
                        .add("name", c.name)
                        .add("note", c.note)
                        .add("parameters", json_object(c.parameters))
                        .add("q", c.q)
                        .add("v", c.v));
  JsonObject refused;
  for (auto const& method : p.methods)
    if (!method.not_applicable_because.empty())
      refused.add(method.card.id, method.not_applicable_because);
  return JsonObject()
      .add("id", p.card.id)
      .add("name", p.card.name)
      .add("lagrangian", p.card.lagrangian)
      .add("constraints", p.card.constraints)
      .add("equations_of_motion", p.card.equations_of_motion)
      .add("mass_matrix", p.card.mass_matrix)
      .add("constraint_matrix", p.card.constraint_matrix)
      .add("forces", p.card.forces)
      .add("driven", p.card.driven)
      .add("coordinates", p.card.coordinates)
      .add("velocities", p.card.velocities)
      .add("invariants", p.card.invariants)
      .add("reversing_symmetry", p.card.reversing_symmetry)
      .add("invariant_measure", p.card.invariant_measure)
      .add("frame", p.card.frame)
      .add("time_scale", p.card.time_scale)
      .add("exact_solution", p.card.exact_solution)
      .add("source", p.card.source)
      .add("space", p.space)
      .add("size", p.size)
      .add("dof", p.dof)
      .add("text", text_of(p))
      .add("no_text_because", "")
      .add("parameters", parameters)
      .add("cases", cases)
      .add("integrators", applicable_ids(p))
      .add("refused_integrators", refused)
      .add("ensemble_starts", p.starts)
      .add("ensemble_refusal", "");  // always empty; kept for scripts
}

JsonObject method_card(MethodCard const& m) {
  std::vector<std::string> problems;
  for (auto const& problem : registry())
    if (refusal_on(problem, m.id).empty()) problems.push_back(problem.card.id);
  return method_card(m, problems);
}

JsonObject method_card(MethodCard const& m, std::vector<std::string> const& problems) {
  std::vector<Json> starts, options, limits;
  for (auto const& limit : m.known_limits)
    limits.push_back(
        JsonObject().add("sentence", limit.sentence).add("reference", limit.reference));
  for (auto const& start : m.starts)
    starts.push_back(JsonObject()
                         .add("name", start.name)
                         .add("order", start.order)
                         .add("multiplier_order", start.multiplier_order));
  for (auto const& option : m.options) {
    JsonObject card;
    card.add("name", option.name)
        .add("meaning", option.meaning)
        .add("allowed", option.allowed())
        .add("default", option.standard);
    if (!option.choices.empty()) card.add("choices", option.choices);
    if (option.of_driven) card.add("of_driven_systems", true);
    if (option.whole) card.add("whole", true);
    if (option.above) card.add("above", *option.above);
    if (option.least) card.add("least", *option.least);
    if (option.most) card.add("most", *option.most);
    options.push_back(card);
  }
  return JsonObject()
      .add("id", m.id)
      .add("name", m.name)
      .add("equations", m.equations)
      .add("source", m.source)
      .add("applies_to", m.applies_to)
      .add("problems", problems)
      .add("starts", starts)
      .add("velocity_node", m.velocity_node)
      .add("multiplier_node", m.multiplier_node)
      .add("reversible", m.reversible)
      .add("keeps_constraint", m.preserves_constraint)
      .add("keeps_energy", m.preserves_energy)
      .add("forces_per_step", m.lagrangian_derivatives_per_step)
      .add("adaptive", m.adaptive)
      .add("baseline", m.baseline)
      .add("takes_forces", m.takes_forces)
      .add("no_forces_because", m.no_forces_because)
      .add("options", options)
      .add("known_limits", limits);
}

Json counts_json(Counts const& counts) {
  JsonObject object;
  for (auto const& field : count_fields) object.add(field.name, counts.*field.value);
  return object;
}

Json catalogue_cards() {
  std::vector<Json> problems, methods;
  for (auto const& problem : registry()) problems.push_back(problem_card(problem));
  for (auto const& method : method_cards()) methods.push_back(method_card(method));
  return JsonObject().add("problems", problems).add("methods", methods);
}

}  // namespace rattleback
