#include "reports/comparison/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/comparison/assessment.hpp"
#include "reports/results/manifest.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

std::string list_of(std::vector<std::string> const& parts, char const* between = ", ") {
  std::string text;
  for (std::string const& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

/// List of facts by name; facts without a value are omitted.
class Facts {
 public:
  void add(char const* name, std::string const& value) {
    if (!value.empty()) list_.push_back({{"name", name}, {"value", value}});
  }
  json const& list() const { return list_; }

 private:
  json list_ = json::array();
};

json promise_views(Cell const& cell) {
  json views = json::array();
  auto const add = [&](char const* mark, char const* kind, std::vector<std::string> const& list) {
    for (std::string const& text : list)
      views.push_back({{"mark", mark}, {"kind", kind}, {"text", text}});
  };
  add("✓", "kept", cell.kept);
  add("!", "broken", cell.broken);
  add("○", "open", cell.open);
  return views;
}

/// Returns the orders of the default starting procedure as text.
std::string orders_text(MethodResult const& method) {
  std::vector<std::string> parts;
  for (OrderRow const& row : method.orders) {
    if (!row.order || !std::isfinite(*row.order) || row.start != method.start) continue;
    std::string text = row.component + " " + two_decimals(*row.order);
    if (row.confidence && std::isfinite(*row.confidence))
      text += fmt::format("\u00a0± {:.2f}", *row.confidence);
    parts.push_back(text);
  }
  return list_of(parts);
}

/// Returns the row of one method on one problem, for the pages of both.
json pair_view(ProblemResult const& problem, MethodResult const& method) {
  Cell const cell = assess(&method);
  Structure const structure = method.structure.value_or(Structure{});
  return {{"problem", problem.id},
          {"problem_name", problem.name},
          {"method", method.id},
          {"method_name", method.name},
          {"family", method.family},
          {"kind", cell.kind},
          {"mark", cell.mark},
          {"words", cell.words},
          {"reason", method.applies() ? structure.reason : method.not_applicable_because},
          {"has_reason",
           !(method.applies() ? structure.reason : method.not_applicable_because).empty()},
          {"promises", promise_views(cell)},
          {"orders", orders_text(method)},
          {"energy", cell.energy},
          {"energy_sign", cell.energy_sign},
          {"constraint", shown(structure.constraint_violation)},
          {"gave_up", method.gave_up},
          {"reversibility", shown(structure.reversibility_defect)}};
}

json table_view(Table const& table, std::string const& problem) {
  json view = {{"id", table.id},
               {"problem_id", problem},
               {"columns", json::array()},
               {"rows", json::array()}};
  auto const kind = [&](std::size_t i) { return is_numeric(table, i) ? "number" : ""; };
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    view["columns"].push_back({{"heading", table.columns[i].heading}, {"class", kind(i)}});
  for (auto const& row : table.rows) {
    json cells = json::array();
    for (std::size_t i = 0; i < row.size(); ++i)
      cells.push_back({{"text", shown(row[i])}, {"class", kind(i)}});
    view["rows"].push_back({{"cells", cells}});
  }
  view["has_rows"] = !table.rows.empty();
  return view;
}

/// Numbered reasons why methods do not apply; the numbers serve print.
class Reasons {
 public:
  std::string number_of(std::string const& reason) {
    auto const found = std::find(reasons_.begin(), reasons_.end(), reason);
    std::size_t const at = found - reasons_.begin();
    if (found == reasons_.end()) reasons_.push_back(reason);
    return std::to_string(at + 1);
  }
  json list() const { return reasons_; }

 private:
  std::vector<std::string> reasons_;
};

/// Returns the full content of a cell as one line, its tooltip.
std::string hint(ProblemResult const& problem, MethodResult const& method, Cell const& cell) {
  std::string text = fmt::format("{} on {}: {}", method.name, problem.name, cell.words);
  if (!method.applies()) return text + ": " + method.not_applicable_because;
  if (method.structure && !method.structure->reason.empty())
    text += fmt::format(" ({})", method.structure->reason);
  if (!cell.broken.empty()) text += "; breaks: " + list_of(cell.broken);
  if (!cell.kept.empty()) text += "; satisfies: " + list_of(cell.kept);
  if (!cell.open.empty()) text += "; not measured: " + list_of(cell.open);
  if (!cell.energy.empty()) text += "; energy error: " + cell.energy;
  return text;
}

json cell_view(ProblemResult const& problem, std::string const& id, Reasons& reasons) {
  MethodResult const* const method = problem.method(id);
  Cell const cell = assess(method);
  json view = {{"problem", problem.id},
               {"method", id},
               {"kind", cell.kind},
               {"mark", cell.mark},
               {"order", cell.order},
               {"energy", cell.energy_sign},
               {"present", method != nullptr},
               {"hint", ""},
               {"reason_number", ""}};
  if (method == nullptr) return view;
  view["hint"] = hint(problem, *method, cell);
  if (!method->applies()) view["reason_number"] = reasons.number_of(method->not_applicable_because);
  return view;
}

/// Returns "error not finite", or the outcome of a failed run; empty for other runs.
std::string failure_of(WorkPoint const& run) {
  if (!is_success(run.outcome)) return run.outcome;
  auto const fails = [&](Quantity const& error) { return is_failure(run, error.value); };
  return std::any_of(errors.begin(), errors.end(), fails) ? "error not finite" : "";
}

/// Returns a row for each range of consecutive runs of a method with the same failure.
json failure_views(ProblemResult const& problem) {
  json views = json::array();
  for (MethodResult const* method : problem.methods_and_variants()) {
    auto const& runs = method->work;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      std::string const failure = failure_of(runs[i]);
      if (failure.empty()) continue;
      std::size_t last = i;
      while (last + 1 < runs.size() && failure_of(runs[last + 1]) == failure) ++last;
      std::string setting = runs[i].parameter + " = " + shown(runs[i].value);
      if (last > i) setting += " to " + shown(runs[last].value);
      views.push_back({{"method", method->name}, {"setting", setting}, {"outcome", failure}});
      i = last;
    }
  }
  return views;
}

/// True if runs succeed without a velocity error: the velocity is defined between the nodes.
bool has_velocities_between_nodes(MethodResult const& method) {
  return std::any_of(method.work.begin(), method.work.end(), [](WorkPoint const& run) {
    return failure_of(run).empty() && run.position_error && !run.velocity_error;
  });
}

json symbol_views(std::vector<Symbol> const& signs) {
  json views = json::array();
  for (Symbol const& sign : signs)
    if (*sign.mark != '\0')
      views.push_back({{"mark", sign.mark}, {"kind", sign.kind}, {"meaning", sign.meaning}});
  return views;
}

}  // namespace

