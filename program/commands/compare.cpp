// rattleback compare: all integrators on one problem.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "experiments/comparison/comparison.hpp"
#include "integrators/core/registry/variants.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"
#include "reports/comparison/data.hpp"

namespace rattleback {

namespace {

struct CompareOptions {
  ProblemArguments of;
  std::vector<std::string> integrators;
  std::optional<std::string> steps_per_unit, tolerances, until, error, columns, limit, output;
  bool json = false;
};

/// Formats a number as "4.1e-16", or as "-" if it is NaN.
std::string short_number(double x) { return std::isnan(x) ? "-" : fmt::format("{:.1e}", x); }

/// Formats the observed order of positions with the best starting procedure of the method.
std::string order_of(MethodComparison const& m) {
  for (auto const& c : m.orders)
    if (c.start == m.start)
      for (auto const& o : c.orders)
        if (o.component == "positions" && o.points >= 4) return fmt::format("{:.2f}", o.order);
  return "-";
}

/// Column of the printed table.
struct Column {
  std::string name;
  std::function<std::string(MethodComparison const&)> text;
  std::string meaning;
};

std::vector<Column> const& all_columns() {
  using M = MethodComparison;
  auto const energy = [](M const& m) { return m.structure.invariants.front(); };
  static std::vector<Column> const columns{
      {"order", order_of, "order: observed order of positions"},
      {"constraint", [](M const& m) { return short_number(m.structure.constraint_violation); },
       "constraint: largest constraint violation on the long run"},
      {"reversal", [](M const& m) { return short_number(m.structure.reversibility_defect); },
       "reversal: |R F R F z - z| of one step F, R the method's reversal"},
      {"volume", [](M const& m) { return short_number(m.structure.volume_defect); },
       "volume: change of the stated invariant density by one step"},
      {"energy", [=](M const& m) { return energy(m).words(); },
       "energy: class of the energy error on the long run, for driven systems of the balance"},
      {"deviation", [=](M const& m) { return short_number(energy(m).relative_deviation()); },
       "deviation: largest energy error on the long run, over the largest kinetic energy"},
      {"lost",
       [=](M const& m) {
         return energy(m).is_lost() ? fmt::format("{:.4g}", energy(m).lost_at) : std::string("-");
       },
       "lost: time after which the energy error exceeds a tenth of the largest kinetic "
       "energy up to that time, or the parasitic mode is predicted to hold a hundredth of it"},
      {"trend", [=](M const& m) { return energy(m).trend(); },
       "trend: growth of the energy error, regardless of its size"},
      {"start", [](M const& m) { return m.start; }, "start: starting procedure of the method"},
      {"axis", [](M const& m) { return name_of(m.structure.axis.kind); },
       "axis: trend of the energy on test tori that no reversing symmetry maps to themselves "
       "(docs/comparison.md)"},
      {"invariants",
       [](M const& m) {
         double largest = m.structure.invariants.size() > 1 ? 0 : std::nan("");
         // NaN propagates: after one NaN the maximum stays NaN.
         for (std::size_t k = 1; k < m.structure.invariants.size() && !std::isnan(largest); ++k)
           if (double const other = m.structure.invariants[k].deviation; !(other <= largest))
             largest = other;
         return short_number(largest);
       },
       "invariants: largest error of a further invariant on the long run"},
      {"sensitivity", [](M const& m) { return short_number(m.structure.step_sensitivity); },
       "sensitivity: spread of scaled energy errors at neighbouring step sizes"},
      {"newton", [](M const& m) { return fmt::format("{:.1f}", m.structure.iterations_per_step); },
       "newton: Newton iterations per step"},
      {"solver", [](M const& m) { return short_number(m.structure.solver_error); },
       "solver: largest position difference between double and quad precision over 20 steps of "
       "0.1 (rounding and Newton error)"},
      {"error",
       [](M const& m) { return m.work.empty() ? "-" : short_number(m.work.back().position_error); },
       "error: position error of the finest run"}};
  return columns;
}

/// Parses a list of columns. Throws InvalidInput naming the nearest column if one is unknown.
/// @param driven  a driven system has no reversal, and its balance no drift test
std::vector<Column> chosen_columns(std::optional<std::string> const& text, bool driven) {
  auto const names = split_at_commas(text.value_or(
      driven ? "start,order,constraint,volume,energy,deviation,lost,error"
             : "start,order,constraint,reversal,volume,energy,deviation,lost,axis,error"));
  std::vector<std::string> known;
  for (auto const& column : all_columns()) known.push_back(column.name);
  std::vector<Column> chosen;
  for (auto const& name : names) {
    auto const at = std::ranges::find(known, name);
    if (at == known.end()) throw_unknown("column", name, known);
    chosen.push_back(all_columns()[static_cast<std::size_t>(at - known.begin())]);
  }
  return chosen;
}

/// Returns each known limit once, with the methods that have it, in their order.
std::vector<std::pair<KnownLimit, std::vector<std::string>>> limits_of(Comparison const& c) {
  std::vector<std::pair<KnownLimit, std::vector<std::string>>> all;
  for (auto const& m : c.methods) {
    if (!m.not_applicable_because.empty()) continue;
    for (auto const& limit : m.card.known_limits) {
      auto at = std::ranges::find_if(
          all, [&](auto const& known) { return known.first.sentence == limit.sentence; });
      if (at == all.end()) at = all.insert(all.end(), {limit, {}});
      at->second.push_back(m.card.id);
    }
  }
  return all;
}

/// Returns the command of a run whose id is that of a method, or of a form such as "ida, form ode".
std::string command_of(AdvisedRun const& run, ProblemArguments const& of) {
  RunSpec spec{.start = run.start, .step = run.adaptive ? run.until / 4 : run.value};
  auto const end = run.id.find(", ");
  if (end != run.id.npos) {
    auto const form = run.id.substr(end + 2);
    auto const blank = form.find(' ');
    spec.options = {{form.substr(0, blank), form.substr(blank + 1)}};
  }
  auto const method = run.id.substr(0, end);
  if (run.start == find_problem(of.problem).method(method).card.starts.front().name)
    spec.start.clear();
  if (run.adaptive)
    for (auto const& option : find_problem(of.problem).tolerances(run.value))
      spec.options.push_back(option);
  return run_command(of, method, spec, run.until);
}

/// Printer of the table and the text below it. Rows are printed as they are computed, so that an
/// interrupted comparison leaves the finished rows.
class Summary {
 public:
  /// @param name_width  length of the longest name of a method
  Summary(std::vector<Column> columns, std::size_t name_width)
      : columns_(std::move(columns)), name_width_(std::max<std::size_t>(24, name_width)) {}

