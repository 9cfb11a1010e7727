#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files/anchor.hpp"
#include "base/files/json_fields.hpp"
#include "base/files/number_text.hpp"
#include "generated/site_texts.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/results/statements.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

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
