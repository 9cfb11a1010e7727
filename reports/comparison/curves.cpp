// Data of the interactive curves of a problem's page.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "reports/comparison/view.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Rounds to five digits, enough for a plot; the tables have all digits.
json value_of(Number number) {
  if (!number || !std::isfinite(*number)) return nullptr;
  return std::strtod(fmt::format("{:.5g}", *number).c_str(), nullptr);
}

json quantities(std::vector<Quantity> const& list, ProblemResult const& problem) {
  json views = json::array();
  for (Quantity const& quantity : list) {
    views.push_back({{"id", quantity.id},
                     {"label", quantity.label},
                     {"axis", quantity.axis()},
                     {"measured", is_measured(quantity, problem)}});
  }
  return views;
}

/// Converts a run into the numbers and texts of `run_columns`, a compact form for thousands of
/// runs.
json run_row(WorkPoint const& run) {
  json row = {run.parameter, value_of(run.value), run.outcome.empty() ? "ok" : run.outcome};
  for (Quantity const& cost : costs) row.push_back(value_of(run.*cost.value));
  for (Quantity const& error : errors) {
    row.push_back(value_of(run.*error.value));
    row.push_back(is_failure(run, error.value) ? 1 : 0);
  }
  return row;
}

json run_columns() {
  json names = {"parameter", "value", "outcome"};
  for (Quantity const& cost : costs) names.push_back(cost.id);
  for (Quantity const& error : errors) {
    names.push_back(error.id);
    names.push_back(fmt::format("{}_failed", error.id));
  }
  return names;
}

}  // namespace

std::string curve_data(ProblemResult const& problem) {
  json convergence = json::array(), work = json::array(), energy = json::array();
  std::map<std::string, json> looks;  // of each method, for all plots
  for (MethodResult const* one : problem.methods_and_variants()) {
    MethodResult const& method = *one;
    json const look = looks.size();
    looks[method.id] = look;
    json const common = {{"method", method.id},
                         {"family", method.family},
                         {"look", look},
                         {"extra", !method.of.empty()}};
    std::vector<std::string> starts{method.start};
    for (OrderRow const& row : method.orders) {
      bool const other_start = !row.start.empty() && row.start != method.start;
      json curve = {{"component", row.component},
                    {"promised", value_of(row.promised)},
                    {"order", value_of(row.order)},
                    {"confidence", value_of(row.confidence)},
                    {"name", other_start ? method.name + ", " + row.start : method.name},
                    {"steps", row.steps},
                    {"errors", json::array()}};
      for (double const error : row.errors) curve["errors"].push_back(value_of(error));
      curve.update(common);
      auto const start = std::find(starts.begin(), starts.end(), row.start);
      curve["dash"] = start - starts.begin();  // dashes distinguish starting procedures of a method
      if (start == starts.end()) starts.push_back(row.start);
      if (other_start) curve["extra"] = true;
      convergence.push_back(curve);
    }
    if (method.work.empty()) continue;
    json runs = json::array();
    for (WorkPoint const& run : method.work) runs.push_back(run_row(run));
    work.push_back({{"name", method.name}, {"runs", runs}});
    work.back().update(common);
  }
  for (EnergyError const& entry : problem.energy) {
    MethodResult const* const method = problem.method(entry.method);
    if (method == nullptr) continue;
    json values = json::array();
    for (double const error : entry.errors) values.push_back(value_of(error));
    energy.push_back({{"method", method->id},
                      {"name", method->name},
                      {"family", method->family},
                      {"look", looks.at(method->id)},
                      {"class", method->structure ? method->structure->energy.kind : ""},
                      {"times", entry.times},
                      {"errors", values}});
  }
  json const data = {{"components", components_of(problem)},
                     {"convergence", convergence},
                     {"costs", quantities(costs, problem)},
                     {"errors", quantities(errors, problem)},
                     {"run_columns", run_columns()},
                     {"work", work},
                     {"energy", energy}};
  // "<" is escaped because a text must not end the script element.
  std::string text;
  for (char const c : data.dump()) text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

}  // namespace rattleback::reports
