// rattleback compare: one problem through every integrator.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/comparison/comparison.hpp"
#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/caller.hpp"
#include "program/commands.hpp"
#include "program/number.hpp"
#include "program/progress.hpp"
#include "program/provenance.hpp"
#include "reports/files/files.hpp"

namespace rattleback {

namespace {

struct CompareOptions {
  std::string problem;
  std::vector<std::string> integrators, parameters;
  std::optional<std::string> case_name, steps_per_unit, tolerances, columns, output;
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

/// A column of the printed table.
struct Column {
  std::string name;
  std::function<std::string(MethodComparison const&)> text;
  std::string meaning;
};

std::vector<Column> const& all_columns() {
  using M = MethodComparison;
  auto const energy = [](M const& m) { return m.structure.invariants.front(); };
  static std::vector<Column> const columns{
      {"order", order_of, "order: of positions"},
      {"constraint", [](M const& m) { return short_number(m.structure.constraint_violation); },
       "constraint: largest violation over the long run"},
      {"reversal", [](M const& m) { return short_number(m.structure.reversibility_defect); },
       "reversal: |R F R F z - z| of a step"},
      {"volume", [](M const& m) { return short_number(m.structure.volume_defect); },
       "volume: defect of a step against the stated density"},
      {"energy", [=](M const& m) { return energy(m).words(); }, "energy: growth over the long run"},
      {"deviation", [=](M const& m) { return short_number(energy(m).deviation); },
       "deviation: of the energy over the long run"},
      {"axis", [](M const& m) { return name_of(m.structure.axis.kind); },
       "axis: the energy where nothing protects it (docs/comparison.md)"},
      {"invariants",
       [](M const& m) {
         double largest = m.structure.invariants.size() > 1 ? 0 : std::nan("");
         // Once one of them is not a number, the largest is none.
         for (std::size_t k = 1; k < m.structure.invariants.size() && !std::isnan(largest); ++k)
           if (double const other = m.structure.invariants[k].deviation; !(other <= largest))
             largest = other;
         return short_number(largest);
       },
       "invariants: the same of the worst further one"},
      {"sensitivity", [](M const& m) { return short_number(m.structure.step_sensitivity); },
       "sensitivity: spread of scaled energy errors at neighbouring steps"},
      {"newton", [](M const& m) { return fmt::format("{:.1f}", m.structure.iterations_per_step); },
       "newton: iterations a step"},
      {"solver", [](M const& m) { return short_number(m.structure.solver_error); },
       "solver: what rounding and Newton's floor add in 20 steps"},
      {"error",
       [](M const& m) { return m.work.empty() ? "-" : short_number(m.work.back().position_error); },
       "error: of positions in the finest run"}};
  return columns;
}

/// Throws Misuse naming the nearest where there is no such column.
std::vector<Column> chosen_columns(std::optional<std::string> const& text) {
  auto const names = split_at_commas(
      text.value_or("order,constraint,reversal,volume,energy,deviation,axis,error"));
  std::vector<std::string> known;
  for (auto const& column : all_columns()) known.push_back(column.name);
  std::vector<Column> chosen;
  for (auto const& name : names) {
    auto const at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) throw_unknown("column", name, known);
    chosen.push_back(all_columns()[static_cast<std::size_t>(at - known.begin())]);
  }
  return chosen;
}

/// The methods that ran, each with those of its variants that ran long.
std::vector<MethodComparison> rows_of(Comparison const& c) {
  std::vector<MethodComparison> rows;
  for (auto const& m : c.methods) {
    if (!m.refusal.empty()) continue;
    rows.push_back(m);
    for (auto const& variant : c.variants)
      if (variant.of == m.card.id && variant.structure)
        rows.push_back({variant.card, "", variant.card.starts.front().name, variant.orders,
                        *variant.structure, variant.work});
  }
  return rows;
}

void print_summary(Comparison const& c, std::vector<Column> const& columns) {
  fmt::print("{} (case {}): reference to {:.1f} digits by {}\n", c.problem.id, c.case_name,
             c.reference_digits, c.reference_by);
  std::vector<std::vector<std::string>> rows{{"integrator"}};
  for (auto const& column : columns) rows[0].push_back(column.name);
  rows[0].push_back("");
  for (auto const& m : rows_of(c)) {
    auto& row = rows.emplace_back();
    row.push_back(m.card.id);
    for (auto const& column : columns) row.push_back(column.text(m));
    row.push_back(
        m.structure.outcome == Outcome::ok
            ? ""
            : fmt::format("   {} at step {}", name_of(m.structure.outcome), m.structure.failed_at));
  }
  std::vector<std::size_t> widths(columns.size() + 1);
  for (auto const& row : rows)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (auto const& row : rows) {
    fmt::print("  {:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < widths.size(); ++i) fmt::print("  {:>{}}", row[i], widths[i]);
    fmt::print("{}\n", row.back());
  }
  fmt::print(
      "  long run: to t = {:g} with steps of 0.1 or tolerances 1e-6, longer for an energy that is "
      "undecided; errors at t = {:g}\n",
      c.long_run_time, c.reference_time);
  for (auto const& column : columns) fmt::print("  {}\n", column.meaning);
  for (auto const& a : c.advice) fmt::print("{}\n", a.sentence);
}

ComparisonSpec spec_of(CompareOptions const& o) {
  if (o.case_name == "") throw Misuse("--case names no case");
  ComparisonSpec spec;
  spec.setting.case_name = o.case_name.value_or("");
  spec.setting.parameters = parse_parameters(o.parameters);
  if (o.steps_per_unit) spec.steps_per_unit = parse_steps_per_unit(*o.steps_per_unit);
  if (o.tolerances)
    for (auto const& text : split_at_commas(*o.tolerances))
      spec.tolerances.push_back(static_cast<double>(parse_positive(text, "--tolerances")));
  return spec;
}

/// DIR/comparison/PROBLEM.json in the making.
struct Output {
  Output(std::string const& path, std::string const& problem)
      : folder(std::filesystem::path(path) / "comparison"),
        file(std::filesystem::path(path) / "comparison" / (problem + ".json")) {}
  reports::FolderInUse folder;
  reports::AtomicFile file;
};

int run_compare(CompareOptions const& options) {
  if (options.output == "") throw Misuse("--output names no folder");
  auto const& problem = find_problem(options.problem);
  for (auto const& id : options.integrators) applicable_method(problem, id);
  auto const spec = spec_of(options);
  auto const columns = chosen_columns(options.columns);
  // Before anything is computed: whether it can be kept.
  std::optional<Output> output;
  if (options.output)
    output.emplace(*options.output, std::filesystem::path(problem.card.id).filename());
  auto const comparison = [&] {
    Progress progress("comparison on " + problem.card.id);
    return compare(problem, options.integrators, spec, [&](double part) { progress(part); });
  }();
  auto object = to_json(comparison);
  object["build"] = {{"preset", build_preset()},
                     {"flags", build_flags()},
                     {"compiler", compiler()},
                     {"processor", processor()},
                     {"commit", source_commit()}};
  auto const text = reports::json_text(object, -1) + "\n";
  if (output) {
    output->file.write(text);
    output->file.commit();
  }
  if (options.json)
    print_text(text);
  else
    print_summary(comparison, columns);
  return 0;
}

}  // namespace

void add_compare(CommandLine& line) {
  auto const o = std::make_shared<CompareOptions>();
  auto& verb = line.verb("compare", "One problem through every integrator: orders, structure, work",
                         [o] { return run_compare(*o); });
  verb.argument("PROBLEM", o->problem, "Problem, see `list problems`, or its file");
  verb.arguments("INTEGRATOR", o->integrators,
                 "Methods, or compose(METHOD,SCHEME); without any, all of the catalogue");
  verb.option("--case", "NAME", o->case_name,
              "Named parameters and start; the first is the default");
  verb.option("--set", "PARAMETER=VALUE", o->parameters, "Set a parameter; may be repeated");
  verb.option("--steps-per-unit", "A,B,C,D,..", o->steps_per_unit,
              "At least four numbers of steps per unit of time, increasing");
  verb.option("--tolerances", "A,B,..", o->tolerances, "Of adaptive solvers, decreasing");
  verb.option("--columns", "A,B,..", o->columns, "Of the printed table");
  verb.option("--output", "DIR", o->output, "Write DIR/comparison/PROBLEM.json for `report DIR`");
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
