#include <algorithm>

#include "base/files/json_fields.hpp"
#include "generated/site_texts.hpp"
#include "reports/comparison/view.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

constexpr char const* picture_of_map = "site/comparison.svg";

/// Returns the example of a checked claim; empty without one.
json checked_claim(Results const& results) {
  for (json const& paper : list_at(results.run, "papers")) {
    json views = headline_views(results, paper);
    auto const& cards = records_at(paper, "headlines");
    for (std::size_t i = 0; i < views.size() && i < cards.size(); ++i) {
      if (!flag_at(cards[i], "example") || !views[i].at("judged").get<bool>()) continue;
      views[i]["short"] = text_at(paper, "short");
      views[i]["paper_address"] = paper_address(text_at(paper, "id"));
      return json::array({views[i]});
    }
  }
  return json::array();
}

/// Returns the example of a choice: the first problem with an answer that is a robot, else any.
json chosen_method(Results const& results) {
  auto const has_answer = [](json const& choice) { return !records_at(choice, "answers").empty(); };
  auto found = results.choices.find("mobile_robot");
  if (found == results.choices.end() || !has_answer(found->second))
    found = std::find_if(results.choices.begin(), results.choices.end(),
                         [&](auto const& one) { return has_answer(one.second); });
  if (found == results.choices.end()) return json::array();
  return json::array(
      {{{"problem", found->first},
        {"address", problem_address(found->first)},
        {"answer", rich_text(text_at(records_at(found->second, "answers").back(), "answer"))},
        {"measured_on", results.comparison.empty() ? machine_of(found->second) : json(false)}}});
}

/// Returns the main results of the collections of own studies.
json strongest_findings(Results const& results) {
  json views = json::array();
  for (json const& paper : list_at(results.run, "papers"))
    if (!is_published(paper))
      for (json const& view : headline_views(results, paper)) views.push_back(view);
  return views;
}

}  // namespace

void write_home_page(Results const& results, json const& papers, json const& documents,
                     Pages& pages) {
  json const map = comparison_map(results), choices = chosen_method(results);
  if (!map.empty()) pages.write_file(picture_of_map, heat_map_picture(map));
  json const findings = strongest_findings(results);
  for (json const& one : findings) pages.add(headline_entry(one, "index.html"));
  if (!choices.empty() && !results.comparison.empty()) {
    std::string const problem = choices.front().at("problem");
    pages.write_file("guarded/choices.json",
                     in_lines({{problem, results.choices.at(problem)}}, 1) + "\n");
  }
  json const view = {{"papers", papers},
                     {"total", std::to_string(results.statements.size())},
                     {"problems", std::to_string(list_at(results.catalogue, "problems").size())},
                     {"methods", std::to_string(list_at(results.catalogue, "methods").size())},
                     {"claims", checked_claim(results)},
                     {"choices", choices},
                     {"compared", !map.empty()},
                     {"accepted_map", accepted_map(results, map)},
                     {"laboratory", !results.laboratory.empty()},
                     {"map", picture_of_map},
                     {"findings", findings},
                     {"count", std::to_string(results.findings.size())},
                     {"documents", documents},
                     {"accepted", !results.changes.empty()},
                     {"changes", std::to_string(list_at(results.changes, "changes").size())}};
  pages.write("index.html", "", "Rattleback", home_page, view);
}

}  // namespace rattleback::reports
