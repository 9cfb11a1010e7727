// rattleback converge: observed orders of convergence.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "experiments/measure/convergence.hpp"
#include "program/commands/commands.hpp"
#include "program/figures/picture_file.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/json.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/provenance.hpp"
#include "reports/comparison/panels.hpp"
#include "reports/drawing/layout/layout.hpp"

namespace rattleback {

namespace {
struct ConvergeOptions {
  ProblemArguments of;
  std::vector<std::string> integrators;
  std::optional<std::string> steps_per_unit, until, error, figure, width;
  bool json = false;
};

/// Returns the named methods, or all applicable ones with fixed steps.
std::vector<MethodEntry const*> chosen_methods(ProblemEntry const& problem,
                                               std::vector<std::string> const& ids) {
  std::vector<MethodEntry const*> methods;
  for (auto const& id : ids) {
    methods.push_back(&applicable_method(problem, id));
    if (std::count(methods.begin(), methods.end(), methods.back()) > 1)
      throw InvalidInput(fmt::format("{} is given twice; allowed: once", id));
  }
  if (ids.empty())
    for (auto const& method : problem.methods)
      if (method.not_applicable_because.empty() && !method.card.adaptive)
        methods.push_back(&method);
  return methods;
}

Json json_of(Convergence const& c, std::optional<double> error) {
  std::vector<Json> orders;
  for (auto const& o : c.orders) {
    JsonObject order;
    order.add("component", o.component)
        .add("errors", o.errors)
        .add("order", o.order)
        .add("confidence", o.confidence)
        .add("points", o.points)
        .add("promised", o.promised);
    if (error) order.add("step_for_error", step_for(c.steps, o.errors, *error));
    orders.push_back(order);
  }
  return JsonObject()
      .add("integrator", c.method)
      .add("start", c.start)
      .add("time", c.time)
      .add("steps", c.steps)
      .add("orders", orders)
      .add("kinks", kinks_in_words(c.kinks))
      .add("reference_digits", c.reference_digits)
      .add("reference_by", c.reference_by)
      .add("refusal", c.not_applicable_because);
}

/// Formats an order as "2.003 +- 0.010", or the reason why there is no slope.
std::string order_words(ObservedOrder const& o) {
  if (o.promised > 0 && o.order < 0.5) return "not convergent";
  if (std::isfinite(o.order)) return fmt::format("{:.3f} +- {:<5.3f}", o.order, o.confidence);
  if (!std::all_of(o.errors.begin(), o.errors.end(), [](double e) { return std::isfinite(e); }))
    return "a run failed";
  return o.points == 0 ? "exact" : "too few points";
}

void print_table(Convergence const& c, std::optional<double> error) {
  fmt::print("{}, start {}\n", c.method, c.start);
  if (!c.not_applicable_because.empty()) {
    fmt::print("  not measured: {}\n", formulas::plain_prose(c.not_applicable_because));
    return;
  }
  std::size_t width = std::string_view("component").size();
  for (auto const& o : c.orders) width = std::max(width, o.component.size());
  fmt::print("  {:<{}} {:>16} {:>8} {:>6}   errors at h = {:.4g}\n", "component", width, "order",
             "promised", "points", fmt::join(c.steps, ", "));
  bool exact = false;
  for (auto const& o : c.orders) {
    auto const order = order_words(o);
    exact = exact || order == "exact";
    fmt::print("  {:<{}} {:>16} {:>8} {:>6}   {:.3e}\n", o.component, width, order,
               o.promised > 0 ? decimal(o.promised) : "-", o.points, fmt::join(o.errors, ", "));
  }
  if (error)
    for (auto const& o : c.orders) {
      double const step = step_for(c.steps, o.errors, *error);
      fmt::print(
          "  {} to {:g} up to t = {:g}: {}\n", o.component, *error, c.time,
          std::isnan(step) ? "not reached with these steps" : fmt::format("h = {:.3g}", step));
    }
  for (auto const& sentence : kinks_in_words(c.kinks)) fmt::print("  {}\n", sentence);
  if (exact) fmt::print("  exact: all errors are rounding errors\n");
  fmt::print("  reference to {:.1f} digits by {}\n", c.reference_digits, c.reference_by);
}

/// Formats the orders of a method in the drawn components as ": order 2.00, 1.99".
std::string orders_in_legend(Convergence const& c, std::set<std::string> const& drawn) {
  std::vector<std::string> words;
  for (auto const& o : c.orders) {
    if (!drawn.contains(o.component)) continue;
    double const shown = std::round(100 * o.order) / 100 + 0.0;  // adding 0 turns -0 into 0
    words.push_back(std::isfinite(o.order) ? fmt::format("{:.2f}", shown) : order_words(o));
  }
  return words.empty() ? "" : fmt::format(": order {}", fmt::join(words, ", "));
}

/// Returns the components whose errors exceed rounding for some method; all if there are none.
std::set<std::string> drawn_components(std::vector<Convergence> const& results) {
  std::set<std::string> all, inexact;
  for (auto const& c : results)
    for (auto const& o : c.orders) {
      all.insert(o.component);
      if (order_words(o) != "exact") inexact.insert(o.component);
    }
  return inexact.empty() ? all : inexact;
}

/// Returns the results that a figure can tell apart: all, or of many the first start of each
/// method.
std::vector<Convergence> shown_in_figure(std::vector<Convergence> results) {
  std::size_t const most = 12;
  std::set<std::string> methods;
  if (results.size() > most)
    std::erase_if(results, [&](auto const& c) { return !methods.insert(c.method).second; });
  return results;
}

/// Returns the label of each result in the legend: the method, its start if it has several, and, if
/// there is room in `width` inches for all labels, the orders in the order of the panels.
std::vector<std::string> labels_of(std::vector<Convergence> const& results,
                                   std::set<std::string> const& drawn, double width) {
  std::map<std::string, long> starts;
  for (auto const& c : results) ++starts[c.method];
  std::vector<std::string> labels, with_orders;
  bool fits = true;
  for (auto const& c : results) {
    labels.push_back(starts[c.method] > 1 ? fmt::format("{}, {}", c.method, c.start) : c.method);
    with_orders.push_back(labels.back() + orders_in_legend(c, drawn));
    fits = fits && reports::legend_text_fits(with_orders.back(), width);
  }
  return fits ? with_orders : labels;
}

/// Returns a panel for each drawn component: errors of all methods against steps.
nlohmann::json panels_of(reports::Sheet& sheet, std::vector<Convergence> const& all, double width) {
  auto const results = shown_in_figure(all);
  auto const drawn = drawn_components(results);
  auto const labels = labels_of(results, drawn, width);
  std::vector<std::string> components;
  std::map<std::string, std::vector<reports::MethodCurve>> curves;
  for (std::size_t k = 0; k < results.size(); ++k)
    for (auto const& o : results[k].orders) {
      if (!drawn.contains(o.component)) continue;
      reports::MethodCurve curve{labels[k], o.component, {}};
      for (std::size_t i = 0; i < o.errors.size(); ++i)
        curve.points.push_back({results[k].steps[i], o.errors[i], !std::isfinite(o.errors[i])});
      if (curves[o.component].empty()) components.push_back(o.component);
      curves[o.component].push_back(curve);
    }
  reports::Diagram diagram{"Step h", "Error (maximum norm)"};
  diagram.behind = false;
  diagram.whole = true;
  auto panels = nlohmann::json::array();
  for (auto const& component : components)
    for (auto& panel : reports::panels_by_family(sheet, diagram, curves.at(component)))
      panels.push_back(std::move(panel));
  return panels;
}

int converge(ConvergeOptions const& options) {
  auto const& problem = find_problem(options.of.problem);
  auto const methods = chosen_methods(problem, options.integrators);
  auto const steps = options.steps_per_unit ? parse_steps_per_unit(*options.steps_per_unit)
                                            : default_steps_per_unit();
  auto const setting = options.of.setting();
  double const until =
      options.until ? static_cast<double>(parse_positive(*options.until, "--until")) : 0;
  std::optional<double> error;
  if (options.error) error = static_cast<double>(parse_positive(*options.error, "--error"));
  std::vector<std::pair<MethodEntry const*, std::string>> runs;
  for (auto const* method : methods)
    for (auto const& start : method->card.starts)
      if (start.name != "pair")
        runs.emplace_back(method, start.name);  // needs a second point from the user

  double width = 3.4;  // inches: one column of a journal
  std::optional<PictureFile> picture;
  if (auto const request = figure_request(options.figure, {}, options.width)) {
    width = request->width.value_or(width);
    picture.emplace(request->file, width);
  }
  std::vector<Convergence> results;
  {
    Progress progress("orders on " + problem.card.id);
    for (auto const& [method, start] : runs) {
      progress(static_cast<double>(results.size()) / static_cast<double>(runs.size()));
      results.push_back(observed_orders(problem, *method, start, steps, setting, {}, until));
    }
  }
  if (picture) picture->finish(panels_of(picture->sheet(), results, width));
  if (!options.json) {
    fmt::print("Observed orders on {}\n", problem.card.id);
    for (auto const& result : results) print_table(result, error);
    return 0;
  }
  std::vector<Json> objects;
  for (auto const& result : results) objects.push_back(json_of(result, error));
  print_result(JsonObject()
                   .add("problem", problem.card.id)
                   .add("steps_per_unit", steps)
                   .add("results", objects));
  return 0;
}

}  // namespace

void add_converge(CommandLine& line) {
  auto const o = std::make_shared<ConvergeOptions>();
  auto& verb = line.verb("converge", "Measure observed orders of methods, component by component",
                         [o] { return converge(*o); });
  o->of.declare_all(verb);
  verb.arguments("INTEGRATOR", o->integrators,
                 "Methods (default: all applicable ones with fixed steps)");
  verb.shared("--steps-per-unit", o->steps_per_unit);
  verb.option("--until", "T", o->until, "Time of the errors (default: one unit of time)");
  verb.option("--error", "E", o->error, "Print the step size with this error for each component");
  verb.shared("--figure", o->figure);
  verb.shared("--width", o->width);
  verb.shared("--json", o->json);
}

}  // namespace rattleback
