#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/files/anchor.hpp"
#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "generated/site_texts.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/results/statements.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Returns the figures of the studies behind `records` that no earlier section showed.
json figures_beside(Results const& results, std::vector<json> const& records,
                    std::set<std::string>& shown) {
  json views = json::array();
  for (json const& record : records)
    for (json const& reading : records_at(record, "readings")) {
      std::string const id = text_at(reading, "experiment");
      StudyResults const* const study = results.study(id);
      if (study == nullptr || !shown.insert(id).second) continue;
      for (json const& figure : thumbnails(*study)) views.push_back(figure);
    }
  return views;
}

/// Returns the findings whose ids begin with the statement's id: "FIM-74/nodes" for FIM-74.
json findings_beside(Results const& results, json const& statement) {
  return results.links_to_findings([&](json const& finding) {
    std::string const id = text_at(finding, "id"), own = text_at(statement, "id");
    return text_at(finding, "paper") == text_at(statement, "paper") &&
           id.substr(0, id.find('/')) == own;
  });
}

json section_views(Results const& results, std::vector<json> const& records) {
  // A place without a section, such as "remark 5.1", belongs to the section before it; it opens a
  // section only at the beginning.
  std::vector<std::pair<std::string, std::vector<json>>> sections;
  for (json const& record : records) {
    std::string const name = section_of(record);
    bool const opens = sections.empty() || name.starts_with("Section") ||
                       !sections.back().first.starts_with("Section");
    if (opens && (sections.empty() || sections.back().first != name)) {
      auto const before = std::find_if(sections.begin(), sections.end(),
                                       [&](auto const& s) { return s.first == name; });
      if (before != sections.end()) {
        before->second.push_back(record);
        continue;
      }
      sections.emplace_back(name, std::vector<json>{});
    }
    sections.back().second.push_back(record);
  }
  json views = json::array();
  std::set<std::string> shown;
  for (auto const& [name, members] : sections) {
    json figures = figures_beside(results, members, shown);
    json statements = json::array();
    for (json const& record : members) {
      statements.push_back(statement_view(results, record));
      statements.back()["findings"] = findings_beside(results, record);
    }
    views.push_back({{"name", name},
                     {"section", anchor(name)},
                     {"figures", figures},
                     {"statements", statements}});
  }
  return views;
}

json with_verdict(Results const& results, std::vector<json> const& records,
                  std::string const& verdict) {
  json views = json::array();
  for (json const& record : records)
    if (text_at(record, "verdict") == verdict) views.push_back(statement_view(results, record));
  return views;
}

/// Returns the first thumbnail of the figure with this id; null if no study draws it.
json thumbnail_of(Results const& results, std::string const& figure) {
  for (StudyResults const& study : results.studies)
    for (json const& one : thumbnails(study))
      if (text_at(one, "figure") == figure) return one;
  return nullptr;
}

/// Returns the names that occur in the field `key` of the statements, for a list of choices.
json names_in(json const& sections, char const* key) {
  std::set<std::string> names;
  for (json const& section : sections)
    for (json const& statement : section.at("statements")) {
      std::istringstream list(statement.at(key).get<std::string>());
      for (std::string name; std::getline(list, name, '|');) names.insert(name);
    }
  return names;
}

std::string counted(std::size_t count, char const* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Returns the corrections and assumptions of verdicts "holds", with their number of statements.
json conditions(std::vector<json> const& records) {
  std::map<std::string, std::size_t> counts;
  for (json const& record : records)
    for (char const* kind : {"correction", "assumption"})
      if (auto const words = text_at(record, kind); !words.empty())
        ++counts[fmt::format("{}: {}", kind, words)];
  json views = json::array();
  for (auto const& [words, count] : counts)
    views.push_back({{"words", rich_text(words)}, {"count", counted(count, "statement")}});
  return views;
}

void write_certificate(Results const& results, std::vector<json> const& records, json view,
                       Pages& pages) {
  std::string const paper = view.at("id");
  view["fails_list"] = with_verdict(results, records, "fails");
  view["undetermined_list"] = with_verdict(results, records, "undetermined");
  view["conditions"] = conditions(records);
  json& facts = view["facts"] = json::array();
  add_fact(facts, "Run",
           fmt::format("{}, preset {}, {}", text_at(results.run, "mode"),
                       text_at(results.run, "preset"), text_at(results.run, "date")));
  add_fact(facts, "Version", text_at(object_at(results.run, "program"), "version"));
  add_code(facts, "Source code", text_at(results.run, "commit"));
  add_fact(facts, "Compiler", text_at(results.run, "compiler"));
  add_code(facts, "Made by", text_at(results.run, "command"));
  add_code(facts, "SHA-256 of statements.json", sha256_file(results.folder / "statements.json"));
  std::string manifests;
  std::size_t studies = 0;
  for (StudyResults const& study : results.studies)
    if (study.paper == paper) {
      ++studies;
      manifests += sha256_file(results.folder / study.id / "manifest.json") + "\n";
    }
  add_code(facts, fmt::format("SHA-256 over the manifests of {} experiments", studies),
           sha256_text(manifests));
  pages.write(fmt::format("site/papers/{}.certificate.html", paper), "Papers",
              fmt::format("Certificate: {}", view.at("short").get<std::string>()), certificate_page,
              view);
}

}  // namespace

json control_counts(std::vector<json> const& records) {
  auto const counts = count_controls(records);
  return {{"needed", std::to_string(counts.needed())},
          {"told_apart", std::to_string(counts.told_apart)},
          {"not_told_apart", std::to_string(counts.not_told_apart)},
          {"without", std::to_string(counts.without)}};
}

