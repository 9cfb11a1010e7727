#include <fmt/format.h>

#include <algorithm>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "base/files/number_text.hpp"
#include "base/files/packed.hpp"
#include "generated/site_texts.hpp"
#include "reports/comparison/view.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Returns the equations of a card, which a semicolon separates, as formulas.
json equation_views(json const& card) {
  json views = json::array();
  std::string const equations = text_at(card, "equations");
  for (std::size_t at = 0; at < equations.size();) {
    std::size_t const end = std::min(equations.find("; ", at), equations.size());
    views.push_back(formula(equations.substr(at, end - at)));
    at = end + 2;
  }
  return views;
}

json promises_of(json const& card) {
  json promises = json::array();
  if (flag_at(card, "reversible"))
    promises.push_back("reversible under the problem's reversing symmetry");
  if (flag_at(card, "keeps_constraint"))
    promises.push_back("preserves the constraints to rounding at every node");
  if (flag_at(card, "keeps_energy")) promises.push_back("preserves the energy to rounding");
  if (double const forces = number_at(card, "forces_per_step").value_or(0); forces > 0)
    promises.push_back(fmt::format("{:g} derivative{} of the Lagrangian per step", forces,
                                   forces == 1 ? "" : "s"));
  if (flag_at(card, "adaptive")) promises.push_back("adapts its step size");
  return promises;
}

json start_views(json const& card) {
  json views = json::array();
  for (json const& start : records_at(card, "starts")) {
    auto const order = [&](char const* key) {
      double const value = number_at(start, key).value_or(0);
      return value > 0 ? number_text(value) : std::string("none promised");
    };
    views.push_back({{"name", text_at(start, "name")},
                     {"order", order("order")},
                     {"multiplier_order", order("multiplier_order")}});
  }
  return views;
}

/// Long runs of a method over all problems to which it applies, from the heat map.
struct LongRuns {
  std::string family;
  bool is_explicit = false;
  std::size_t applies = 0, measured = 0, stay = 0, lost = 0;

  LongRuns(json const& map, std::string const& id) {
    json const& methods = records_at(map, "methods");
    auto const at =
        std::ranges::find(methods, id, [](json const& one) { return text_at(one, "id"); });
    if (at == methods.end()) return;
    family = text_at(*at, "family");
    is_explicit = std::ranges::count(list_at(*at, "tags"), json("explicit")) > 0;
    for (json const& row : list_at(map, "cells")) {
      json const& cell = row.at(at - methods.begin());
      if (!cell.is_array()) continue;
      std::string const kind = cell.at(0), trend = cell.at(2);
      bool const loses = kind == "lost" || kind == "failed";
      ++applies;
      measured += !trend.empty();
      stay += !loses && (trend == "exact" || trend == "bounded");
      lost += loses;
    }
  }
};

/// Returns a row of the table of methods.
json row_of(json const& map, std::string const& id, json const& card) {
  auto const starts = records_at(card, "starts");
  double const order = starts.empty() ? 0 : number_at(starts.front(), "order").value_or(0);
  LongRuns const runs(map, id);
  bool const adaptive = flag_at(card, "adaptive");
  json limits = json::array();
  for (json const& limit : records_at(card, "known_limits"))
    limits.push_back(rich_text(text_at(limit, "sentence")));
  std::size_t const applies = runs.applies > 0 ? runs.applies : texts_at(card, "problems").size();
  bool const known = runs.measured > 0;
  return {
      {"id", id},
      {"name", rich_text(text_at(card, "name"))},
      {"address", method_address(id)},
      {"family", runs.family},
      {"order", adaptive    ? "adaptive"
                : order > 0 ? number_text(order)
                            : "–"},
      {"order_key", adaptive ? "99" : number_text(order)},
      {"implicit", !known             ? "–"
                   : runs.is_explicit ? "explicit"
                                      : "implicit"},
      {"reversible", flag_at(card, "reversible") ? "yes" : "no"},
      {"constraint", flag_at(card, "keeps_constraint") ? "yes" : "no"},
      {"energy", !known ? "–"
                        : fmt::format("bounded {} of {}{}", runs.stay, runs.measured,
                                      runs.lost > 0 ? fmt::format(", lost {}", runs.lost) : "")},
      {"energy_key",
       known ? fmt::format("{:.3f}", double(runs.stay) / double(runs.measured)) : "-1"},
      {"applies", std::to_string(applies)},
      {"applies_to", formulas::plain_prose(text_at(card, "applies_to"))},
      {"limits", limits},
      {"source", formulas::plain_prose(text_at(card, "source"))}};
}

