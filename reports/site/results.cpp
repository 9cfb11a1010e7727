#include "reports/site/results.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/files/anchor.hpp"
#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "reports/results/description.hpp"
#include "reports/results/statements.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

std::string StudyResults::name() const {
  for (json const& figure : list_at(experiment, "figures"))
    if (auto const number = text_at(figure, "number"); !number.empty())
      return fmt::format("Figure {}: {}", number, text_at(experiment, "title"));
  return text_at(experiment, "title");
}

std::vector<json> Results::statements_of(std::string const& paper) const {
  std::vector<json> own;
  for (json const& record : statements)
    if (text_at(record, "paper") == paper) own.push_back(record);
  return own;
}

StudyResults const* Results::study(std::string const& id) const {
  for (StudyResults const& one : studies)
    if (one.id == id) return &one;
  return nullptr;
}

json Results::links_to_findings(std::function<bool(json const&)> const& is_meant) const {
  json links = json::array();
  for (json const& record : findings)
    if (is_meant(record))
      links.push_back({{"id", text_at(record, "id")},
                       {"name", rich_text(text_at(record, "finding"))},
                       {"short", short_name(text_at(record, "paper"))},
                       {"address", finding_address(record)}});
  return links;
}

std::string Results::short_name(std::string const& paper) const {
  for (json const& known : list_at(run, "papers"))
    if (text_at(known, "id") == paper) return text_at(known, "short");
  return paper;
}

namespace {
/// Throws Malformed unless `choices`, a file of choices/, has the fields that pages show.
void check_choices(json const& choices) {
  if (!choices.is_object()) throw Malformed("the value is not an object");
  for (char const* const key : {"processor", "date", "preset"})
    text_at(object_at(choices, "build"), key);
  number_at(object_at(choices, "build"), "load");
  for (json const& answer : records_at(choices, "answers")) {
    text_at(answer, "answer");
    for (char const* const key : {"until", "error"}) number_at(answer, key);
    for (json const& method : records_at(answer, "methods")) {
      text_at(method, "method");
      for (char const* const key : {"tolerance", "step", "error", "energy_error", "cpu_seconds"})
        number_at(method, key);
    }
  }
}
}  // namespace

Results read_results(fs::path const& folder, Skip const& skip) {
  Results results{.folder = folder};
  if (fs::exists(folder / "run.json")) {
    results.run = read_json(folder / "run.json");
    results.statements = read_statements(folder / "statements.json");
    results.findings = read_json(folder / "findings.json");
    results.errata = read_json(folder / "errata.json");
    for (std::string const& id : listed_experiments(folder)) {
      StudyResults study{.id = id,
                         .experiment = read_json(folder / id / "experiment.json"),
                         .manifest = read_json(folder / id / "manifest.json")};
      understood(folder / id / "experiment.json",
                 [&] { study.paper = required_text_at(study.experiment, "paper"); });
      results.studies.push_back(std::move(study));
    }
  }
  for (auto const& [to, file] : {std::pair{&results.changes, "changes.json"},
                                 {&results.elsewhere, "elsewhere.json"},
                                 {&results.accepted_comparison, "accepted_comparison.json"},
                                 {&results.accepted_timings, "accepted_timings.json"},
                                 {&results.catalogue, "catalogue.json"}})
    if (fs::exists(folder / file)) *to = read_json(folder / file);
  if (fs::is_directory(folder / "comparison"))
    results.comparison = read_comparison(folder / "comparison", skip);
  for (ProblemResult const& problem : results.comparison)
    if (auto const file = folder / "choices" / (problem.id + ".json"); fs::exists(file))
      read_or_skip(skip, [&] {
        json const choices = read_json(file);
        understood(file, [&] { check_choices(choices); });
        results.choices[problem.id] = choices;
      });
  if (auto const file = folder / "accepted_choices.json";
      results.comparison.empty() && fs::exists(file))
    results.choices = understood(file, [&] {
      std::map<std::string, json> const accepted = read_json(file);
      for (auto const& [problem, choices] : accepted) check_choices(choices);
      return accepted;
    });
  return results;
}

json machine_of(json const& choices) {
  json const& build = object_at(choices, "build");
  if (build.empty()) return false;
  auto const load = number_at(build, "load");
  return fmt::format("{}, {}, preset {}{}", text_at(build, "processor"), text_at(build, "date"),
                     text_at(build, "preset"), load ? fmt::format(", load {:.1f}", *load) : "");
}

std::string paper_address(std::string const& paper) {
  return fmt::format("site/papers/{}.html", paper);
}
std::string study_address(std::string const& experiment) {
  return fmt::format("site/studies/{}.html", experiment);
}
std::string problem_address(std::string const& problem) {
  return fmt::format("site/problems/{}.html", problem);
}
std::string method_address(std::string const& method) {
  return fmt::format("site/methods/{}.html", anchor(method));
}
std::string statement_address(json const& record) {
  return fmt::format("{}#{}", paper_address(text_at(record, "paper")),
                     anchor(text_at(record, "id")));
}
std::string finding_address(json const& record) {
  return fmt::format("site/findings.html#{}",
                     anchor(text_at(record, "paper") + "-" + text_at(record, "id")));
}

}  // namespace rattleback::reports
