// Data of the interactive curves of a problem's page.

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/comparison/view.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Rounds to a few digits, as shown under the pointer.
json value_of(Number number, int digits = 3) {
  return number && std::isfinite(*number) ? json(rounded(*number, digits)) : json(nullptr);
}

constexpr int digits_of_errors = 2;

json values(std::vector<double> const& numbers, int digits = 3) {
  json list = json::array();
  for (double const number : numbers) list.push_back(value_of(number, digits));
  return list;
}

/// Returns the larger of each pair of numbers, of times the second; NaN if one is.
std::vector<double> larger_of_pairs(std::vector<double> const& numbers) {
  std::vector<double> half;
  for (std::size_t i = 1; i < numbers.size(); i += 2)
    half.push_back(std::isnan(numbers[i - 1]) ? NAN : std::max(numbers[i], numbers[i - 1]));
  return half;
}

/// Returns errors as hundredths of their decimal logarithms, which are short; "0" for no error.
json logarithms(std::vector<double> const& errors) {
  json list = json::array();
  for (double const error : errors)
    list.push_back(!std::isfinite(error) ? json(nullptr)
                   : error > 0           ? json(std::lround(100 * std::log10(error)))
                                         : json("0"));
  return list;
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

/// Returns the runs of a sweep as columns by name, which compress better than rows; `failed`: ids
/// of the errors that are not finite.
json columns_of(std::vector<WorkPoint> const& runs, bool is_variant) {
  json columns;
  for (WorkPoint const& run : runs) {
    columns["parameter"].push_back(run.parameter);
    columns["value"].push_back(value_of(run.value));
    columns["outcome"].push_back(run.outcome.empty() ? "ok" : run.outcome);
    // Variants have the two costs that are compared, without their parts.
    for (Quantity const& cost : costs)
      if (!is_variant || cost.value == &WorkPoint::work || cost.value == &WorkPoint::cpu_seconds)
        columns[cost.id].push_back(
            value_of(run.*cost.value, cost.value == &WorkPoint::cpu_seconds ? 2 : 9));
    json failed = json::array();
    for (Quantity const& error : errors) {
      columns[error.id].push_back(value_of(run.*error.value, digits_of_errors));
      if (is_failure(run, error.value)) failed.push_back(error.id);
    }
    columns["failed"].push_back(failed);
  }
  return columns;
}

}  // namespace

json curve_data(ProblemResult const& problem, std::vector<std::string> const& first) {
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
                    {"name", other_start ? method.id + ", " + row.start : method.id},
                    {"steps", row.steps},
                    {"errors", values(row.errors, digits_of_errors)}};
      curve.update(common);
      auto const start = std::find(starts.begin(), starts.end(), row.start);
      curve["dash"] = start - starts.begin();  // dashes distinguish starting procedures of a method
      if (start == starts.end()) starts.push_back(row.start);
      if (other_start) curve["extra"] = true;
      convergence.push_back(curve);
    }
    if (method.work.empty()) continue;
    work.push_back({{"name", method.id}, {"runs", columns_of(method.work, !method.of.empty())}});
    work.back().update(common);
  }
  for (EnergyError const& entry : problem.energy) {
    MethodResult const* const method = problem.method(entry.method);
    if (method == nullptr) continue;
    // The screen shows the largest error in each of a hundred parts; the files have two hundred.
    bool const halve = entry.times.size() >= 200;
    energy.push_back(
        {{"method", method->id},
         {"name", method->id},
         {"family", method->family},
         {"look", looks.at(method->id)},
         {"class", method->structure ? method->structure->energy.kind : ""},
         {"times", values(halve ? larger_of_pairs(entry.times) : entry.times)},
         {"errors", logarithms(halve ? larger_of_pairs(entry.errors) : entry.errors)}});
  }
  return {{"first", first},
          {"components", components_of(problem)},
          {"convergence", convergence},
          {"costs", quantities(costs, problem)},
          {"errors", quantities(errors, problem)},
          {"work", work},
          {"energy", energy},
          {"tables",
           {methods_data(problem, true), methods_data(problem, false),
            table_data(structure_table(problem)), table_data(invariants_table(problem))}}};
}

}  // namespace rattleback::reports