void write_method(Results const& results, Cards const& cards, std::string const& id,
                  json const& card, Pages& pages) {
  json view = {{"id", id},
               {"name", formulas::plain_prose(text_at(card, "name"))},
               {"heading", rich_text(text_at(card, "name"))},
               {"equations", equation_views(card)},
               {"laboratory", laboratory_with_method(results, card)}};
  json& facts = view["facts"] = json::array();
  add_fact(facts, "Source", text_at(card, "source"));
  add_fact(facts, "Applies to", text_at(card, "applies_to"));
  view["promises"] = promises_of(card);
  view["starts"] = start_views(card);
  view["options"] =
      records_in_words(records_at(card, "options"), {"name", "meaning", "default", "allowed"});
  for (json& option : view["options"]) option["meaning"] = rich_text(option.at("meaning"));
  view["known_limits"] =
      records_in_words(records_at(card, "known_limits"), {"sentence", "reference"});
  for (json& limit : view["known_limits"]) limit["sentence"] = rich_text(limit.at("sentence"));
  view["problems"] = json::array();
  for (std::string const& problem : texts_at(card, "problems"))
    view["problems"].push_back(
        {{"name", cards.problem_name(problem)}, {"address", problem_address(problem)}});
  view["studies"] = studies_using(results, "method", id);
  view["findings"] = findings_with(results, "method", id);
  MethodResult const* found = nullptr;
  for (MethodResult const* method : methods_of(results.comparison))
    if (method->id == id) found = method;
  view["compared"] = found != nullptr;
  if (found != nullptr) {
    view["comparison"] = method_view(*found, results.comparison);
    view["comparison"]["data"] =
        packed(json_text(json::array({problems_data(id, results.comparison, true),
                                      problems_data(id, results.comparison, false)})));
  }
  pages.write(method_address(id), "Methods", view["name"], method_page, view);
  pages.add(method_entry(card));
}

}  // namespace

void write_method_pages(Results const& results, Cards const& cards, Pages& pages) {
  json methods = json::array(), families = json::array();
  json const map = comparison_map(results);
  for (auto const& [id, card] : cards.methods()) {
    write_method(results, cards, id, card, pages);
    methods.push_back(row_of(map, id, card));
    std::string const family = methods.back().at("family");
    if (!family.empty() && std::find(families.begin(), families.end(), family) == families.end())
      families.push_back(family);
  }
  pages.write("site/methods.html", "Methods", "Methods", methods_page,
              {{"methods", methods},
               {"families", families},
               {"count", std::to_string(methods.size())},
               {"accepted_map", accepted_map(results, map)}});
}

json comparison_map(Results const& results) {
  if (results.comparison.empty()) return results.accepted_comparison;
  auto const first_method = [&](std::string const& problem) -> std::string {
    auto const found = results.choices.find(problem);
    if (found == results.choices.end()) return "";
    auto const& answers = records_at(found->second, "answers");
    if (answers.empty() || records_at(answers.back(), "methods").empty()) return "";
    return text_at(records_at(answers.back(), "methods").front(), "method");
  };
  return heat_map(results.comparison, first_method);
}

json accepted_map(Results const& results, json const& map) {
  return results.comparison.empty() && !map.empty() ? fields_in_words(map, {"measured", "origin"})
                                                    : json(false);
}

void write_comparison_page(Results const& results, Pages& pages) {
  json const map = comparison_map(results);
  json const &problems = records_at(map, "problems"), &methods = records_at(map, "methods");
  json view = {
      {"compared", !map.empty()},
      {"own", !results.comparison.empty()},
      {"accepted_map", accepted_map(results, map)},
      {"chosen", std::ranges::any_of(
                     problems, [](json const& one) { return !text_at(one, "first").empty(); })},
      {"rules", assessment_rules},
      {"summary", fmt::format("{} problems, {} methods.", problems.size(), methods.size())}};
  if (!map.empty()) pages.write_data("site/comparison.map.js", "rattlebackHeatMap", map);
  if (!results.comparison.empty())
    pages.write_file("guarded/comparison.json", in_lines(map, 2) + "\n");
  pages.write("site/comparison.html", "Comparison", "Which integrator for my system?",
              comparison_page, view);
}

}  // namespace rattleback::reports