json headline_views(Results const& results, json const& paper) {
  json views = json::array();
  std::string const accepted_on = text_at(results.run, "accepted_date");
  json const full_run = text_at(results.run, "mode") != "quick" ? json(false)
                        : accepted_on.empty()                   ? json("Full run")
                                              : json("Full run of " + accepted_on);
  std::string const id = text_at(paper, "id");
  for (json const& headline : records_at(paper, "headlines")) {
    json view = {{"claim", rich_text(text_at(headline, "claim"))},
                 {"place", rich_text(text_at(headline, "place"))},
                 {"answer", rich_text(text_at(headline, "answer"))},
                 {"noun", rich_text(text_at(headline, "noun"))},
                 {"anchor", fmt::format("headline-{}", views.size() + 1)},
                 {"search_words",
                  fmt::format("{} {} {} {}", text_at(paper, "short"), text_at(headline, "place"),
                              text_at(headline, "noun"), text_at(headline, "answer"))},
                 {"statements", json::array()},
                 {"findings", json::array()},
                 {"number", false},
                 {"accepted", false},
                 {"full_run", full_run},
                 {"control", false}};
    for (std::string const& wanted : texts_at(headline, "statements"))
      for (json const& record : results.statements) {
        if (text_at(record, "paper") != id || text_at(record, "id") != wanted) continue;
        json one = statement_view(results, record);
        if (view["statements"].empty()) {
          if (!one["measured"].empty()) view["number"] = one["measured"].front().at("value");
          view["accepted"] = one["accepted"];
          if (!one["controls"].empty())
            view["control"] = fmt::format("{}: {}", std::string(one["controls"][0]["name"]),
                                          std::string(one["controls"][0]["outcome"]));
        }
        view["statements"].push_back(one);
      }
    for (std::string const& wanted : texts_at(headline, "findings"))
      for (json const& link : results.links_to_findings([&](json const& finding) {
             return text_at(finding, "paper") == id && text_at(finding, "id") == wanted;
           }))
        view["findings"].push_back(link);
    if (view["statements"].empty() && view["findings"].empty()) continue;
    view["judged"] = !view["statements"].empty();
    json const thumbnail = thumbnail_of(results, text_at(headline, "figure"));
    view["figures"] = thumbnail.is_null() ? json::array() : json::array({thumbnail});
    views.push_back(view);
  }
  return views;
}

bool is_published(json const& paper) { return member(paper, "published") != json(false); }

namespace {

/// Writes a page for each collection of own studies that has results. Returns their entries in the
/// list of papers.
json write_collections(Results const& results, Pages& pages) {
  json cards = json::array();
  for (json const& group : list_at(results.run, "papers")) {
    if (is_published(group)) continue;
    json view = fields_in_words(group, {"id", "short", "citation"});
    std::string const id = view["id"];
    json studies = json::array();
    for (StudyResults const& study : results.studies)
      if (study.paper == id)
        studies.push_back({{"name", formulas::plain_prose(study.name())},
                           {"address", study_address(study.id)},
                           {"about", rich_text(text_at(study.experiment, "about"))},
                           {"figures", thumbnails(study)}});
    if (studies.empty()) continue;
    view["address"] = paper_address(id);
    cards.push_back(view);
    view["studies"] = studies;
    pages.write(paper_address(id), "Papers", view["short"], group_page, view);
    pages.add(paper_entry(view));
  }
  return cards;
}

}  // namespace

json write_papers(Results const& results, Pages& pages) {
  json cards = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    json view = fields_in_words(paper, {"id", "short", "citation"});
    std::string const id = view["id"];
    auto const records = results.statements_of(id);
    if (records.empty()) continue;
    view["address"] = paper_address(id);
    view["parts"] = verdict_parts(records);
    view["total"] = std::to_string(records.size());
    view["controls"] = control_counts(records);
    auto const fails = [](json const& record) { return text_at(record, "verdict") == "fails"; };
    view["failed"] =
        counted(std::size_t(std::ranges::count_if(records, fails)), "failed statement");
    cards.push_back(view);

    json page = view;
    page["sections"] = section_views(results, records);
    page["kinds"] = names_in(page["sections"], "kind");
    page["problems"] = names_in(page["sections"], "problems");
    page["methods"] = names_in(page["sections"], "methods");
    page["headlines"] = headline_views(results, paper);
    page["findings"] = results.links_to_findings(
        [&](json const& finding) { return text_at(finding, "paper") == id; });
    page["studies"] = json::array();
    for (StudyResults const& study : results.studies)
      if (study.paper == id)
        page["studies"].push_back(
            {{"name", formulas::plain_prose(study.name())}, {"address", study_address(study.id)}});
    pages.write(paper_address(id), "Papers", view["short"], paper_page, page);
    write_certificate(results, records, view, pages);

    pages.add(paper_entry(view));
    for (json const& one : page["headlines"]) pages.add(headline_entry(one, paper_address(id)));
    for (json const& record : records) pages.add(statement_entry(results, record));
    json& thumbs = cards.back()["figures"] = json::array();
    for (StudyResults const& study : results.studies)
      if (study.paper == id)
        for (json const& figure : thumbnails(study))
          if (thumbs.size() < 3 && figure.at("is_of_paper").get<bool>()) thumbs.push_back(figure);
  }
  json const collections = write_collections(results, pages);
  pages.write("site/papers.html", "Papers", "Does this result hold?", papers_page,
              {{"papers", cards},
               {"parts", verdict_parts(results.statements)},
               {"total", std::to_string(results.statements.size())},
               {"collections", collections},
               {"findings", std::to_string(results.findings.size())},
               {"errata", std::to_string(results.errata.size())}});
  return cards;
}

}  // namespace rattleback::reports
