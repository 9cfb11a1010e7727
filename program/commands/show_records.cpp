#include "program/commands/show_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "program/interface/json.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/accepted.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

/// Returns a text with its formulas as plain text.
std::string prose_at(json const& record, char const* key) {
  return formulas::plain_prose(text_at(record, key));
}

/// Prints a field unless its text is empty.
void print_given(char const* label, std::string const& text) {
  if (!text.empty()) print_field(label, text);
}

/// Prints a line of a list, indented.
void print_item(char const* label, std::string const& text) {
  if (!text.empty()) print_field(fmt::format("    {}", label), text);
}

std::string number_words(json const& number) {
  if (number.is_null()) return "not measured";
  return number.is_string() ? number.get<std::string>()
                            : fmt::format("{:.4g}", number.get<double>());
}

/// Returns "TEXT (WORDS)", without parentheses if `words` is empty.
std::string with_words(std::string const& text, std::string const& words) {
  return words.empty() ? text : fmt::format("{} ({})", text, words);
}

/// Prints the first line, "ID: TEXT", and the fields that all records have.
void print_head(json const& all, char const* type, json const& record, char const* text) {
  fmt::print("{}: {}\n", text_at(record, "id"), prose_at(record, text));
  print_field("record", fmt::format("{} of {} ({})", type, text_at(all, "paper"),
                                    text_at(all, "short_name")));
  print_given("place", prose_at(record, "place"));
}

void print_source(json const& record) {
  auto const source = text_at(record, "numbers_from");
  print_field("numbers from", source.empty()
                                  ? "none: no results folder and no accepted run has measured this"
                                  : source);
}

void print_readings(json const& statement) {
  if (records_at(statement, "readings").empty()) return;
  print_heading("interpretations and parts");
  for (json const& reading : records_at(statement, "readings")) {
    json const& matches = member(reading, "matches");
    fmt::print("  {}{}\n", prose_at(reading, "name"), flag_at(reading, "part") ? " (part)" : "");
    if (!prose_at(reading, "words").starts_with(prose_at(reading, "quantity")))
      print_item("quantity", prose_at(reading, "quantity"));
    print_item("rule", prose_at(reading, "criterion"));
    print_item(matches.is_null()     ? "not run"
               : matches.get<bool>() ? "agrees"
                                     : "does not agree",
               prose_at(reading, "words"));
    print_item("sampling error", reports::sampling_note(reading));
    print_item("correction", prose_at(reading, "correction"));
    print_item("assumption", prose_at(reading, "assumption"));
    print_item("inferred from",
               fmt::format("{}", fmt::join(texts_at(reading, "inferred_from"), ", ")));
    print_item("experiment", text_at(reading, "experiment"));
  }
}

void print_controls(json const& statement) {
  if (records_at(statement, "controls").empty()) return;
  print_heading("controls: the same check of a changed statement");
  for (json const& control : records_at(statement, "controls")) {
    json const& outcome = member(control, "told_apart");
    fmt::print("  {} (expected: {})\n", prose_at(control, "name"), prose_at(control, "expect"));
    print_item(outcome.is_null()     ? "not run"
               : outcome.get<bool>() ? "told apart"
                                     : "not told apart",
               prose_at(control, "words"));
  }
}

void print_statement(json const& all, json const& statement) {
  print_head(all, "statement", statement, "statement");
  print_field("kind", prose_at(statement, "kind") +
                          (flag_at(statement, "background") ? ", background" : ""));
  print_given("printed", prose_at(statement, "printed"));
  print_field("measured", formulas::plain_prose(reports::measured_in_words(statement)));
  print_field("verdict", prose_at(statement, "verdict_text"));
  print_given("direction", reports::direction_of(statement));
  print_source(statement);
  print_readings(statement);
  print_controls(statement);
}

std::string defects_in_words(json const& erratum) {
  return fmt::format("{}: {} as printed, {} as corrected", prose_at(erratum, "defect"),
                     number_words(member(erratum, "printed_defect")),
                     number_words(member(erratum, "right_defect")));
}

void print_erratum(json const& all, json const& erratum) {
  print_head(all, "erratum", erratum, "right");
  print_field("printed", prose_at(erratum, "printed"));
  print_field("right", prose_at(erratum, "right"));
  if (!prose_at(erratum, "defect").empty()) {
    print_field("defect", with_words(defects_in_words(erratum), prose_at(erratum, "words")));
    print_source(erratum);
  }
  print_given("ground", prose_at(erratum, "ground"));
  auto const lost = prose_at(erratum, "lost");
  print_field("possibly lost", lost.empty() ? "no" : lost);
  print_given("statements", fmt::format("{}", fmt::join(texts_at(erratum, "statements"), ", ")));
  print_given("experiment", text_at(erratum, "experiment"));
}

void print_finding(json const& all, json const& finding) {
  print_head(all, "finding", finding, "finding");
  print_field("measured", number_words(member(finding, "measured")));
  print_field("evidence", reports::evidence_in_words(finding));
  print_source(finding);
  print_given("experiment", text_at(finding, "experiment"));
}

/// Prints one line for each related record.
void print_related(json const& all) {
  if (!records_at(all, "findings").empty()) print_heading("related findings");
  for (json const& finding : records_at(all, "findings"))
    fmt::print("  {}: {}\n", text_at(finding, "id"), prose_at(finding, "finding"));
  if (!records_at(all, "errata").empty()) print_heading("related errata");
  for (json const& erratum : records_at(all, "errata"))
    fmt::print("  {}: printed {}; right {}\n", text_at(erratum, "id"), prose_at(erratum, "printed"),
               prose_at(erratum, "right"));
}

}  // namespace

std::optional<RecordName> find_record(std::string const& name) {
  auto const colon = name.find(':');
  auto const paper = colon == name.npos ? std::nullopt : paper_of_alias(name.substr(0, colon));
  auto const id = paper ? name.substr(colon + 1) : name;
  std::vector<RecordName> found, in_other_case;
  for (auto const& record : record_names()) {
    if (paper && record.paper != *paper) continue;
    if (record.id == id)
      found.push_back(record);
    else if (lower_case(record.id) == lower_case(id))
      in_other_case.push_back(record);
  }
  if (found.empty()) found = in_other_case;
  if (found.empty()) return std::nullopt;
  if (found.size() == 1) return found.front();
  std::vector<std::string> choices;
  for (auto const& record : found) choices.push_back(fmt::format("{}:{}", record.paper, record.id));
  throw InvalidInput(fmt::format("'{}' names {} records; allowed: {}", name, found.size(),
                                 fmt::join(choices, ", ")));
}

void show_record(RecordName const& name, bool as_json) {
  understood("results", [&] {
    json const all = record_of(name, accepted_verdicts() / "full");
    if (as_json) return print_result(JsonObject(all));
    if (all.contains("statement")) print_statement(all, all.at("statement"));
    if (all.contains("finding")) print_finding(all, all.at("finding"));
    if (all.contains("erratum")) print_erratum(all, all.at("erratum"));
    print_related(all);
  });
}

std::vector<std::string> names_of_records(std::string const& name) {
  auto const colon = name.find(':');
  auto const alias = name.substr(0, colon);
  auto const paper = colon == name.npos ? std::nullopt : paper_of_alias(alias);
  std::set<std::string> names;
  for (auto const& record : record_names())
    if (!paper)
      names.insert(record.id);
    else if (record.paper == *paper)
      names.insert(fmt::format("{}:{}", alias, record.id));
  return {names.begin(), names.end()};
}

}  // namespace rattleback
