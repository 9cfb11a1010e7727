#include "reports/comparison/view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/files/anchor.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

// ---- assessment of one method on one problem ----

// Orders: slack of the property tests (laws). Bounds on constraint and reversibility: rounding
// accumulated over a long run.
constexpr double order_slack = 0.15;
constexpr double constraint_bound = 1e-11;
constexpr double reversibility_bound = 1e-9;

/// Adds a line per start and promised order with the components that satisfy or break it. Fewer
/// than two usable points give no slope, hence no assessment.
void assess_orders(MethodResult const& method, Cell& cell) {
  std::map<std::pair<std::vector<std::string>*, std::string>, std::string> lines;
  std::vector<decltype(lines)::key_type> in_order;
  for (OrderRow const& row : method.orders) {
    if (!row.promised || *row.promised <= 0.0 || !row.order || !std::isfinite(*row.order)) continue;
    auto& list = *row.order >= *row.promised - order_slack ? cell.kept : cell.broken;
    auto const key = std::pair(&list, fmt::format("order {:g}{}", *row.promised,
                                                  row.start.empty() ? "" : ", start " + row.start));
    std::string& line = lines[key];
    if (line.empty()) in_order.push_back(key);
    line +=
        fmt::format("{}{} {}", line.empty() ? "" : ", ", row.component, two_decimals(*row.order));
  }
  for (auto const& key : in_order)
    key.first->push_back(fmt::format("{}: {}", key.second, lines.at(key)));
}

void assess_bounds(MethodResult const& method, Cell& cell) {
  auto const assess = [&](bool promised, char const* what, Number measured, double bound) {
    if (promised && measured)
      (*measured <= bound ? cell.kept : cell.broken)
          .push_back(fmt::format("{} ({:.1e})", what, *measured));
  };
  Structure const structure = method.structure.value_or(Structure{});
  assess(method.promises_constraint, "constraint preserved", structure.constraint_violation,
         constraint_bound);
  assess(method.promises_reversible, "reversible", structure.reversibility_defect,
         reversibility_bound);
}

/// Formats the energy error as "bounded, 2.1e-03 of the largest kinetic energy".
std::string energy_words(Drift const& energy) {
  if (energy.kind.empty() || energy.kind == "exact" || !energy.relative()) return energy.kind;
  std::string words = energy.trend;
  if (energy.lost_at) words = fmt::format("lost after t = {:g}, {}", *energy.lost_at, words);
  return words + fmt::format(", {:.1e} of the largest kinetic energy", *energy.relative());
}

bool failed(MethodResult const& method) {
  if (method.structure) return !is_success(method.structure->outcome);
  return !method.work.empty() &&
         std::none_of(method.work.begin(), method.work.end(),
                      [](WorkPoint const& run) { return is_success(run.outcome); });
}

/// Returns the first measured order of the default starting procedure.
std::string observed_order(MethodResult const& method) {
  for (OrderRow const& row : method.orders)
    if (row.start == method.start && row.order && std::isfinite(*row.order))
      return two_decimals(*row.order);
  return "";
}

/// Returns the ratio of the largest to the smallest work per unit step size over the sweep.
Number spread_of_work_per_step(MethodResult const& method) {
  double least = INFINITY, most = 0;
  for (WorkPoint const& run : method.work)
    if (is_success(run.outcome) && run.work && run.value) {
      double const per_step = *run.work * *run.value;
      least = std::min(least, per_step);
      most = std::max(most, per_step);
    }
  return most > 0 ? Number(most / least) : Number{};
}

/// Returns mark and meaning of a kind of assessment.
std::pair<char const*, char const*> look_of(std::string const& kind) {
  if (kind == "refused") return {"–", "does not apply"};
  if (kind == "failed") return {"✗", "fails on the long run"};
  if (kind == "lost") return {"≠", "loses the motion on the long run"};
  if (kind == "broken") return {"!", "runs, breaks a promise"};
  if (kind == "kept") return {"✓", "preserves all that it promises"};
  return {"○", "runs, no promise was measured"};
}

}  // namespace