json matrix_view(Problems const& problems) {
  auto const methods = methods_of(problems);
  json view = {{"problems", json::array()}, {"families", json::array()}};
  for (ProblemResult const& problem : problems)
    view["problems"].push_back({{"id", problem.id}, {"name", problem.name}});
  Reasons reasons;
  for (MethodResult const* method : methods) {
    json& families = view["families"];
    if (families.empty() || families.back().at("name") != method->family)
      families.push_back({{"name", method->family}, {"methods", json::array()}});
    json cells = json::array();
    for (ProblemResult const& problem : problems)
      cells.push_back(cell_view(problem, method->id, reasons));
    families.back()["methods"].push_back(
        {{"id", method->id}, {"name", method->name}, {"cells", cells}});
  }
  view["width"] = std::to_string(problems.size() + 1);
  std::string counts;
  for (Symbol const& sign : status_symbols) {
    long count = 0;
    for (json const& family : view["families"])
      for (json const& method : family.at("methods"))
        for (json const& cell : method.at("cells")) count += cell.at("kind") == sign.kind;
    if (count > 0)
      counts += fmt::format("{}{}: {}", counts.empty() ? "" : " · ", sign.meaning, count);
  }
  view["summary"] = fmt::format("{} problems, {} integrators.", problems.size(), methods.size());
  view["counts"] = counts;
  view["rules"] = assessment_rules;
  view["status_symbols"] = symbol_views(status_symbols);
  view["energy_symbols"] = symbol_views(energy_symbols);
  view["reasons"] = reasons.list();
  view["has_reasons"] = !view["reasons"].empty();
  return view;
}

