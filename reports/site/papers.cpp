#include "reports/site/papers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "generated/site_texts.hpp"
#include "reports/files/files.hpp"
#include "reports/files/json_fields.hpp"
#include "reports/results/statements.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/studies.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Returns the top-level section that a place names first: "Section 5", "Appendix", "Theorem 5.2".
std::string section_of(json const& record) {
  std::string const place = text_at(record, "place");
  static std::regex const numbered("sections? ([A-Z]?[0-9]*)");
  std::smatch found;
  std::string words = place.substr(0, place.find_first_of(",;("));
  if (std::regex_search(place, found, numbered) && found[1].length() > 0)
    words = fmt::format("Section {}", found[1].str());
  while (!words.empty() && words.back() == ' ') words.pop_back();
  if (!words.empty()) words.front() = static_cast<char>(std::toupper(words.front()));
  return words;
}

json reading_view(json const& reading) {
  json view = fields_in_words(reading,
                              {"name", "quantity", "measured", "words", "criterion", "experiment"});
  json const& matches = member(reading, "matches");
  view["matches"] = matches.is_null()     ? "not run"
                    : matches.get<bool>() ? "agrees"
                                          : "does not agree";
  view["matches_kind"] = matches.is_null() ? "open" : matches.get<bool>() ? "kept" : "broken";
  return view;
}

/// Returns the figures of the studies behind `records` that no earlier section showed.
json figures_beside(Results const& results, std::vector<json> const& records,
                    std::set<std::string>& shown) {
  json views = json::array();
  for (json const& record : records)
    for (json const& reading : records_at(record, "readings")) {
      std::string const id = text_at(reading, "experiment");
      Study const* const study = results.study(id);
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
      statements.push_back(statement_view(record));
      statements.back()["findings"] = findings_beside(results, record);
    }
    views.push_back({{"name", name},
                     {"section", anchor(name)},
                     {"has_figures", !figures.empty()},
                     {"figures", figures},
                     {"statements", statements}});
  }
  return views;
}

json kinds_of(std::vector<json> const& records) {
  std::set<std::string> kinds;
  for (json const& record : records) kinds.insert(text_at(record, "kind"));
  return kinds;
}

json with_verdict(std::vector<json> const& records, std::string const& verdict) {
  json views = json::array();
  for (json const& record : records)
    if (text_at(record, "verdict") == verdict) views.push_back(statement_view(record));
  return views;
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
    views.push_back({{"words", words}, {"count", counted(count, "statement")}});
  return views;
}

void write_certificate(Results const& results, std::vector<json> const& records, json view,
                       Pages& pages) {
  std::string const paper = view.at("id");
  view["fails_list"] = with_verdict(records, "fails");
  view["undetermined_list"] = with_verdict(records, "undetermined");
  view["conditions"] = conditions(records);
  for (std::string const list : {"fails_list", "undetermined_list", "conditions"})
    view["has_" + list] = !view[list].empty();
  view["facts"] = json::array();
  auto const add = [&](std::string const& name, std::string const& value) {
    if (!value.empty()) view["facts"].push_back({{"name", name}, {"value", value}});
  };
  add("Run", fmt::format("{}, preset {}, {}", text_at(results.run, "mode"),
                         text_at(results.run, "preset"), text_at(results.run, "date")));
  add("Source code", text_at(results.run, "commit"));
  add("Compiler", text_at(results.run, "compiler"));
  add("Made by", text_at(results.run, "command"));
  add("SHA-256 of statements.json", sha256_file(results.folder / "statements.json"));
  std::string manifests;
  std::size_t studies = 0;
  for (Study const& study : results.studies)
    if (study.paper == paper) {
      ++studies;
      manifests += sha256_file(results.folder / study.id / "manifest.json") + "\n";
    }
  add(fmt::format("SHA-256 over the manifests of {} experiments", studies), sha256_text(manifests));
  pages.write(fmt::format("site/papers/{}.certificate.html", paper), "Papers",
              fmt::format("Certificate: {}", view.at("short").get<std::string>()), certificate_page,
              view);
}

}  // namespace