char const* const assessment_rules =
    "A promise of an order holds if the observed order is at most 0.15 below it. A promise to "
    "preserve "
    "the constraint holds if no violation exceeds 1e-11 on the long run, before any projection. "
    "Reversibility holds if the reversed run misses the initial point by at most 1e-9. A promise "
    "that "
    "was not measured is not assessed. A method fails if its long run breaks down. It loses the "
    "motion if its energy error exceeds a tenth of the largest kinetic energy reached until then, "
    "or if its parasitic mode is predicted to hold a hundredth of it.";

Cell assess(MethodResult const& method) {
  Cell cell;
  if (method.applies()) {
    assess_orders(method, cell);
    assess_bounds(method, cell);
    cell.order = observed_order(method);
    Drift const energy = method.structure.value_or(Structure{}).energy;
    cell.energy = energy_words(energy);
    cell.kind = failed(method)          ? "failed"
                : energy.kind == "lost" ? "lost"
                : !cell.broken.empty()  ? "broken"
                : !cell.kept.empty()    ? "kept"
                                        : "ran";
  }
  std::tie(cell.mark, cell.words) = look_of(cell.kind);
  return cell;
}

bool is_explicit(Problems const& problems, std::string const& id) {
  int explicit_ones = 0, all = 0;
  for (ProblemResult const& problem : problems) {
    MethodResult const* const method = problem.method(id);
    if (problem.driven || method == nullptr || !method->structure) continue;
    if (method->adaptive) {
      ++all;
      explicit_ones += method->structure->newton_iterations_per_step.value_or(1) == 0;
    } else if (auto const spread = spread_of_work_per_step(*method)) {
      ++all;
      explicit_ones += *spread < 1.05;
    }
  }
  return 2 * explicit_ones > all;
}

// ---- results of one problem, of one method, and of all pairs ----

namespace {

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

/// Returns a table of pairs without rows: assessments, in the order of the energy deviation as
/// measured, or reasons why methods do not apply.
Table pairs(char const* id, char const* first, bool applies) {
  if (!applies) return {"refusals", "", {{"name", first}, {"reason", "Reason"}}, {}};
  return {id,
          "",
          {{"name", first},
           {"assessment", "Assessment"},
           {"order", "Order"},
           {"energy", "Energy deviation over the largest kinetic energy"},
           {"growth", "Growth"},
           {"constraint", "Constraint violation"},
           {"reversibility", "Reversibility defect"}},
          {}};
}

/// Returns the assessment with what breaks it: a failed run, broken promises.
std::string in_words(MethodResult const& method, Cell const& cell) {
  std::string words = cell.mark + " " + cell.words;
  auto const add = [&](std::string const& more) { words += "; " + more; };
  if (method.structure && !method.structure->reason.empty()) add(method.structure->reason);
  for (std::string const& broken : cell.broken) add("breaks " + broken);
  if (!method.gave_up.empty()) add(method.gave_up);
  return words;
}

std::vector<Entry> row_of(std::string const& name, MethodResult const& method) {
  if (!method.applies()) return {name, formulas::plain_prose(method.not_applicable_because)};
  Cell const cell = assess(method);
  Structure const s = method.structure.value_or(Structure{});
  return {name,
          in_words(method, cell),
          cell.order,
          s.energy.relative(),
          s.energy.growth(),
          s.constraint_violation,
          s.reversibility_defect};
}

/// Adds the page of each row.
json with_pages(Table const& table, char const* folder, json const& pages) {
  json data = table_data(table);
  data["folder"] = folder;
  data["pages"] = pages;
  return data;
}

}  // namespace

