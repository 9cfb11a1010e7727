#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/files/anchor.hpp"
#include "base/files/json_fields.hpp"
#include "base/files/number_text.hpp"
#include "generated/site_texts.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/pages/site.hpp"
#include "reports/results/statements.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {

using nlohmann::json;

void write_verdicts(Results const& results, Pages& pages) {
  json own = json::array();
  for (json const& record : results.statements)
    if (flag_at(record, "own_criterion")) {
      json view = fields_in_words(record, {"id"});
      view["printed"] = rich_text(text_at(record, "printed"));
      view["criterion"] = rich_text(text_at(record, "criterion"));
      view["short"] = results.short_name(text_at(record, "paper"));
      view["address"] = statement_address(record);
      own.push_back(view);
    }
  json const& rules = object_at(results.run, "rules");
  json papers = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    auto const records = results.statements_of(text_at(paper, "id"));
    if (records.empty()) continue;
    papers.push_back(control_counts(records));
    papers.back()["short"] = text_at(paper, "short");
  }
  json controls = json::array();
  if (!papers.empty()) controls.push_back({{"papers", papers}});
  pages.write("site/verdicts.html", "Papers", "How verdicts are made", verdicts_page,
              {{"kinds", records_in_words(list_at(rules, "kinds"), {"name", "rule"})},
               {"words", records_in_words(list_at(rules, "words"), {"name", "rule"})},
               {"any", !rules.empty()},
               {"own", own},
               {"controls", controls}});
}

