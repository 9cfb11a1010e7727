#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

#include "base/files/json_fields.hpp"
#include "base/files/number_text.hpp"
#include "generated/site_texts.hpp"
#include "reports/comparison/comparison.hpp"
#include "reports/comparison/view.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

std::string joined(std::vector<std::string> const& parts, char const* between = ", ") {
  return fmt::format("{}", fmt::join(parts, between));
}

std::string short_numbers(std::vector<double> const& values) {
  std::vector<std::string> parts;
  for (double const value : values) parts.push_back(number_text(value, 6));
  return joined(parts);
}

json case_views(json const& card) {
  json views = json::array();
  for (json const& one : records_at(card, "cases")) {
    std::vector<std::string> parameters;
    for (auto const& [name, value] : object_at(one, "parameters").items())
      parameters.push_back(inline_formula(name) + " = " +
                           number_text(to_double(value, "parameters"), 6));
    views.push_back({{"name", text_at(one, "name")},
                     {"default", views.empty()},
                     {"note", or_false(rich_text(text_at(one, "note")))},
                     {"parameters", or_false(joined(parameters))},
                     {"q", short_numbers(numbers_at(one, "q"))},
                     {"v", short_numbers(numbers_at(one, "v"))}});
  }
  return views;
}

/// Returns the text with the names of coordinates in it as formulas.
std::string with_coordinates(std::string const& text, std::vector<std::string> const& names) {
  if (names.empty()) return rich_text(text);
  std::regex const name(fmt::format(R"(\b({}|2 pi)\b)", fmt::join(names, "|")));
  std::string html, rest = text;
  for (std::smatch found; std::regex_search(rest, found, name); rest = found.suffix())
    html += rich_text(found.prefix()) + inline_formula(found.str());
  return html + rich_text(rest);
}

json facts_of(json const& card) {
  json facts = json::array();
  add_fact(facts, "Configuration space", formulas::space_in_dollars(text_at(card, "space")));
  add_fact(facts, "Driven", text_at(card, "driven"));
  if (auto const forces = joined(texts_at(card, "forces")); !forces.empty())
    facts.push_back({{"name", "Force"}, {"value", inline_formula(forces)}});
  facts.push_back(
      {{"name", "Coordinates"}, {"value", inline_formula(joined(texts_at(card, "coordinates")))}});
  facts.push_back(
      {{"name", "Velocities"}, {"value", inline_formula(joined(texts_at(card, "velocities")))}});
  auto invariants = texts_at(card, "invariants");
  if (std::find(invariants.begin(), invariants.end(), "energy") == invariants.end())
    invariants.insert(invariants.begin(), text_at(card, "driven").empty()
                                              ? "energy"
                                              : "energy, in balance with the work");
  add_fact(facts, "Conserved", joined(invariants));
  add_fact(facts, "Reversing symmetry", text_at(card, "reversing_symmetry"));
  add_fact(facts, "Invariant measure", text_at(card, "invariant_measure"));
  add_fact(facts, "Closed form", text_at(card, "exact_solution"));
  if (std::string const starts = text_at(card, "ensemble_starts"); !starts.empty())
    facts.push_back({{"name", "Initial conditions of ensembles"},
                     {"value", with_coordinates(starts, texts_at(card, "coordinates"))}});
  return facts;
}

/// Returns the answer of `choose` to one question, with the first methods of its table.
json choice_view(json const& answer) {
  constexpr std::size_t most = 5;
  auto const number = [](json const& record, char const* key) {
    auto const value = number_at(record, key);
    return value ? number_text(*value, 2) : std::string("–");
  };
  json view = {{"until", number(answer, "until")},
               {"error", number(answer, "error")},
               {"answer", rich_text(text_at(answer, "answer"))},
               {"best", json::array()}};
  for (json const& method : records_at(answer, "methods")) {
    if (view["best"].size() == most) break;
    bool const adaptive = !member(method, "tolerance").is_null();
    view["best"].push_back(
        {{"method", text_at(method, "method")},
         {"setting",
          (adaptive ? "tol " : "h = ") +
              number_text(number_at(method, adaptive ? "tolerance" : "step").value_or(0))},
         {"error", number(method, "error")},
         {"energy", number(method, "energy_error")},
         {"milliseconds", number_text(1e3 * number_at(method, "cpu_seconds").value_or(0))}});
  }
  return view;
}

/// Adds the answers of `choose`, with processor and date.
void add_choices(json& view, json const& choices) {
  view["choices"] = json::array();
  for (json const& answer : records_at(choices, "answers"))
    view["choices"].push_back(choice_view(answer));
  view["measured_on"] = machine_of(choices);
}

/// Returns the methods that the answers name first, in order, by the ids of the comparison.
std::vector<std::string> first_methods(Results const& results, std::string const& problem) {
  std::vector<std::string> first;
  auto const found = results.choices.find(problem);
  if (found == results.choices.end()) return first;
  for (json const& answer : records_at(found->second, "answers")) {
    std::size_t count = 0;
    for (json const& method : records_at(answer, "methods")) {
      std::string const id = text_at(method, "method");
      if (++count > 2) break;
      if (std::find(first.begin(), first.end(), id) == first.end()) first.push_back(id);
    }
  }
  return first;
}

