// rattleback list: the catalogues, as tables or as JSON cards.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "experiments/core/declaration.hpp"
#include "program/commands/cards.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/json.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"
#include "program/results/statements.hpp"

namespace rattleback {

namespace {
using formulas::plain_prose;

/// Card as JSON, and its line in the table.
struct CatalogueRow {
  std::string id, words;
  JsonObject card;
};

JsonObject experiment_card(Experiment const& e) {
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
      .add("claims", statements)  // former name of "statements"
      .add("statements", statements)
      .add("figures", figures);
}

/// Appends the methods built from headers, which are not loaded, because loading may compile.
void append_built(std::vector<CatalogueRow>& rows) {
  for (auto const& built : all_built()) {
    auto const words = fmt::format("user header {}, built for {}", built.in.header.string(),
                                   fmt::join(built.built_for, ", "));
    rows.push_back({built.id, words,
                    JsonObject()
                        .add("id", built.id)
                        .add("header", built.in.header.string())
                        .add("class", built.in.type)
                        .add("problems", built.built_for)});
  }
}

std::vector<CatalogueRow> rows_of_problems() {
  std::vector<CatalogueRow> rows;
  for (auto const& p : registry())
    rows.push_back({p.card.id, plain_prose(p.card.name), problem_card(p)});
  return rows;
}

std::vector<CatalogueRow> rows_of_integrators() {
  std::vector<CatalogueRow> rows;
  for (auto const& m : method_cards()) rows.push_back({m.id, plain_prose(m.name), method_card(m)});
  append_built(rows);
  return rows;
}

std::vector<CatalogueRow> rows_of_experiments() {
  std::vector<CatalogueRow> rows;
  for (auto const& e : experiments())
    rows.push_back({e.id, plain_prose(e.title), experiment_card(e)});
  return rows;
}

/// Returns rows of declared cards, described by the field `words`.
std::vector<CatalogueRow> rows_of(nlohmann::json const& cards, char const* words) {
  std::vector<CatalogueRow> rows;
  for (auto const& card : cards)
    rows.push_back({card.at("id"),
                    fmt::format("{} ({}, {})", plain_prose(card.at(words).get<std::string>()),
                                card.at("paper").get<std::string>(),
                                plain_prose(card.at("place").get<std::string>())),
                    JsonObject(card)});
  return rows;
}

std::vector<CatalogueRow> rows_of_papers() {
  std::vector<CatalogueRow> rows;
  for (auto const& p : papers())
    rows.push_back({p.id, p.citation,
                    JsonObject()
                        .add("id", p.id)
                        .add("short_name", p.short_name)
                        .add("citation", p.citation)
                        .add("published", p.published)});
  return rows;
}

int list(std::string const& what, bool json) {
  std::vector<std::pair<std::string, std::vector<CatalogueRow> (*)()>> const catalogues{
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
      for (auto const& row : rows) cards.push_back(stamped(row.card));
      print_text(Json(cards).text() + "\n");
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
  verb.shared("--json", o->json);
}

}  // namespace rattleback