json problem_view(ProblemResult const& problem, json const& figures) {
  json view = {{"problem_id", problem.id}, {"rules", assessment_rules}};
  Facts facts;
  facts.add("Case", problem.case_name);
  std::vector<std::string> parameters;
  for (auto const& [name, value] : problem.parameters) parameters.push_back(name + " = " + value);
  facts.add("Parameters", list_of(parameters));
  facts.add("Initial position", problem.q);
  facts.add("Initial velocity", problem.v);
  std::string reference = problem.reference_by;
  if (problem.reference_digits)
    reference += fmt::format(", certified to {:.3g} digits", *problem.reference_digits);
  if (problem.reference_time) reference += fmt::format(", at t = {:g}", *problem.reference_time);
  facts.add("Reference", reference);
  if (!problem.build.empty()) facts.add("CPU seconds", problem.build);
  view["facts"] = facts.list();

  view["advice"] = json::array();
  for (Advice const& advice : problem.advice)
    view["advice"].push_back({{"rule", advice.rule}, {"sentence", advice.sentence}});
  view["has_advice"] = !problem.advice.empty();

  for (std::string const kind : {"motion", "energy", "convergence", "work"})
    view[kind] = json::array();
  for (json const& figure : figures) {
    std::string const id = figure.at("id");
    double const screen_growth = 1.35;  // larger reading distance of screens
    view[figure.at("kind").get<std::string>()].push_back(
        {{"id", id},
         {"title", figure.at("title")},
         {"caption", figure.at("caption")},
         {"width", fmt::format("{:.2f}", figure.at("width").get<double>() * screen_growth)}});
  }
  view["has_energy_errors"] = !problem.energy.empty();
  view["energy_title"] = problem.driven ? "Balance of energy and work" : "Energy error";
  for (std::string const kind : {"motion", "energy", "convergence", "work"})
    view["has_" + kind] = !view[kind].empty();

  view["methods"] = json::array();
  view["refusals"] = json::array();
  for (MethodResult const& method : problem.methods)
    view[method.applies() ? "methods" : "refusals"].push_back(pair_view(problem, method));
  view["failures"] = failure_views(problem);
  std::vector<std::string> between_nodes;
  for (MethodResult const* method : problem.methods_and_variants())
    if (has_velocities_between_nodes(*method)) between_nodes.push_back(method->name);
  view["between_nodes"] = list_of(between_nodes);
  view["has_between_nodes"] = !between_nodes.empty();
  for (std::string const list : {"methods", "refusals", "failures"})
    view["has_" + list] = !view[list].empty();
  view["orders"] = table_view(orders_table(problem), problem.id);
  view["structure"] = table_view(structure_table(problem), problem.id);
  view["invariants_table"] = table_view(invariants_table(problem), problem.id);
  std::string sum;
  for (auto const& [name, weight] : problem.work_weights)
    sum += fmt::format("{}{:g} × {}", sum.empty() ? "" : " + ", weight, words_of_cost(name));
  view["work_sum"] = sum.empty() ? "not recorded here" : sum;
  return view;
}

json method_view(MethodResult const& method, Problems const& problems) {
  json view = {{"rules", assessment_rules}};
  Facts facts;
  facts.add("Family", method.family);
  facts.add("Start", method.start);
  facts.add("Step size", method.adaptive ? "adaptive, by tolerance" : "constant");
  view["facts"] = facts.list();
  json promises = json::array();
  if (method.promised_order.value_or(0.0) > 0.0)
    promises.push_back(fmt::format("order {:g}", *method.promised_order));
  if (method.promises_constraint)
    promises.push_back("preserves the constraint to rounding at every node");
  if (method.promises_reversible)
    promises.push_back("reversible under the problem's reversing symmetry");
  if (promises.empty()) promises.push_back("none that the comparison assesses");
  view["promises"] = promises;
  view["rows"] = json::array();
  view["refusals"] = json::array();
  for (ProblemResult const& problem : problems)
    if (MethodResult const* const here = problem.method(method.id))
      view[here->applies() ? "rows" : "refusals"].push_back(pair_view(problem, *here));
  for (std::string const list : {"rows", "refusals"}) view["has_" + list] = !view[list].empty();
  view["count"] = fmt::format("{} of {} problems", view["rows"].size(), problems.size());
  return view;
}

Table matrix_table(Problems const& problems) {
  Table table{"applicability",
              "Every problem through every integrator",
              {{"problem", "Problem"},
               {"method", "Method"},
               {"standing", "Assessment"},
               {"reason", "Reason"},
               {"order", "Observed order"},
               {"energy", "Energy error"}},
              {}};
  for (ProblemResult const& problem : problems)
    for (MethodResult const& method : problem.methods) {
      Cell const cell = assess(&method);
      std::string const failure = method.structure ? method.structure->reason : "";
      table.rows.push_back({problem.id, method.id, cell.words,
                            method.applies() ? failure : method.not_applicable_because, cell.order,
                            cell.energy});
    }
  return table;
}

}  // namespace rattleback::reports
