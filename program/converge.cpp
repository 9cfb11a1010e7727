// rattleback converge: observed orders.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/core/convergence.hpp"
#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/json.hpp"
#include "program/progress.hpp"

namespace rattleback {

namespace {
struct ConvergeOptions {
  std::string problem;
  std::vector<std::string> integrators, parameters;
  std::optional<std::string> case_name, steps_per_unit;
  bool json = false;
};

/// The named methods, or all applicable ones with fixed steps.
std::vector<MethodEntry const*> chosen_methods(ProblemEntry const& problem,
                                               std::vector<std::string> const& ids) {
  std::vector<MethodEntry const*> methods;
  for (auto const& id : ids) methods.push_back(&applicable_method(problem, id));
  if (ids.empty())
    for (auto const& method : problem.methods)
      if (method.refusal.empty() && !method.card.adaptive) methods.push_back(&method);
  return methods;
}

std::vector<long> chosen_steps(std::optional<std::string> const& text) {
  if (!text) return default_steps_per_unit();
  auto const steps = parse_counts(*text, "--steps-per-unit");
  if (steps.size() < 4)
    throw Misuse(fmt::format("--steps-per-unit wants at least 4 step counts, not {}: '{}'",
                             steps.size(), *text));
  return steps;
}

Json json_of(Convergence const& c) {
  std::vector<Json> orders;
  for (auto const& o : c.orders)
    orders.push_back(JsonObject()
                         .add("component", o.component)
                         .add("errors", o.errors)
                         .add("order", o.order)
                         .add("confidence", o.confidence)
                         .add("points", o.points)
                         .add("promised", o.promised));
  return JsonObject()
      .add("integrator", c.method)
      .add("start", c.start)
      .add("time", c.time)
      .add("steps", c.steps)
      .add("orders", orders)
      .add("reference_digits", c.reference_digits)
      .add("reference_by", c.reference_by)
      .add("refusal", c.refusal);
}

void print_table(Convergence const& c) {
  fmt::print("{}, start {}\n", c.method, c.start);
  if (!c.refusal.empty()) {
    fmt::print("  not measured: {}\n", c.refusal);
    return;
  }
  fmt::print("  {:<12} {:>16} {:>8} {:>6}   errors at h = {:.4g}\n", "component", "order",
             "promised", "points", fmt::join(c.steps, ", "));
  for (auto const& o : c.orders)
    fmt::print("  {:<12} {:>7.3f} +- {:<5.3f} {:>8} {:>6}   {:.3e}\n", o.component, o.order,
               o.confidence, o.promised > 0 ? decimal(o.promised) : "-", o.points,
               fmt::join(o.errors, ", "));
  fmt::print("  reference to {:.1f} digits by {}\n", c.reference_digits, c.reference_by);
}

int converge(ConvergeOptions const& options) {
  auto const& problem = find_problem(options.problem);
  auto const methods = chosen_methods(problem, options.integrators);
  auto const steps = chosen_steps(options.steps_per_unit);
  if (options.case_name == "") throw Misuse("--case names no case");
  Setting setting;
  setting.case_name = options.case_name.value_or("");
  setting.parameters = parse_parameters(options.parameters);
  std::vector<std::pair<MethodEntry const*, std::string>> runs;
  for (auto const* method : methods)
    for (auto const& start : method->card.starts)
      if (start.name != "pair") runs.emplace_back(method, start.name);  // that point is the user's

  std::vector<Convergence> results;
  {
    Progress progress("orders on " + problem.card.id);
    for (auto const& [method, start] : runs) {
      progress(static_cast<double>(results.size()) / static_cast<double>(runs.size()));
      results.push_back(observed_orders(problem, *method, start, steps, setting));
    }
  }
  if (!options.json) {
    fmt::print("Observed orders on {}\n", problem.card.id);
    for (auto const& result : results) print_table(result);
    return 0;
  }
  std::vector<Json> objects;
  for (auto const& result : results) objects.push_back(json_of(result));
  print(JsonObject()
            .add("problem", problem.card.id)
            .add("steps_per_unit", steps)
            .add("results", objects));
  return 0;
}

}  // namespace

void add_converge(CommandLine& line) {
  auto const o = std::make_shared<ConvergeOptions>();
  auto& verb = line.verb("converge", "Observed orders of methods, component by component",
                         [o] { return converge(*o); });
  verb.argument("PROBLEM", o->problem, "Problem, see `list problems`");
  verb.arguments("INTEGRATOR", o->integrators,
                 "Methods; without any, all that apply with fixed steps");
  verb.option("--case", "NAME", o->case_name,
              "Named parameters and start; the first is the default");
  verb.option("--set", "PARAMETER=VALUE", o->parameters, "Set a parameter; may be repeated");
  verb.option("--steps-per-unit", "A,B,C,D,..", o->steps_per_unit,
              "At least four numbers of steps per unit of time");
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