void write_changes(Results const& results, Pages& pages) {
  json views = json::array();
  for (auto const& [kind, heading] : {std::pair{"worse", "Worse"},
                                      {"new", "Without an accepted verdict"},
                                      {"missing", "Accepted, but missing in this run"},
                                      {"improved", "Improved"},
                                      {"changed", "Neither better nor worse"}}) {
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
  pages.write(changes_address, "Papers", "Changed verdicts and numbers", changes_page,
              {{"known", !results.changes.empty()},
               {"any", !views.empty() || !numbers.empty()},
               {"numbers", numbers},
               {"any_number", !numbers.empty()},
               {"has_numbers",
                number_at(object_at(results.changes, "compared"), "numbers").value_or(0) > 0},
               {"accepted", text_at(results.changes, "accepted")},
               {"groups", views}});
}

namespace {
/// Returns architecture and processor of a run; a processor that emulates another is named so.
std::string processor_of(json const& record) {
  auto const architecture = text_at(record, "architecture"), cpu = text_at(record, "cpu");
  if (cpu.empty()) return architecture;
  bool const emulated =
      architecture == "aarch64" && (cpu.find("AMD") != cpu.npos || cpu.find("Intel") != cpu.npos);
  return fmt::format("{}, {}{}", architecture, emulated ? "emulated on " : "", cpu);
}
}  // namespace

void write_runs(Results const& results, Pages& pages) {
  if (results.changes.empty()) return;
  json records = json::array({results.changes});
  for (json const& record : results.elsewhere) records.push_back(record);
  json runs = json::array();
  for (json const& record : records) {
    json libraries = json::array();
    auto const& versions = object_at(record, "libraries");
    for (auto const& library : versions.items())
      libraries.push_back({{"words", fmt::format("{} {}", library.key(),
                                                 text_at(versions, library.key().c_str()))}});
    json moved = json::array();
    constexpr std::size_t most = 50;
    auto const& numbers = list_at(record, "numbers");
    for (json const& number : numbers)
      if (moved.size() < most)
        moved.push_back(fields_in_words(number, {"what", "before", "after"}));
    auto const count = [&](char const* what) {
      return fmt::format("{:.0f}", number_at(object_at(record, "compared"), what).value_or(0));
    };
    json run = fields_in_words(record, {"mode", "compiler", "flags", "date"});
    run["processor"] = processor_of(record);
    run["name"] = runs.empty() ? "this run" : text_at(record, "name");
    run["commit"] = text_at(record, "commit").substr(0, 12);
    run["libraries"] = libraries;
    run["verdicts"] = count("verdicts");
    run["differing"] = std::to_string(list_at(record, "changes").size());
    run["numbers"] = count("numbers");
    run["moved_count"] = std::to_string(numbers.size());
    run["more"] = numbers.size() > most;
    run["moved"] = moved;
    runs.push_back(run);
  }
  pages.write(runs_address, "Papers", "Where this was run", runs_page,
              {{"runs", runs}, {"accepted", text_at(results.changes, "accepted")}});
}

namespace {

std::string number_of(json const& record, char const* key) {
  auto const number = number_at(record, key);
  return number ? number_text(*number) : "–";
}

/// Returns a finding or an erratum with links to its paper and its study.
json with_links(Results const& results, json const& record) {
  std::string const paper = text_at(record, "paper"), study = text_at(record, "experiment");
  json view = {{"id", text_at(record, "id")},
               {"place", rich_text(text_at(record, "place"))},
               {"words", or_false(rich_text(text_at(record, "words")))},
               {"short", results.short_name(paper)},
               {"paper", paper},
               {"paper_address", paper_address(paper)},
               {"anchor", anchor(paper + "-" + text_at(record, "id"))},
               {"studies", json::array()}};
  if (results.study(study) != nullptr)
    view["studies"].push_back({{"address", study_address(study)}});
  return view;
}

}  // namespace

void write_findings(Results const& results, Pages& pages) {
  json findings = json::array();
  std::set<std::string> groups, papers;
  for (json const& record : results.findings) {
    json view = with_links(results, record);
    view["finding"] = rich_text(text_at(record, "finding"));
    view["evidence"] = rich_text(evidence_in_words(record));
    view["measured"] = number_of(record, "measured");
    view["group"] = text_at(record, "group");
    auto const weight = number_at(record, "weight").value_or(3);
    view["weight"] = weight == 1 ? "strong" : weight == 2 ? "notable" : "detail";
    view["weight_key"] = fmt::format("{:g}", weight);
    groups.insert(view["group"]);
    papers.insert(view["short"]);
    findings.push_back(view);
    pages.add(finding_entry(results, record));
  }
  std::stable_sort(findings.begin(), findings.end(), [](json const& a, json const& b) {
    return std::pair{a.at("weight_key"), a.at("group")} <
           std::pair{b.at("weight_key"), b.at("group")};
  });
  pages.write("site/findings.html", "Findings", "Findings", findings_page,
              {{"findings", findings},
               {"count", std::to_string(findings.size())},
               {"groups", json(groups)},
               {"papers", json(papers)}});
}

void write_errata(Results const& results, Pages& pages) {
  json errata = json::array();
  std::set<std::string> papers;
  for (json const& record : results.errata) {
    json view = with_links(results, record);
    for (char const* key : {"printed", "right", "defect"})
      view[key] = rich_text(text_at(record, key));
    view["printed_defect"] = number_of(record, "printed_defect");
    view["right_defect"] = number_of(record, "right_defect");
    view["measured"] = !member(record, "printed_defect").is_null();
    std::string const lost = text_at(record, "lost");
    view["lost"] = lost.empty() ? "no" : "yes";
    view["lost_words"] = or_false(rich_text(lost));
    view["statements"] = json::array();
    for (std::string const& id : texts_at(record, "statements"))
      view["statements"].push_back(
          {{"id", id},
           {"address", statement_address({{"paper", text_at(record, "paper")}, {"id", id}})}});
    papers.insert(view["short"]);
    errata.push_back(view);
    pages.add(erratum_entry(results, record));
  }
  pages.write(
      "site/errata.html", "Papers", "Errata", errata_page,
      {{"errata", errata}, {"count", std::to_string(errata.size())}, {"papers", json(papers)}});
}

}  // namespace rattleback::reports