  /// Adds the last method of the comparison and those of its variants that have a long run.
  void add(Comparison const& c) {
    auto const& m = c.methods.back();
    if (!m.not_applicable_because.empty()) return;
    if (!initial_distance_) begin(c);
    print_row(m);
    for (auto const& variant : c.variants)
      if (variant.variant_of == m.card.id && variant.has_long_run()) print_row(variant);
    flush_stdout();
  }
  /// @param of  the problem as typed, for the commands of the advice
  void finish(Comparison const& c, ProblemArguments const& of) const {
    fmt::print(
        "  long run: to t = {:g} with steps of 0.1 or tolerances 1e-6, longer if the energy is "
        "undecided; errors at t = {:g}\n",
        c.long_run_time, c.reference_time);
    if (std::isnan(c.energy_scale.value))
      fmt::print(
          "  largest kinetic energy of the motion: not measured, because two runs of odeint_dopri5 "
          "with tolerances 1e-10 and 1e-8 differ in it by more than a tenth\n");
    else
      fmt::print("  largest kinetic energy of the motion: {:.4g}, up to t = {:g}\n",
                 c.energy_scale.value, c.energy_scale.until);
    for (auto const& sentence : kinks_in_words(c.kinks)) fmt::print("  {}\n", sentence);
    for (auto const& column : columns_) fmt::print("  {}\n", column.meaning);
    for (auto const& [limit, methods] : limits_of(c))
      fmt::print("  known limit of {}: {} ({})\n", fmt::join(methods, ", "),
                 formulas::without_dollars(limit.sentence), limit.reference);
    for (auto const& a : c.advice) {
      fmt::print("{}\n", formulas::without_dollars(a.sentence));
      if (a.run) fmt::print("    {}\n", command_of(*a.run, of));
    }
  }

 private:
  static constexpr std::size_t least_width = 9;

  void begin(Comparison const& c) {
    initial_distance_ = true;
    fmt::print("{} (case {}): reference to {:.1f} digits by {}\n", c.problem.id, c.case_name,
               c.reference_digits, c.reference_by);
    fmt::print("  {:<{}}", "integrator", name_width_);
    for (auto const& column : columns_) fmt::print("  {:>{}}", column.name, width(column));
    fmt::print("\n");
  }
  void print_row(MethodComparison const& m) const {
    auto text = fmt::format("  {:<{}}", m.card.id, name_width_);
    bool const ran = m.has_long_run();
    for (auto const& column : columns_)
      text += fmt::format("  {:>{}}", ran ? column.text(m) : "-", width(column));
    if (ran && m.structure.outcome != Outcome::ok)
      text += fmt::format("   {} at step {}", name_of(m.structure.outcome), m.structure.failed_at);
    if (!m.gave_up.empty()) text += "   " + m.gave_up;
    fmt::print("{}\n", text);
  }
  static std::size_t width(Column const& column) {
    return std::max(least_width, column.name.size());
  }