/// Adds the mass matrix and the constraint matrix, if they need no abbreviations.
void add_matrices(json& view, json const& card, FormulaNames const& names) {
  view["matrices"] = json::array();
  auto const add = [&](char const* key, char const* name, char const* words, std::size_t count) {
    auto const rows = texts_at(card, key);
    std::size_t length = 0;
    for (std::string const& row : rows) length = std::max(length, row.size());
    constexpr std::size_t most = 160;  // characters that fit into a line of the page
    if (rows.size() != count || rows.empty() || length > most) return;
    view["matrices"].push_back({{"name", words}, {"formula", matrix_formula(name, rows, names)}});
  };
  add("mass_matrix", "M", "Mass matrix", names.velocities.size());
  add("constraint_matrix", "A", "Constraint matrix", texts_at(card, "constraints").size());
}

void add_equations(json& view, json const& card) {
  FormulaNames const names{texts_at(card, "coordinates"), texts_at(card, "velocities")};
  auto const shown_formula = [&](std::string const& text) {
    constexpr std::size_t most = 1500;  // characters: a third of a screen
    return text.size() <= most ? formula(text, names)
                               : fmt::format("{} characters: <code>rattleback show {}</code>",
                                             text.size(), text_at(card, "id"));
  };
  view["lagrangian"] = shown_formula(text_at(card, "lagrangian"));
  view["constraints"] = json::array();
  for (std::string const& constraint : texts_at(card, "constraints"))
    view["constraints"].push_back(shown_formula(constraint));
  add_matrices(view, card, names);
  auto const motion = texts_at(card, "equations_of_motion");
  view["motion_equations"] = json::array();
  // Equations of a body on a curved surface have dozens of abbreviations; `show` prints them.
  view["has_motion_equations"] = !motion.empty() && motion.size() <= names.velocities.size() + 24;
  if (view["has_motion_equations"])
    for (std::string const& equation : motion)
      view["motion_equations"].push_back(formula(equation, names));
  view["long"] = motion.size() > names.velocities.size() + 8;
}

void add_methods(Cards const& cards, json& view, json const& card) {
  view["methods"] = json::array();
  for (std::string const& method : texts_at(card, "integrators"))
    view["methods"].push_back(
        {{"name", cards.method_name(method)}, {"address", method_address(method)}});
  view["refused"] = json::array();
  for (auto const& [method, reason] : object_at(card, "refused_integrators").items())
    view["refused"].push_back({{"name", cards.method_name(method)},
                               {"address", method_address(method)},
                               {"reason", formulas::plain_prose(scalar_in_words(reason))}});
}

void add_comparison(Results const& results, json& view, std::string const& id, Pages& pages) {
  auto const found = std::find_if(results.comparison.begin(), results.comparison.end(),
                                  [&](ProblemResult const& one) { return one.id == id; });
  view["compared"] = found != results.comparison.end();
  view["moves"] = false;
  auto const choices = results.choices.find(id);
  add_choices(view, choices == results.choices.end() ? json::object() : choices->second);
  if (found == results.comparison.end()) return;
  view["comparison"] = problem_view(*found, comparison_figures(*found, results.folder));
  pages.write_data(fmt::format("site/problems/{}.curves.js", id), "rattlebackCurves",
                   curve_data(*found, first_methods(results, id)));
  json const motion = motion_data(*found);
  view["moves"] = !motion.is_null();
  if (!motion.is_null())
    pages.write_data(fmt::format("site/problems/{}.motion.js", id), "rattlebackMotion", motion);
}

void write_problem(Results const& results, Cards const& cards, std::string const& id,
                   json const& card, Pages& pages) {
  json view = {{"id", id},
               {"name", formulas::plain_prose(text_at(card, "name"))},
               {"heading", rich_text(text_at(card, "name"))},
               {"source", text_at(card, "source")},
               {"laboratory", laboratory_with_problem(results, card)}};
  add_equations(view, card);
  view["facts"] = facts_of(card);
  view["parameters"] =
      records_in_words(records_at(card, "parameters"), {"name", "meaning", "default", "allowed"});
  for (json& parameter : view["parameters"])
    parameter["meaning"] = rich_text(parameter.at("meaning"));
  view["cases"] = case_views(card);
  view["studies"] = studies_using(results, "problem", id);
  view["findings"] = findings_with(results, "problem", id);
  add_methods(cards, view, card);
  add_comparison(results, view, id, pages);
  pages.write(problem_address(id), "Problems", view["name"], problem_page, view);
  pages.add(problem_entry(card));
}

}  // namespace

void write_problem_pages(Results const& results, Cards const& cards, Pages& pages) {
  json problems = json::array();
  for (auto const& [id, card] : cards.problems()) {
    write_problem(results, cards, id, card, pages);
    json constraints = json::array();
    for (std::string const& constraint : texts_at(card, "constraints"))
      if (constraint.size() < 120) constraints.push_back(formula(constraint));
    problems.push_back({{"id", id},
                        {"name", rich_text(text_at(card, "name"))},
                        {"address", problem_address(id)},
                        {"space", rich_text(formulas::space_in_dollars(text_at(card, "space")))},
                        {"driven", text_at(card, "driven").empty() ? "no" : "yes"},
                        {"number", std::to_string(texts_at(card, "constraints").size())},
                        {"constraints", constraints},
                        {"source", text_at(card, "source")}});
  }
  pages.write("site/problems.html", "Problems", "Problems", problems_page,
              {{"problems", problems}, {"count", std::to_string(problems.size())}});
}

}  // namespace rattleback::reports
