#include "reports/site/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "generated/site_texts.hpp"
#include "reports/comparison/comparison.hpp"
#include "reports/comparison/view.hpp"
#include "reports/files/files.hpp"
#include "reports/files/json_fields.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/formula.hpp"
#include "reports/site/motion.hpp"
#include "reports/site/studies.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

std::string joined(std::vector<std::string> const& parts, char const* between = ", ") {
  return fmt::format("{}", fmt::join(parts, between));
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

std::string short_numbers(std::vector<double> const& values) {
  std::vector<std::string> parts;
  for (double const value : values) parts.push_back(short_number(value));
  return joined(parts);
}

/// Adds a fact by name unless its value is empty.
void add_fact(json& facts, char const* name, std::string const& value) {
  if (!value.empty()) facts.push_back({{"name", name}, {"value", value}});
}

json link(std::string const& name, std::string const& address) {
  return {{"name", name}, {"address", address}};
}

json case_views(json const& card) {
  json views = json::array();
  for (json const& one : records_at(card, "cases")) {
    std::vector<std::string> parameters;
    for (auto const& [name, value] : object_at(one, "parameters").items())
      parameters.push_back(
          fmt::format("{} = {}", name, short_number(to_double(value, "parameters"))));
    // A template shows a section for an empty text, but not for false.
    auto const or_false = [](std::string const& text) {
      return text.empty() ? json(false) : json(text);
    };
    views.push_back({{"name", text_at(one, "name")},
                     {"note", or_false(text_at(one, "note"))},
                     {"parameters", or_false(joined(parameters))},
                     {"q", short_numbers(numbers_at(one, "q"))},
                     {"v", short_numbers(numbers_at(one, "v"))}});
  }
  return views;
}

/// Adds the flag "has_..." of each list of a problem's or a method's page.
void flag_lists(json& view, std::initializer_list<char const*> lists) {
  for (char const* list : lists) view[std::string("has_") + list] = !view[list].empty();
}

class Catalogue {
 public:
  Catalogue(Results const& results, Pages& pages) : results_(results), pages_(pages) {
    for (json const& card : records_at(results.catalogue, "problems"))
      problems_.emplace_back(required_text_at(card, "id"), card);
    for (json const& card : records_at(results.catalogue, "methods"))
      methods_.emplace_back(required_text_at(card, "id"), card);
    for (ProblemResult const& problem : results.comparison)
      if (card_of(problems_, problem.id).is_null())
        problems_.emplace_back(problem.id, card_of(problem));
    for (MethodResult const* method : methods_of(results.comparison))
      if (card_of(methods_, method->id).is_null())
        methods_.emplace_back(method->id, json{{"id", method->id},
                                               {"name", method->name},
                                               {"source", method->source},
                                               {"applies_to", method->applies_to}});
  }

  void write() {
    write_lists();
    for (auto const& [id, card] : problems_) write_problem(id, card);
    for (auto const& [id, card] : methods_) write_method(id, card);
    json view = results_.comparison.empty() ? json::object() : matrix_view(results_.comparison);
    view["compared"] = !results_.comparison.empty();
    pages_.write("site/comparison.html", "Comparison", "Every problem through every integrator",
                 comparison_page, view);
  }

 private:
  using Cards = std::vector<std::pair<std::string, json>>;

  static json card_of(Cards const& cards, std::string const& id) {
    for (auto const& [known, card] : cards)
      if (known == id) return card;
    return nullptr;
  }

  /// Returns the card data in a comparison, for a problem that the catalogue lacks.
  static json card_of(ProblemResult const& problem) {
    return {{"id", problem.id},
            {"name", problem.name},
            {"lagrangian", problem.lagrangian},
            {"constraints", problem.constraints},
            {"space", problem.space},
            {"coordinates", problem.coordinates},
            {"velocities", problem.velocities},
            {"invariants", problem.invariants},
            {"ensemble_starts", problem.ensemble_starts},
            {"source", problem.source}};
  }

  ProblemResult const* compared(std::string const& id) const {
    for (ProblemResult const& problem : results_.comparison)
      if (problem.id == id) return &problem;
    return nullptr;
  }

  std::string method_name(std::string const& id) const {
    json const card = card_of(methods_, id);
    return card.is_null() ? id : text_at(card, "name");
  }
  std::string problem_name(std::string const& id) const {
    json const card = card_of(problems_, id);
    return card.is_null() ? id : text_at(card, "name");
  }

  void write_lists() {
    json problems = json::array(), methods = json::array();
    for (auto const& [id, card] : problems_)
      problems.push_back({{"id", id},
                          {"name", text_at(card, "name")},
                          {"address", problem_address(id)},
                          {"space", text_at(card, "space")},
                          {"constraints", joined(texts_at(card, "constraints"), "; ")},
                          {"source", text_at(card, "source")},
                          {"compared", compared(id) != nullptr}});
    for (auto const& [id, card] : methods_)
      methods.push_back({{"id", id},
                         {"name", text_at(card, "name")},
                         {"address", method_address(id)},
                         {"applies_to", text_at(card, "applies_to")},
                         {"source", text_at(card, "source")}});
    pages_.write("site/problems.html", "Problems", "Problems", problems_page,
                 {{"problems", problems},
                  {"count", std::to_string(problems.size())},
                  {"any", !problems.empty()}});
    pages_.write("site/methods.html", "Methods", "Methods", methods_page,
                 {{"methods", methods},
                  {"count", std::to_string(methods.size())},
                  {"any", !methods.empty()}});
  }

  void write_problem(std::string const& id, json const& card) {
    json view = {{"id", id}, {"name", text_at(card, "name")}};
    view["lagrangian"] = formula(text_at(card, "lagrangian"));
    view["constraints"] = json::array();
    for (std::string const& constraint : texts_at(card, "constraints"))
      view["constraints"].push_back(formula(constraint));
    // Equations of a body on a curved surface have dozens of abbreviations and are omitted.
    auto const motion = texts_at(card, "equations_of_motion");
    std::size_t const most_lines = texts_at(card, "velocities").size() + 8;
    view["motion"] = json::array();
    if (motion.size() <= most_lines)
      for (std::string const& equation : motion) view["motion"].push_back(formula(equation));
    json& facts = view["facts"] = json::array();
    add_fact(facts, "Configuration space", text_at(card, "space"));
    add_fact(facts, "Driven", text_at(card, "driven"));
    add_fact(facts, "Force", joined(texts_at(card, "forces")));
    add_fact(facts, "Coordinates", joined(texts_at(card, "coordinates")));
    add_fact(facts, "Velocities", joined(texts_at(card, "velocities")));
    auto invariants = texts_at(card, "invariants");
    if (std::find(invariants.begin(), invariants.end(), "energy") == invariants.end())
      invariants.insert(invariants.begin(), text_at(card, "driven").empty()
                                                ? "energy"
                                                : "energy, in balance with the work");
    add_fact(facts, "Conserved", joined(invariants));
    add_fact(facts, "Reversing symmetry", text_at(card, "reversing_symmetry"));
    add_fact(facts, "Invariant measure", text_at(card, "invariant_measure"));
    add_fact(facts, "Closed form", text_at(card, "exact_solution"));
    add_fact(facts, "Source", text_at(card, "source"));
    add_fact(facts, "Initial conditions of ensembles", text_at(card, "ensemble_starts"));
    view["parameters"] =
        records_in_words(records_at(card, "parameters"), {"name", "meaning", "default", "allowed"});
    view["cases"] = case_views(card);
    view["studies"] = studies_using(results_, "problem", id);
    view["findings"] = findings_with(results_, "problem", id);
    view["methods"] = json::array();
    for (std::string const& method : texts_at(card, "integrators"))
      view["methods"].push_back(link(method_name(method), method_address(method)));
    view["refused"] = json::array();
    for (auto const& [method, reason] : object_at(card, "refused_integrators").items())
      view["refused"].push_back({{"name", method_name(method)},
                                 {"address", method_address(method)},
                                 {"reason", scalar_in_words(reason)}});
    flag_lists(view, {"parameters", "cases", "studies", "findings", "methods", "refused"});
    ProblemResult const* const result = compared(id);
    view["compared"] = result != nullptr;
    if (result != nullptr) {
      view["comparison"] = problem_view(*result, comparison_figures(*result, results_.folder));
      pages_.write_data(fmt::format("site/problems/{}.curves.js", id), "rattlebackCurves",
                        curve_data(*result));
      json const motion = motion_data(*result);
      view["moves"] = !motion.is_null();
      if (!motion.is_null())
        pages_.write_data(fmt::format("site/problems/{}.motion.js", id), "rattlebackMotion",
                          script_literal(motion));
    }
    pages_.write(problem_address(id), "Problems", view["name"], problem_page, view);
    pages_.add(problem_entry(card));
  }

  void write_method(std::string const& id, json const& card) {
    json view = {{"id", id}, {"name", text_at(card, "name")}};
    view["equations"] = json::array();
    std::string const equations = text_at(card, "equations");
    for (std::size_t at = 0; at < equations.size();) {
      std::size_t const end = std::min(equations.find("; ", at), equations.size());
      view["equations"].push_back(formula(equations.substr(at, end - at)));
      at = end + 2;
    }
    json& facts = view["facts"] = json::array();
    add_fact(facts, "Source", text_at(card, "source"));
    add_fact(facts, "Applies to", text_at(card, "applies_to"));
    view["promises"] = promises_of(card);
    view["starts"] = json::array();
    for (json const& start : records_at(card, "starts")) {
      auto const order = [&](char const* key) {
        double const value = number_at(start, key).value_or(0);
        return value > 0 ? short_number(value) : std::string("none promised");
      };
      view["starts"].push_back({{"name", text_at(start, "name")},
                                {"order", order("order")},
                                {"multiplier_order", order("multiplier_order")}});
    }
    view["options"] =
        records_in_words(records_at(card, "options"), {"name", "meaning", "default", "allowed"});
    view["known_limits"] =
        records_in_words(records_at(card, "known_limits"), {"sentence", "reference"});
    view["problems"] = json::array();
    for (std::string const& problem : texts_at(card, "problems"))
      view["problems"].push_back(link(problem_name(problem), problem_address(problem)));
    view["studies"] = studies_using(results_, "method", id);
    view["findings"] = findings_with(results_, "method", id);
    flag_lists(view, {"equations", "promises", "starts", "options", "known_limits", "problems",
                      "studies", "findings"});
    MethodResult const* found = nullptr;
    for (MethodResult const* method : methods_of(results_.comparison))
      if (method->id == id) found = method;
    view["compared"] = found != nullptr;
    if (found != nullptr) view["comparison"] = method_view(*found, results_.comparison);
    pages_.write(method_address(id), "Methods", view["name"], method_page, view);
    pages_.add(method_entry(card));
  }

  static json promises_of(json const& card) {
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

  Results const& results_;
  Pages& pages_;
  Cards problems_, methods_;
};

}  // namespace

void write_catalogue(Results const& results, Pages& pages) {
  understood(results.folder / "catalogue.json", [&] { Catalogue(results, pages).write(); });
}

}  // namespace rattleback::reports