json statement_view(json const& record) {
  json view = fields_in_words(record, {"id", "place", "statement", "printed", "kind", "verdict",
                                       "criterion", "correction", "assumption", "why"});
  std::string const verdict = view["verdict"];
  view["anchor"] = anchor(text_at(record, "id"));
  view["address"] = statement_address(record);
  view["section_id"] = anchor(section_of(record));
  VerdictWord const& word = verdict_word_of(record);
  view["class"] = anchor(verdict);
  view["verdict"] = word.word;
  view["mark"] = word.mark;
  std::string const words = verdict_in_words(record);
  view["note"] = words.substr(std::min(words.size(), std::string(word.word).size() + 2));
  view["has_note"] = view["note"] != "";
  view["measured"] = measured_in_words(record);
  view["background"] = flag_at(record, "background");
  view["own_criterion"] = flag_at(record, "own_criterion");
  view["readings"] = json::array();
  for (json const& reading : records_at(record, "readings"))
    view["readings"].push_back(reading_view(reading));
  view["has_readings"] = !view["readings"].empty();
  view["controls"] = json::array();
  for (json const& control : records_at(record, "controls")) {
    json one = fields_in_words(control, {"name", "measured", "words"});
    json const& outcome = member(control, "told_apart");
    one["outcome"] = outcome.is_null()     ? "not run"
                     : outcome.get<bool>() ? "told apart"
                                           : "not told apart";
    one["kind"] = outcome.is_null() ? "open" : outcome.get<bool>() ? "kept" : "broken";
    view["controls"].push_back(one);
  }
  return view;
}

json verdict_parts(std::vector<json> const& records) {
  json parts = json::array();
  auto const counts = count_verdicts(records);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    auto const& [word, count] = counts[i];
    if (count == 0) continue;
    parts.push_back({{"word", word},
                     {"mark", verdict_words()[i].mark},
                     {"class", anchor(verdict_words()[i].verdict)},
                     {"count", std::to_string(count)},
                     {"share", fmt::format("{:.2f}", 100.0 * count / records.size())}});
  }
  return parts;
}

json control_view(std::vector<json> const& records) {
  auto const counts = count_controls(records);
  return {{"needed", std::to_string(counts.needed())},
          {"told_apart", std::to_string(counts.told_apart)},
          {"not_told_apart", std::to_string(counts.not_told_apart)},
          {"without", std::to_string(counts.without)}};
}

bool is_published(json const& paper) { return member(paper, "published") != json(false); }

json write_groups(Results const& results, Pages& pages) {
  json cards = json::array();
  for (json const& group : list_at(results.run, "papers")) {
    if (is_published(group)) continue;
    json view = fields_in_words(group, {"id", "short", "citation"});
    std::string const id = view["id"];
    json studies = json::array();
    for (Study const& study : results.studies)
      if (study.paper == id)
        studies.push_back({{"name", study.name()},
                           {"address", study_address(study.id)},
                           {"about", text_at(study.experiment, "about")},
                           {"figures", thumbnails(study)}});
    if (studies.empty()) continue;
    view["address"] = paper_address(id);
    cards.push_back(view);
    view["studies"] = studies;
    pages.write(paper_address(id), "", view["short"], group_page, view);
    pages.add(paper_entry(view));
  }
  return cards;
}

json write_papers(Results const& results, Pages& pages) {
  json cards = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    json view = fields_in_words(paper, {"id", "short", "citation"});
    std::string const id = view["id"];
    auto const records = results.of_paper(results.statements, id);
    if (records.empty()) continue;
    view["address"] = paper_address(id);
    view["parts"] = verdict_parts(records);
    view["total"] = std::to_string(records.size());
    view["controls"] = control_view(records);
    view["failed"] = with_verdict(records, "fails");
    view["has_failed"] = !view["failed"].empty();
    cards.push_back(view);

    json page = view;
    page["sections"] = section_views(results, records);
    page["kinds"] = kinds_of(records);
    page["findings"] = results.links_to_findings(
        [&](json const& finding) { return text_at(finding, "paper") == id; });
    page["has_findings"] = !page["findings"].empty();
    page["studies"] = json::array();
    for (Study const& study : results.studies)
      if (study.paper == id)
        page["studies"].push_back({{"name", study.name()}, {"address", study_address(study.id)}});
    pages.write(paper_address(id), "Papers", view["short"], paper_page, page);
    write_certificate(results, records, view, pages);

    pages.add(paper_entry(view));
    for (json const& record : records) pages.add(statement_entry(results, record));
    json& thumbs = cards.back()["figures"] = json::array();
    for (Study const& study : results.studies)
      if (study.paper == id)
        for (json const& figure : thumbnails(study))
          if (thumbs.size() < 3 && figure.at("is_of_paper").get<bool>()) thumbs.push_back(figure);
  }
  return cards;
}

}  // namespace rattleback::reports
