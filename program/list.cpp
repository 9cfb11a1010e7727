// rattleback list: the catalogues, as tables for people or cards for programs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/core/declaration.hpp"
#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/json.hpp"
#include "program/statements.hpp"

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
      .add("invariant_measure", p.card.invariant_measure)
      .add("frame", p.card.frame)
      .add("time_scale", p.card.time_scale)
      .add("exact_solution", p.card.exact_solution)
      .add("source", p.card.source)
      .add("space", p.space)
      .add("size", p.size)
      .add("dof", p.dof)
      .add("parameters", parameters)
      .add("cases", cases)
      .add("integrators", applicable_ids(p))
      .add("refused_integrators", refused)
      .add("ensemble_starts", p.starts)
      .add("ensemble_refusal", "");  // every problem is sampled; scripts may still ask
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
      .add("keeps_energy", m.keeps_energy)
      .add("forces_per_step", m.forces_per_step)
      .add("adaptive", m.adaptive)
      .add("options", options);
}

Json experiment_card(Experiment const& e) {
  std::vector<Json> choices, figures;
  for (auto const& c : e.choices)
    choices.push_back(
        JsonObject().add("open", c.open).add("choice", c.choice).add("reason", c.reason));
  std::vector<std::string> statements;
  for (auto const& [statement, reading] : measured_by(e, declarations()))
    if (statements.empty() || statements.back() != statement) statements.push_back(statement);
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
      .add("claims", statements)  // their name until verdicts were computed
      .add("statements", statements)
      .add("figures", figures);
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

/// Rows of declared cards, with what is said of each at `words`.
std::vector<Row> rows_of(nlohmann::json const& cards, char const* words) {
  std::vector<Row> rows;
  for (auto const& card : cards)
    rows.push_back(
        {card.at("id"),
         fmt::format("{} ({}, {})", card.at(words).get<std::string>(),
                     card.at("paper").get<std::string>(), card.at("place").get<std::string>()),
         Json::of(card)});
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
      {"statements", [] { return rows_of(statement_cards(), "statement"); }},
      {"findings", [] { return rows_of(finding_cards(), "finding"); }},
      {"errata", [] { return rows_of(erratum_cards(), "printed"); }},
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
  auto& verb = line.verb("list", "List problems, integrators, experiments, statements, ...",
                         [o] { return list(o->what, o->json); });
  verb.argument("CATALOGUE", o->what,
                "problems, integrators, experiments, statements, findings, errata or papers");
  verb.flag("--json", o->json, "Print an array of cards");
}

}  // namespace rattleback
