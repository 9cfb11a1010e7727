// rattleback list: the catalogues, as tables for people or cards for programs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/core/experiment.hpp"
#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/json.hpp"

namespace rattleback {

namespace {
/// A card as a program reads it, and its line for people.
struct Row {
  std::string id, words;
  Json card;
};

Json problem_card(ProblemEntry const& p) {
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
    if (!method.refusal.empty()) refused.add(method.card.id, method.refusal);
  return JsonObject()
      .add("id", p.card.id)
      .add("name", p.card.name)
      .add("lagrangian", p.card.lagrangian)
      .add("constraints", p.card.constraints)
      .add("coordinates", p.card.coordinates)
      .add("velocities", p.card.velocities)
      .add("invariants", p.card.invariants)
      .add("reversing_symmetry", p.card.reversing_symmetry)
      .add("exact_solution", p.card.exact_solution)
      .add("source", p.card.source)
      .add("space", p.space)
      .add("size", p.size)
      .add("dof", p.dof)
      .add("parameters", parameters)
      .add("cases", cases)
      .add("integrators", applicable_ids(p))
      .add("refused_integrators", refused)
      .add("ensemble_refusal", p.ensemble_refusal);
}

Json method_card(MethodCard const& m) {
  std::vector<Json> starts, options;
  for (auto const& start : m.starts)
    starts.push_back(JsonObject()
                         .add("name", start.name)
                         .add("order", start.order)
                         .add("multiplier_order", start.multiplier_order));
  for (auto const& option : m.options)
    options.push_back(JsonObject()
                          .add("name", option.name)
                          .add("meaning", option.meaning)
                          .add("allowed", option.allowed)
                          .add("default", option.standard));
  std::vector<std::string> problems;
  for (auto const& problem : registry())
    if (problem.method(m.id).refusal.empty()) problems.push_back(problem.card.id);
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
      .add("keeps_constraint", m.keeps_constraint)
      .add("forces_per_step", m.forces_per_step)
      .add("adaptive", m.adaptive)
      .add("options", options);
}

Json experiment_card(Experiment const& e) {
  std::vector<Json> choices, figures;
  std::vector<std::string> claims;
  for (auto const& c : e.choices)
    choices.push_back(
        JsonObject().add("open", c.open).add("choice", c.choice).add("reason", c.reason));
  for (auto const& claim : e.claims) claims.push_back(claim.id);
  for (auto const& figure : e.figures)
    figures.push_back(JsonObject()
                          .add("id", figure.id)
                          .add("number", figure.number)
                          .add("caption", figure.caption));
  return JsonObject()
      .add("id", e.id)
      .add("paper", e.paper)
      .add("title", e.title)
      .add("about", e.about)
      .add("choices", choices)
      .add("claims", claims)
      .add("figures", figures);
}

Json criterion_json(Criterion const& criterion) {
  return JsonObject()
      .add("low", criterion.low)
      .add("high", criterion.high)
      .add("words", criterion.words);
}

Json claim_card(Experiment const& e, Claim const& c) {
  return JsonObject()
      .add("id", c.id)
      .add("experiment", e.id)
      .add("paper", e.paper)
      .add("place", c.place)
      .add("statement", c.statement)
      .add("printed", c.printed)
      .add("criterion", criterion_json(c.criterion))
      .add("quick_criterion", criterion_json(c.quick_criterion.value_or(c.criterion)))
      .add("reason", c.reason)
      .add("correction", c.correction)
      .add("assumption", c.assumption);
}

std::vector<Row> rows_of_problems() {
  std::vector<Row> rows;
  for (auto const& p : registry()) rows.push_back({p.card.id, p.card.name, problem_card(p)});
  return rows;
}

std::vector<Row> rows_of_integrators() {
  std::vector<Row> rows;
  for (auto const& m : method_cards()) rows.push_back({m.id, m.name, method_card(m)});
  return rows;
}

std::vector<Row> rows_of_experiments() {
  std::vector<Row> rows;
  for (auto const& e : experiments()) rows.push_back({e.id, e.title, experiment_card(e)});
  return rows;
}

std::vector<Row> rows_of_claims() {
  std::vector<Row> rows;
  for (auto const& e : experiments())
    for (auto const& c : e.claims)
      rows.push_back(
          {c.id, fmt::format("{}: {} ({})", c.place, c.statement, e.id), claim_card(e, c)});
  return rows;
}

std::vector<Row> rows_of_papers() {
  std::vector<Row> rows;
  for (auto const& p : papers())
    rows.push_back(
        {p.id, p.citation,
         JsonObject().add("id", p.id).add("short_name", p.short_name).add("citation", p.citation)});
  return rows;
}

int list(std::string const& what, bool json) {
  std::vector<std::pair<std::string, std::vector<Row> (*)()>> const catalogues{
      {"problems", rows_of_problems},
      {"integrators", rows_of_integrators},
      {"experiments", rows_of_experiments},
      {"claims", rows_of_claims},
      {"papers", rows_of_papers}};
  std::vector<std::string> known;
  for (auto const& [name, rows_of] : catalogues) {
    known.push_back(name);
    if (name != what) continue;
    auto const rows = rows_of();
    if (json) {
      std::vector<Json> cards;
      for (auto const& row : rows) cards.push_back(row.card);
      print(cards);
      return 0;
    }
    std::size_t width = 0;
    for (auto const& row : rows) width = std::max(width, row.id.size());
    for (auto const& row : rows) fmt::print("{:<{}}  {}\n", row.id, width, row.words);
    return 0;
  }
  throw_unknown("catalogue", what, known);
}
}  // namespace

void add_list(CommandLine& line) {
  struct ListOptions {
    std::string what;
    bool json = false;
  };
  auto const o = std::make_shared<ListOptions>();
  auto& verb = line.verb("list", "List problems, integrators, experiments, claims or papers",
                         [o] { return list(o->what, o->json); });
  verb.argument("CATALOGUE", o->what, "problems, integrators, experiments, claims or papers");
  verb.flag("--json", o->json, "Print an array of cards");
}

}  // namespace rattleback
