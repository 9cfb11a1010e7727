#include "reports/site/site.hpp"

#include <fmt/format.h>

#include <array>

#include "generated/site_texts.hpp"
#include "reports/files/files.hpp"
#include "reports/files/json_fields.hpp"
#include "reports/results/statements.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/catalogue.hpp"
#include "reports/site/documents.hpp"
#include "reports/site/pages.hpp"
#include "reports/site/papers.hpp"
#include "reports/site/results.hpp"
#include "reports/site/studies.hpp"
#include "reports/site/words.hpp"
#include "reports/timings/timings.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string run_line(json const& run) {
  if (run.is_null()) return "";
  std::string const commit = text_at(run, "commit");
  return fmt::format("{} run, preset {}, {}, source {}", text_at(run, "mode"),
                     text_at(run, "preset"), text_at(run, "date"), commit.substr(0, 12));
}

json run_facts(json const& run) {
  std::string libraries;
  for (auto const& [name, version] : object_at(run, "libraries").items())
    libraries +=
        fmt::format("{}{} {}", libraries.empty() ? "" : ", ", name, scalar_in_words(version));
  json facts = json::array();
  auto const add = [&](char const* name, std::string const& value) {
    if (!value.empty()) facts.push_back({{"name", name}, {"value", value}});
  };
  auto const at = [&](char const* key) { return scalar_in_words(member(run, key)); };
  add("Mode", at("mode"));
  add("Preset", at("preset"));
  add("Compiler", at("compiler"));
  add("Flags", at("flags"));
  add("Processor", at("cpu"));
  add("Threads", at("cores"));
  add("Libraries", libraries);
  add("Commit", at("commit"));
  add("Date", at("date"));
  if (!member(run, "cpu_seconds").is_null())
    add("Time",
        fmt::format("{} s of processor time, {} s elapsed", at("cpu_seconds"), at("wall_seconds")));
  add("Command", at("command"));
  return facts;
}

void write_home_page(Results const& results, json const& papers, json const& groups,
                     json const& documents, Pages& pages) {
  std::size_t problems = list_at(results.catalogue, "problems").size();
  std::size_t methods = list_at(results.catalogue, "methods").size();
  json view = {{"papers", papers},
               {"documents", documents},
               {"any_papers", !papers.empty()},
               {"groups", groups},
               {"parts", verdict_parts(results.statements)},
               {"total", std::to_string(results.statements.size())},
               {"problems", std::to_string(problems)},
               {"methods", std::to_string(methods)},
               {"findings", std::to_string(results.findings.size())},
               {"errata", std::to_string(results.errata.size())},
               {"compared", !results.comparison.empty()},
               {"timed", fs::exists(results.folder / "bench.json")},
               {"known", problems > 0},
               {"accepted", !results.changes.empty()},
               {"changes", std::to_string(list_at(results.changes, "changes").size())}};
  pages.write("index.html", "", "Rattleback", home_page, view);
}

/// Returns a finding or an erratum with links to its paper and its study.
json with_links(Results const& results, json const& record, std::vector<char const*> const& keys) {
  json view = fields_in_words(record, keys);
  std::string const paper = text_at(record, "paper"), study = text_at(record, "experiment");
  view["short"] = results.short_name(paper);
  view["anchor"] = anchor(paper + "-" + text_at(record, "id"));
  bool const has_study = results.study(study) != nullptr;
  view["studies"] = json::array();
  if (has_study) view["studies"].push_back({{"id", study}, {"address", study_address(study)}});
  return view;
}

void write_findings(Results const& results, Pages& pages) {
  json findings = json::array(), errata = json::array();
  for (json const& record : results.findings) {
    findings.push_back(
        with_links(results, record, {"id", "place", "finding", "measured", "evidence", "words"}));
    pages.add(finding_entry(results, record));
  }
  for (json const& record : results.errata) {
    errata.push_back(with_links(results, record,
                                {"id", "place", "printed", "right", "defect", "printed_defect",
                                 "right_defect", "lost", "words"}));
    json& view = errata.back();
    if (view["lost"] == "") view["lost"] = "no";
    view["statements"] = json::array();
    for (std::string const& id : texts_at(record, "statements"))
      view["statements"].push_back(
          {{"id", id},
           {"address", statement_address({{"paper", text_at(record, "paper")}, {"id", id}})}});
    pages.add(erratum_entry(results, record));
  }
  pages.write("site/findings.html", "Findings", "Findings", findings_page,
              {{"findings", findings}, {"any", !findings.empty()}});
  pages.write("site/errata.html", "Errata", "Errata", errata_page,
              {{"errata", errata}, {"any", !errata.empty()}});
}

