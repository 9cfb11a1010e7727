// rattleback compare: one problem through every integrator.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/comparison/comparison.hpp"
#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/progress.hpp"
#include "reports/manifest.hpp"

namespace rattleback {

namespace {

struct CompareOptions {
  std::string problem;
  std::vector<std::string> integrators;
  std::optional<std::string> output;
  bool json = false;
};

/// "4.1e-16", or "-" where there is no such number.
std::string short_number(double x) { return std::isnan(x) ? "-" : fmt::format("{:.1e}", x); }

/// The observed order of positions with the method's best start.
std::string order_of(MethodComparison const& m) {
  for (auto const& c : m.orders)
    if (c.start == m.start)
      for (auto const& o : c.orders)
        if (o.component == "positions" && o.points >= 4) return fmt::format("{:.2f}", o.order);
  return "-";
}

void print_summary(Comparison const& c) {
  fmt::print("{} (case {}): reference to {:.1f} digits by {}\n", c.problem.id, c.case_name,
             c.reference_digits, c.reference_by);
  fmt::print("  {:<28} {:>6} {:>10} {:>10} {:>8} {:>12} {:>10} {:>10}\n", "integrator", "order",
             "constraint", "reversal", "volume", "energy", "deviation", "error");
  for (auto const& m : c.methods) {
    if (!m.refusal.empty()) continue;
    auto const& s = m.structure;
    auto const energy = s.invariants.empty() ? "-" : s.invariants.front().words();
    fmt::print("  {:<28} {:>6} {:>10} {:>10} {:>8} {:>12} {:>10} {:>10}{}\n", m.card.id,
               order_of(m), short_number(s.constraint_violation),
               short_number(s.reversibility_defect), short_number(s.volume_defect), energy,
               s.invariants.empty() ? "-" : short_number(s.invariants.front().deviation),
               m.work.empty() ? "-" : short_number(m.work.back().position_error),
               s.outcome == Outcome::ok
                   ? ""
                   : fmt::format("   {} at step {}", name_of(s.outcome), s.failed_at));
  }
  fmt::print(
      "  order: of positions; constraint and energy: to t = {:g} with steps of 0.1 or tolerances "
      "1e-6;\n  error: of positions at t = {:g} in the finest run\n",
      c.long_run_time, c.reference_time);
  for (auto const& a : c.advice) fmt::print("{}\n", a.sentence);
}

int run_compare(CompareOptions const& options) {
  auto const& problem = find_problem(options.problem);
  for (auto const& id : options.integrators) applicable_method(problem, id);
  auto const comparison = [&] {
    Progress progress("comparison on " + problem.card.id);
    return compare(problem, options.integrators, [&](double part) { progress(part); });
  }();
  auto const text = to_json(comparison).dump(1) + "\n";
  if (options.output) {
    auto const folder = std::filesystem::path(*options.output) / "comparison";
    std::filesystem::create_directories(folder);
    write_atomically(folder / (problem.card.id + ".json"), text);
  }
  if (options.json)
    fmt::print("{}", text);
  else
    print_summary(comparison);
  return 0;
}

}  // namespace

void add_compare(CommandLine& line) {
  auto const o = std::make_shared<CompareOptions>();
  auto& verb = line.verb("compare", "One problem through every integrator: orders, structure, work",
                         [o] { return run_compare(*o); });
  verb.argument("PROBLEM", o->problem, "Problem, see `list problems`");
  verb.arguments("INTEGRATOR", o->integrators,
                 "Methods, or compose(METHOD,SCHEME); without any, all of the catalogue");
  verb.option("--output", "DIR", o->output, "Write DIR/comparison/PROBLEM.json for `report DIR`");
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
