#include "program/results/statements.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files/files.hpp"
#include "base/formulas/formulas.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/statements/verdict.hpp"
#include "program/results/code_hashes.hpp"
#include "program/results/records.hpp"
#include "reports/results/description.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Erratum, paper, id, place, printed, right, defect, lost, ground,
                                   statements, experiment)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Headline, claim, place, statements, noun, answer, figure,
                                   findings, example)

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Returns a statement without its verdict.
json declared(Statement const& s) {
  return {{"paper", s.paper},          {"id", s.id},           {"place", s.place},
          {"statement", s.statement},  {"printed", s.printed}, {"kind", s.kind},
          {"background", s.background}};
}

/// Returns a reading without its outcome.
json declared(Statement const& s, Reading const& r) {
  return {{"name", r.label},
          {"choice", r.quantity},  // field name of earlier versions
          {"quantity", r.quantity},
          {"part", r.part},
          {"criterion", r.not_measured.empty() ? Rule(s.kind, r.rule).words() : ""},
          {"correction", r.correction},
          {"assumption", r.assumption},
          {"inferred_from", r.inferred_from},
          {"experiment", r.experiment}};
}

/// Returns one number if an end is open or the interval is symmetric, else both ends.
json limit_json(std::optional<Rule::Interval> const& limit) {
  if (!limit) return nullptr;
  auto const [low, high] = *limit;
  if (low == -high || !std::isfinite(low)) return high;
  if (!std::isfinite(high)) return low;
  return {low, high};
}

std::string experiments_of(Statement const& s) {
  std::vector<std::string> names;
  for (auto const& r : s.readings)
    if (std::find(names.begin(), names.end(), r.experiment) == names.end())
      names.push_back(r.experiment);
  return fmt::format("{}", fmt::join(names, ", "));
}

json card(Finding const& f) {
  return {{"paper", f.paper},
          {"id", f.id},
          {"place", f.place},
          {"finding", f.finding},
          {"scope", f.scope},
          {"quantity", f.quantity},
          {"at_least", number_json(f.at_least)},
          {"at_most", number_json(f.at_most)},
          {"control", f.control},
          {"neighbours", f.neighbours},
          {"experiment", f.experiment},
          {"group", f.group},
          {"weight", f.weight}};
}

using Line = std::vector<std::string>;

/// Returns the lines of a table in Markdown as their cells.
std::vector<Line> table_of(fs::path const& file) {
  std::vector<Line> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| ")) continue;
    auto& cells = lines.emplace_back();
    for (std::size_t at = 2, end; (end = line.find(" |", at)) != std::string::npos; at = end + 3)
      cells.push_back(line.substr(at, end - at));
  }
  return lines;
}

/// Adds the counts of false neighbours, by a line of verdicts/power.md: paper, row, tried, refuted,
/// equivalent, run, executed, hashes of the surveyed studies. `stale`: such a study has changed.
void add_power(json& record, Statement const& s, std::vector<Line> const& table) {
  auto const line = std::ranges::find_if(table, [&](Line const& cells) {
    return cells.size() == 8 && cells[0] == s.paper && cells[1] == s.id;
  });
  if (line == table.end()) return;
  std::string current;
  for (auto const& experiment : experiments())
    if (std::ranges::any_of(s.readings, [&](Reading const& r) {
          return experiment.paper == s.paper && r.experiment == experiment.id;
        }))
      current += code_hashes().at(experiment.source) + "\n";
  bool is_stale = false;
  std::istringstream codes((*line)[7]);
  for (std::string code; std::getline(codes, code, '+');)
    is_stale = is_stale || current.find(code) == std::string::npos;
  record["power"] = {{"tried", std::stoi((*line)[2])},      {"refuted", std::stoi((*line)[3])},
                     {"equivalent", std::stoi((*line)[4])}, {"run", std::stoi((*line)[5])},
                     {"executed", std::stoi((*line)[6])},   {"stale", is_stale}};
}

void write_both(fs::path const& folder, std::string const& name, json const& records,
                std::string const& table) {
  write_atomically(folder / (name + ".json"), json_text(records, 1) + "\n");
  write_atomically(folder / (name + ".md"), table);
}

}  // namespace

ResultsMeasurements measurements_in(fs::path const& results_folder) {
  ResultsMeasurements all;
  for (auto const& id : reports::listed_experiments(results_folder))
    understood(results_folder / id, [&] {
      std::string const paper = read_json(results_folder / id / "experiment.json").at("paper");
      auto const file = read_json(results_folder / id / "measurements.json");
      all.of_paper[paper].add(file);
      all.curves.emplace_back(id, file.at("curves"));
    });
  return all;
}

