#include "reports/pages/site.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "generated/site_texts.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"
#include "reports/site/words.hpp"
#include "reports/timings/timings.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json const* card_of(Cards::List const& cards, std::string const& id) {
  auto const found =
      std::find_if(cards.begin(), cards.end(), [&](auto const& card) { return card.first == id; });
  return found == cards.end() ? nullptr : &found->second;
}

std::string name_in(Cards::List const& cards, std::string const& id) {
  json const* const card = card_of(cards, id);
  return card == nullptr ? id : formulas::plain_prose(text_at(*card, "name"));
}

/// Version of the program that made the run; of older results, which have none, "unknown".
std::string version_of(json const& run) {
  auto const version = text_at(object_at(run, "program"), "version");
  return version.empty() ? "unknown" : version;
}

/// Returns what every page says about the run: in its footer, for citations, and above reduced
/// runs.
json about_run(Results const& results) {
  json const& run = results.run;
  if (run.is_null()) return {{"footer", ""}, {"version", "unknown"}, {"commit", "unknown"}};
  std::string const commit = text_at(run, "commit");
  return {{"footer", fmt::format("{} run, preset {}, {}, version {}, source {}",
                                 text_at(run, "mode"), text_at(run, "preset"), text_at(run, "date"),
                                 version_of(run), commit.substr(0, 12))},
          {"version", version_of(run)},
          {"commit", commit},
          {"mode", text_at(run, "mode")},
          {"reduced", text_at(run, "mode") == "quick"},
          {"not_run", std::to_string(std::ranges::count_if(
                          results.statements,
                          [](json const& one) { return text_at(one, "verdict") == "not run"; }))},
          {"total", std::to_string(results.statements.size())},
          {"accepted_date", or_false(text_at(run, "accepted_date"))},
          {"date", text_at(run, "date")}};
}

json run_facts(json const& run) {
  std::string libraries;
  for (auto const& [name, version] : object_at(run, "libraries").items())
    libraries +=
        fmt::format("{}{} {}", libraries.empty() ? "" : ", ", name, scalar_in_words(version));
  json facts = json::array();
  auto const add = [&](char const* name, std::string const& value) {
    add_fact(facts, name, value);
  };
  auto const at = [&](char const* key) { return scalar_in_words(member(run, key)); };
  add("Mode", at("mode"));
  add("Version", version_of(run));
  add("Preset", at("preset"));
  add("Compiler", at("compiler"));
  add_code(facts, "Flags", at("flags"));
  add("Processor", at("cpu"));
  add("Threads", at("cores"));
  add("Libraries", libraries);
  add_code(facts, "Commit", at("commit"));
  add("Date", at("date"));
  if (!member(run, "cpu_seconds").is_null())
    add("Time",
        fmt::format("{} s of processor time, {} s elapsed", at("cpu_seconds"), at("wall_seconds")));
  add_code(facts, "Command", at("command"));
  return facts;
}

void write_sources(Results const& results, Pages& pages) {
  json papers = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    if (!is_published(paper)) continue;
    json view = fields_in_words(paper, {"id", "short", "citation"});
    view["address"] = paper_address(view["id"]);
    bool const shown = !results.statements_of(view["id"]).empty();
    view["shown"] = shown;
    papers.push_back(view);
  }
  json const facts = run_facts(results.run);
  pages.write("site/sources.html", "", "Sources, citation and provenance", sources_page,
              {{"papers", papers}, {"facts", facts}, {"run", about_run(results)}});
}

void write_timings(Results const& results, Pages& pages) {
  bool const own = fs::exists(results.folder / "bench.json");
  json view = own ? timings_view(results.folder) : results.accepted_timings;
  if (own) pages.write_file("guarded/timings.json", in_lines(view, 2) + "\n");
  view["timed"] = !view.empty();
  view["own"] = own;
  view["has_figure"] = own && flag_at(view, "has_figure");
  pages.write("site/timings.html", "Comparison", "Timings", timings_page, view);
}

}  // namespace

Cards::Cards(Results const& results) {
  for (json const& card : records_at(results.catalogue, "problems"))
    problems_.emplace_back(required_text_at(card, "id"), card);
  for (json const& card : records_at(results.catalogue, "methods"))
    methods_.emplace_back(required_text_at(card, "id"), card);
  for (ProblemResult const& problem : results.comparison)
    if (card_of(problems_, problem.id) == nullptr) problems_.emplace_back(problem.id, problem.card);
  for (MethodResult const* method : methods_of(results.comparison))
    if (card_of(methods_, method->id) == nullptr)
      methods_.emplace_back(method->id, json{{"id", method->id},
                                             {"name", method->name},
                                             {"source", method->source},
                                             {"applies_to", method->applies_to},
                                             {"baseline", method->baseline},
                                             {"adaptive", method->adaptive}});
}

std::string Cards::problem_name(std::string const& id) const { return name_in(problems_, id); }
std::string Cards::method_name(std::string const& id) const { return name_in(methods_, id); }

bool has_laboratory(fs::path const& folder) {
  return fs::is_regular_file(folder / laboratory_loader) &&
         fs::is_regular_file(folder / laboratory_binary);
}

fs::path write_site(fs::path const& results_folder, fs::path const& laboratory, Skip const& skip) {
  Results results = read_results(results_folder, skip);
  if (has_laboratory(laboratory)) results.laboratory = laboratory;
  Pages pages(results_folder, about_run(results), !results.laboratory.empty());
  json const documents = write_documents(pages);
  json const papers =
      understood(results_folder / "statements.json", [&] { return write_papers(results, pages); });
  write_studies(results, pages);
  understood(results_folder / "catalogue.json", [&] {
    Cards const cards(results);
    write_problem_pages(results, cards, pages);
    write_method_pages(results, cards, pages);
    write_comparison_page(results, pages);
    write_laboratory(results, cards, pages);
  });
  understood(results_folder / "changes.json", [&] { write_changes(results, pages); });
  understood(results_folder / "elsewhere.json", [&] { write_runs(results, pages); });
  understood(results_folder / "run.json", [&] {
    write_home_page(results, papers, documents, pages);
    write_findings(results, pages);
    write_errata(results, pages);
    write_verdicts(results, pages);
    write_sources(results, pages);
  });
  write_timings(results, pages);
  add_main_pages(pages);
  pages.finish(search_settings());
  return results_folder / "index.html";
}

}  // namespace rattleback::reports