  std::vector<Column> const columns_;
  std::size_t const name_width_;
  bool initial_distance_ = false;
};

ComparisonSpec spec_of(CompareOptions const& o) {
  ComparisonSpec spec{.setting = o.of.setting()};
  if (o.until) spec.until = static_cast<double>(parse_positive(*o.until, "--until"));
  if (o.error) spec.error = static_cast<double>(parse_positive(*o.error, "--error"));
  if (o.limit) {
    spec.seconds_a_method = static_cast<double>(parse_number(*o.limit, "--limit"));
    if (!(spec.seconds_a_method >= 0))
      throw InvalidInput(
          fmt::format("--limit must be a time in seconds (0: no limit), not {}", *o.limit));
  }
  if (o.steps_per_unit) spec.steps_per_unit = parse_steps_per_unit(*o.steps_per_unit);
  if (o.tolerances)
    for (auto const& text : split_at_commas(*o.tolerances))
      spec.tolerances.push_back(static_cast<double>(parse_positive(text, "--tolerances")));
  return spec;
}

/// Unfinished file DIR/comparison/PROBLEM.json.
struct Output {
  Output(std::string const& path, std::string const& problem)
      : folder(std::filesystem::path(path) / "comparison"),
        file(std::filesystem::path(path) / "comparison" / (problem + ".json")) {}
  FolderInUse folder;
  AtomicFile file;
};

int run_compare(CompareOptions const& options) {
  MethodsWithOwnEquations const times_are_compared;
  if (options.output == "") throw InvalidInput("--output: empty name of a folder");
  auto const& problem = find_problem(options.of.problem);
  for (auto const& id : options.integrators) applicable_method(problem, id);
  auto const spec = spec_of(options);
  auto const columns = chosen_columns(options.columns, problem.driven);
  // Output errors are reported before anything is computed.
  std::optional<Output> output;
  auto const name = options.output ? reports::comparison_name(options.of.problem) : "";
  if (options.output) output.emplace(*options.output, name);
  std::size_t name_width = 0;
  for (auto const& id :
       options.integrators.empty() ? corrected_baselines(problem) : options.integrators)
    name_width = std::max(name_width, id.size());
  Summary summary(columns, name_width);
  auto const comparison = [&] {
    Progress progress("comparison on " + problem.card.id);
    return compare(problem, options.integrators, spec,
                   {.progress = [&](double part) { progress(part); },
                    .finished =
                        [&](Comparison const& so_far, std::size_t of, double seconds) {
                          auto const& m = so_far.methods.back();
                          if (!options.json) summary.add(so_far);
                          if (m.not_applicable_because.empty())
                            progress.line(fmt::format(
                                "comparison on {}: {} of {}, {}: {}", problem.card.id,
                                so_far.methods.size(), of, m.card.id,
                                m.gave_up.empty() ? fmt::format("{:.1f} s", seconds) : m.gave_up));
                        }});
  }();
  auto object = to_json(comparison);
  object["build"] = {{"preset", build_preset()},  {"flags", build_flags()},
                     {"compiler", compiler()},    {"processor", processor()},
                     {"commit", source_commit()}, {"date", today()}};
  object["program"] = program_stamp();
  auto const text = json_text(object, -1) + "\n";
  if (output) {
    object["problem"]["id"] = name;
    output->file.write(json_text(object, -1) + "\n");
    output->file.commit();
  }
  if (options.json)
    print_text(text);
  else
    summary.finish(comparison, options.of);
  return 0;
}

}  // namespace

void add_compare(CommandLine& line) {
  auto const o = std::make_shared<CompareOptions>();
  auto& verb = line.verb("compare", "Compare integrators on one problem: orders, structure, work",
                         [o] { return run_compare(*o); });
  o->of.declare_all(verb);
  verb.arguments("INTEGRATOR", o->integrators,
                 "Methods, or variants: compose(METHOD,SCHEME), projected(METHOD,TARGET), "
                 "feedback(METHOD) (default: all of the catalogue, with standard projections)");
  verb.shared("--steps-per-unit", o->steps_per_unit);
  verb.option("--tolerances", "A,B,..", o->tolerances,
              "Tolerances of adaptive solvers, decreasing");
  verb.option("--until", "T", o->until,
              "Time of the errors and of the long run (default: 4 and 2000 units of time)");
  verb.option("--error", "E", o->error, "Position error required by the advice (default 1e-3)");
  verb.option("--limit", "SECONDS", o->limit, "Processor time per method (default 20; 0: none)");
  verb.option("--columns", "A,B,..", o->columns, "Columns of the printed table");
  verb.option(
      "--output", "DIR", o->output,
      "Write DIR/comparison/PROBLEM.json for `report DIR`; a file FILE.toml is named FILE-HASH");
  verb.shared("--json", o->json);
}

}  // namespace rattleback