json statement_record(Statement const& s, Verdict const& v) {
  json readings = json::array();
  bool own_criterion = false;
  for (std::size_t i = 0; i < s.readings.size(); ++i) {
    auto const& declaration = s.readings[i];
    auto const& r = v.readings[i];
    bool const has_rule = declaration.not_measured.empty();
    own_criterion = own_criterion || (has_rule && !declaration.rule.reason.empty());
    readings.push_back(declared(s, declaration));
    readings.back().update(
        {{"limit", limit_json(r.limit)},
         {"limit_relative_to", has_rule ? declaration.relative_to : ""},
         {"precision", r.precision},
         {"measured", r.measured ? number_json(r.measured->value) : json(nullptr)},
         {"sampling_error", r.measured ? r.measured->sampling_error : 0.0},
         {"words", r.words},
         {"matches", r.tried ? json(r.matches) : json(nullptr)},
         {"decides", r.decides}});
  }
  json controls = json::array();
  for (std::size_t i = 0; i < s.controls.size(); ++i) {
    auto const& declaration = s.controls[i];
    auto const& c = v.controls[i];
    controls.push_back({{"name", declaration.label},
                        {"quantity", declaration.quantity},
                        {"reading", declaration.reading},
                        {"expect", declaration.holds ? "holds" : "fails"},
                        {"measured", c.measured ? number_json(*c.measured) : json(nullptr)},
                        {"words", c.words},
                        {"told_apart", c.told_apart ? json(*c.told_apart) : json(nullptr)},
                        {"experiment", declaration.experiment}});
  }
  json card = declared(s);
  card.update({{"verdict", v.word},
               {"why", v.why},
               {"correction", v.correction},
               {"assumption", v.assumption},
               {"inferred_from", v.inferred_from},
               {"readings", readings},
               {"controls", controls},
               {"needs_control", needs_control(s.kind)},
               {"criterion", readings.empty() ? json("") : readings.front().at("criterion")},
               {"own_criterion", own_criterion},
               {"experiment", experiments_of(s)}});
  return card;
}

json statement_cards() {
  json cards = json::array();
  for (auto const& s : declarations().statements) {
    json one = declared(s);
    json readings = json::array();
    for (auto const& r : s.readings) readings.push_back(declared(s, r));
    one.update({{"not_run", s.not_run},
                {"not_checkable", s.not_checkable},
                {"readings", readings},
                {"experiment", experiments_of(s)}});
    cards.push_back(one);
  }
  return cards;
}

json erratum_cards() { return declarations().errata; }

json finding_cards() {
  json cards = json::array();
  for (auto const& f : declarations().findings) cards.push_back(card(f));
  return cards;
}

json headline_cards(std::string const& paper) {
  json cards = json::array();
  for (auto const& h : declarations().headlines)
    if (h.paper == paper) cards.push_back(h);
  return cards;
}

json rules_json() {
  json kinds = json::array(), words = json::array();
  for (auto const& [name, rule] : rules_of_kinds())
    kinds.push_back({{"name", name}, {"rule", formulas::plain_prose(rule)}});
  for (auto const& [name, rule] : rules_of_words())
    words.push_back({{"name", name}, {"rule", formulas::plain_prose(rule)}});
  return {{"kinds", kinds}, {"words", words}};
}

std::vector<json> write_statements(fs::path const& results_folder, ResultsMeasurements const& all,
                                   fs::path const& accepted) {
  auto const& measured = all.of_paper;
  auto const has_run = [&](auto const& item) { return measured.contains(item.paper); };

  std::vector<json> statements;
  json findings = json::array(), errata = json::array();
  auto const power = table_of(accepted.parent_path() / "power.md");
  for (auto const& s : declarations().statements)
    if (has_run(s)) {
      Verdict const verdict = verdict_of(s, measured.at(s.paper).readings);
      statements.push_back(statement_record(s, verdict));
      add_accepted(statements.back(), s, verdict, accepted);
      add_power(statements.back(), s, power);
    }
  for (auto const& f : declarations().findings)
    if (has_run(f)) {
      auto const& evidence = measured.at(f.paper).evidence;
      auto const found = evidence.find(f.id);
      bool const is_measured = found != evidence.end();
      auto const [numbers, words] = is_measured ? found->second : Study::Evidence{{std::nan("")}};
      json neighbours = json::array();
      for (double const number : numbers.neighbours) neighbours.push_back(number_json(number));
      findings.push_back(card(f));
      findings.back().update(
          {{"measured", is_measured ? number_json(numbers.value) : json(nullptr)},
           {"control_measured", number_json(numbers.control)},
           {"neighbours_measured", neighbours},
           {"words", words}});
    }
  for (auto const& e : declarations().errata)
    if (has_run(e)) {
      auto const& defects = measured.at(e.paper).defects;
      auto const found = defects.find(e.id);
      bool const is_measured = found != defects.end();
      auto const [printed, right, words] = is_measured ? found->second : Study::Defects{};
      errata.push_back(e);
      errata.back().update({{"printed_defect", is_measured ? number_json(printed) : json(nullptr)},
                            {"right_defect", is_measured ? number_json(right) : json(nullptr)},
                            {"words", words}});
    }
  write_both(results_folder, "statements", statements, reports::statements_table(statements));
  write_both(results_folder, "findings", findings, reports::findings_table(findings));
  write_both(results_folder, "errata", errata, reports::errata_table(errata));
  return statements;
}

}  // namespace rattleback