void write_verdicts(Results const& results, Pages& pages) {
  json own = json::array();
  for (json const& record : results.statements)
    if (flag_at(record, "own_criterion")) {
      json view = fields_in_words(record, {"id", "printed", "criterion"});
      view["short"] = results.short_name(text_at(record, "paper"));
      view["address"] = statement_address(record);
      own.push_back(view);
    }
  json const& rules = object_at(results.run, "rules");
  json papers = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    auto const records = results.of_paper(results.statements, text_at(paper, "id"));
    if (records.empty()) continue;
    papers.push_back(control_view(records));
    papers.back()["short"] = text_at(paper, "short");
  }
  json controls = json::array();
  if (!papers.empty()) controls.push_back({{"papers", papers}});
  pages.write("site/verdicts.html", "Verdicts", "How verdicts are made", verdicts_page,
              {{"kinds", records_in_words(list_at(rules, "kinds"), {"name", "rule"})},
               {"words", records_in_words(list_at(rules, "words"), {"name", "rule"})},
               {"any", !rules.empty()},
               {"own", own},
               {"controls", controls},
               {"has_own", !own.empty()}});
}

/// Writes the page of verdicts that differ from the accepted ones, worse ones first.
void write_changes(Results const& results, Pages& pages) {
  struct Group {
    char const *kind, *heading;
  };
  constexpr std::array groups{Group{"worse", "Worse"}, Group{"new", "Without an accepted verdict"},
                              Group{"missing", "Accepted, but missing in this run"},
                              Group{"improved", "Improved"},
                              Group{"changed", "Neither better nor worse"}};
  json views = json::array();
  for (auto const& [kind, heading] : groups) {
    json changes = json::array();
    for (json const& change : records_at(results.changes, "changes"))
      if (text_at(change, "kind") == kind) {
        json view = fields_in_words(change, {"id", "before", "after"});
        view["short"] = results.short_name(text_at(change, "paper"));
        view["address"] = statement_address(change);
        view["shown"] = text_at(change, "after") != "";
        changes.push_back(view);
      }
    if (!changes.empty()) views.push_back({{"heading", heading}, {"changes", changes}});
  }
  json numbers = json::array();
  for (json const& change : list_at(results.changes, "numbers"))
    numbers.push_back(fields_in_words(change, {"what", "before", "after"}));
  pages.write(changes_address, "Verdicts", "Changed verdicts and numbers", changes_page,
              {{"known", !results.changes.empty()},
               {"any", !views.empty()},
               {"numbers", numbers},
               {"any_number", !numbers.empty()},
               {"accepted", text_at(results.changes, "accepted")},
               {"groups", views}});
}

void write_sources(Results const& results, Pages& pages) {
  json papers = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    if (!is_published(paper)) continue;
    json view = fields_in_words(paper, {"id", "short", "citation"});
    view["address"] = paper_address(view["id"]);
    bool const shown = !results.of_paper(results.statements, view["id"]).empty();
    view["shown"] = shown;
    papers.push_back(view);
  }
  json const facts = run_facts(results.run);
  pages.write("site/sources.html", "Sources", "Sources, citation and provenance", sources_page,
              {{"papers", papers},
               {"has_papers", !papers.empty()},
               {"facts", facts},
               {"has_facts", !facts.empty()}});
}

void write_timings(Results const& results, Pages& pages) {
  bool const timed = fs::exists(results.folder / "bench.json");
  json view = timed ? timings_view(results.folder) : json::object();
  view["timed"] = timed;
  pages.write("site/timings.html", "Timings", "Timings", timings_page, view);
}

}  // namespace

fs::path write_site(fs::path const& results_folder) {
  Results const results = read_results(results_folder);
  Pages pages(results_folder, run_line(results.run));
  json const documents = write_documents(pages);
  understood(results_folder / "statements.json", [&] {
    write_home_page(results, write_papers(results, pages), write_groups(results, pages), documents,
                    pages);
  });
  write_studies(results, pages);
  write_catalogue(results, pages);
  understood(results_folder / "changes.json", [&] { write_changes(results, pages); });
  understood(results_folder / "run.json", [&] {
    write_findings(results, pages);
    write_verdicts(results, pages);
    write_sources(results, pages);
  });
  write_timings(results, pages);
  add_main_pages(pages);
  pages.finish();
  return results_folder / "index.html";
}

}  // namespace rattleback::reports