json problem_view(ProblemResult const& problem, json const& figures) {
  json view = {{"problem_id", problem.id}, {"rules", assessment_rules}};
  json& facts = view["facts"] = json::array();
  add_fact(facts, "Case", problem.case_name);
  std::vector<std::string> parameters;
  for (auto const& [name, value] : problem.parameters) parameters.push_back(name + " = " + value);
  add_fact(facts, "Parameters", fmt::format("{}", fmt::join(parameters, ", ")));
  add_fact(facts, "Initial position", problem.q);
  add_fact(facts, "Initial velocity", problem.v);
  std::string reference = problem.reference_by;
  if (problem.reference_digits)
    reference += fmt::format(", certified to {:.3g} digits", *problem.reference_digits);
  if (problem.reference_time) reference += fmt::format(", at t = {:g}", *problem.reference_time);
  add_fact(facts, "Reference", reference);
  add_fact(facts, "CPU seconds", problem.build);

  view["advice"] = json::array();
  for (Advice const& advice : problem.advice)
    view["advice"].push_back(
        {{"rule", rich_text(advice.rule)}, {"sentence", rich_text(advice.sentence)}});

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

  view["has_refusals"] = std::any_of(problem.methods.begin(), problem.methods.end(),
                                     [](MethodResult const& method) { return !method.applies(); });
  view["failures"] = failure_views(problem);
  std::vector<std::string> between_nodes;
  for (MethodResult const* method : problem.methods_and_variants())
    if (has_velocities_between_nodes(*method)) between_nodes.push_back(method->name);
  view["between_nodes"] = fmt::format("{}", fmt::join(between_nodes, ", "));
  view["has_between_nodes"] = !between_nodes.empty();
  view["has_invariants"] = !invariants_table(problem).rows.empty();
  std::string sum;
  for (auto const& [name, weight] : problem.work_weights)
    sum += fmt::format("{}{:g} × {}", sum.empty() ? "" : " + ", weight, words_of_cost(name));
  view["work_sum"] = sum.empty() ? "not recorded here" : sum;
  return view;
}

json method_view(MethodResult const& method, Problems const& problems) {
  json view = {{"rules", assessment_rules}};
  json& facts = view["facts"] = json::array();
  add_fact(facts, "Family", method.family);
  add_fact(facts, "Start", method.start);
  add_fact(facts, "Step size", method.adaptive ? "adaptive, by tolerance" : "constant");
  json promises = json::array();
  if (method.promised_order.value_or(0.0) > 0.0)
    promises.push_back(fmt::format("order {:g}", *method.promised_order));
  if (method.promises_constraint)
    promises.push_back("preserves the constraint to rounding at every node");
  if (method.promises_reversible)
    promises.push_back("reversible under the problem's reversing symmetry");
  if (promises.empty()) promises.push_back("none that the comparison assesses");
  view["promises"] = promises;
  std::size_t count = 0, compared = 0;
  for (ProblemResult const& problem : problems)
    if (MethodResult const* const here = problem.method(method.id)) {
      ++compared;
      count += here->applies();
    }
  view["has_rows"] = count > 0;
  view["has_refusals"] = count < compared;
  view["count"] = fmt::format("{} of {} problems", count, problems.size());
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
      Cell const cell = assess(method);
      std::string const failure = method.structure ? method.structure->reason : "";
      table.rows.push_back({problem.id, method.id, cell.words,
                            method.applies() ? failure : method.not_applicable_because, cell.order,
                            cell.energy});
    }
  return table;
}

json table_data(Table const& table) {
  json data = {{"id", table.id}, {"columns", json::array()}, {"rows", json::array()}};
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    data["columns"].push_back({table.columns[i].heading, is_numeric(table, i)});
  for (auto const& row : table.rows) {
    json cells = json::array();
    for (Entry const& entry : row) cells.push_back(shown(entry));
    data["rows"].push_back(cells);
  }
  return data;
}

json methods_data(ProblemResult const& problem, bool applies) {
  Table table = pairs("methods", "Method", applies);
  json pages = json::array();
  for (MethodResult const& method : problem.methods) {
    if (method.applies() != applies) continue;
    table.rows.push_back(row_of(method.id, method));
    pages.push_back(anchor(method.id));
  }
  return with_pages(table, "methods", pages);
}

json problems_data(std::string const& id, Problems const& problems, bool applies) {
  Table table = pairs("results", "Problem", applies);
  json pages = json::array();
  for (ProblemResult const& problem : problems) {
    MethodResult const* const method = problem.method(id);
    if (method == nullptr || method->applies() != applies) continue;
    table.rows.push_back(row_of(formulas::plain_prose(problem.name), *method));
    pages.push_back(problem.id);
  }
  return with_pages(table, "problems", pages);
}

}  // namespace rattleback::reports
