// rattleback run: one method on one problem.

#include "program/commands/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/invalid_input.hpp"
#include "experiments/measure/energy_scale.hpp"
#include "integrators/core/method/without_balance.hpp"
#include "integrators/core/registry/stated_multipliers.hpp"
#include "program/commands/commands.hpp"
#include "program/commands/run_record.hpp"
#include "program/figures/run_figure.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/output.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/identity.hpp"

namespace rattleback {

namespace {
/// Returns K for a run without a table, of which every K-th node is examined.
long few_rows(long steps) { return std::max(1L, steps / 5000); }

/// Throws InvalidInput if a solver is to stop before the start of the run.
void require_later_stops(RunSpec const& spec) {
  auto const start = static_cast<double>(spec.setting.time), step = static_cast<double>(spec.step);
  for (auto const& [name, value] : spec.options)
    if (name == "stops")
      for (auto const& text : split_at_commas(value)) {
        char* end = nullptr;
        double const stop = std::strtod(text.c_str(), &end);
        if (end != text.c_str() && (stop - start) * step < 0)
          throw InvalidInput(fmt::format(
              "option stops='{}': {} is before the start; allowed: times from t = {} to the end",
              value, text, decimal(start)));
      }
}

RunSpec spec_from(RunOptions const& o, ProblemEntry const& problem, MethodEntry const& method,
                  bool has_table) {
  RunSpec spec{.step = parse_positive(o.step, "--step")};
  if (o.steps.has_value() == o.until.has_value())
    throw InvalidInput(o.steps ? "--steps and --until cannot be combined"
                               : "run needs --steps or --until");
  spec.setting = o.of.setting();
  if (o.from) spec.setting.time = parse_number(*o.from, "--from");
  if (o.steps) {
    spec.steps = parse_count(*o.steps, "--steps");
  } else {
    RawQuad const until = parse_number(*o.until, "--until");
    spec.steps = steps_until(spec.setting.time, until, spec.step);
    if (until < spec.setting.time) spec.step = -spec.step;
  }
  auto const start = static_cast<double>(spec.setting.time);
  if (o.precision != "quad" && start + static_cast<double>(spec.step) == start)
    throw InvalidInput(fmt::format(
        "--step {} does not change the time {} of --from in double precision; allowed: at least {}",
        o.step, *o.from, decimal(std::nextafter(std::abs(start), INFINITY) - std::abs(start))));
  spec.until_event = o.until_event.value_or("");
  if (o.every)
    spec.every = parse_count(*o.every, "--every");
  else if (!o.section)
    spec.every = o.figure || has_table ? 1 : few_rows(spec.steps);
  auto const measured = o.measure.value_or("all");
  spec.measures_recorded =
      measured == "recorded" || (measured == "none" && !o.section && !problem.driven);
  if (measured != "all" && measured != "recorded" && measured != "none")
    throw_unknown("set of measured nodes", measured, {"all", "recorded", "none"});
  if (o.crossing && !o.section) throw InvalidInput("--crossing needs --section");
  if (o.section) spec.section = parse_section(*o.section, o.crossing);
  if (o.q1) {
    std::vector<std::string> starts;
    for (auto const& start : method.card.starts) starts.push_back(start.name);
    if (std::find(starts.begin(), starts.end(), "pair") == starts.end())
      throw InvalidInput(fmt::format(
          "--q1 is the second point of the starting procedure 'pair', which {} does not have; "
          "allowed: {}",
          method.card.id, fmt::join(starts, ", ")));
    spec.setting.q1 = parse_vector(*o.q1, "--q1", problem.card.coordinates);
  }
  if (o.start == "") throw InvalidInput("--start: empty name of a starting procedure");
  spec.start = o.start.value_or(o.q1 ? "pair" : "");
  spec.options = parse_options(o.options);
  require_later_stops(spec);
  if (o.q) spec.setting.q = parse_vector(*o.q, "--q", problem.card.coordinates);
  if (o.v) spec.setting.v = parse_vector(*o.v, "--v", problem.card.velocities);
  spec.setting.project = o.project;
  return spec;
}

template <class S>
FinishedRun run_in(std::function<Trajectory<S>(RunSpec const&)> const& integrate,
                   RunOptions const& options, ProblemEntry const& problem,
                   MethodEntry const& method, RunSpec spec, RunReceivers const& receivers) {
  std::vector<TableSink*> tables;
  std::optional<RunFigure> figure;
  auto components = problem.card.coordinates;
  components.insert(components.end(), problem.card.velocities.begin(),
                    problem.card.velocities.end());
  auto const request = figure_request(options.figure, options.panels, options.width, components);
  spec.tabulates_multipliers =
      options.multipliers || (request && std::ranges::count(request->panels, "lambda") > 0);
  if (spec.tabulates_multipliers && (spec.section || !method.card.multipliers))
    throw InvalidInput(spec.section
                           ? "--multipliers applies to nodes and cannot be combined with --section"
                           : fmt::format("{} computes no multipliers", method.card.id));
  if (request) tables.push_back(&figure.emplace(*request, problem, method.card, spec));
  std::optional<TableFile> file;
  if (options.output) tables.push_back(&file.emplace(*options.output));
  bool const has_table = options.output || receivers.table;
  if (receivers.table) tables.push_back(receivers.table);
  double const until = double(spec.step) * static_cast<double>(spec.steps);
  // Without measurements there is neither a scale, nor a prediction, nor a balance.
  bool const measures = options.measure != "none";
  auto const look = [&](long) {
    if (receivers.progress) receivers.progress(0);
  };
  auto const scale = measures ? energy_scale(problem, spec.setting, until, look) : EnergyScale{};
  auto const outlook = measures ? outlook_of(problem, method, spec, until, scale) : Outlook{};
  for (auto const& warning : outlook.warnings) receivers.warnings("warning: " + warning);
  LossWatch watch(scale, method.card.velocity_node != 0);
  // A figure examines every node, but changes no result.
  bool const thin = options.figure && !options.every && !options.section && !has_table;
  ThinnedRows watched(watch, thin ? few_rows(spec.steps) : 1);
  if (measures) tables.push_back(&watched);
  AllSinks all(tables);
  spec.table = &all;
  if (receivers.progress)
    spec.progress = [&](long step) {
      receivers.progress(static_cast<double>(step) / static_cast<double>(spec.steps));
    };
  std::optional<WithoutBalance> without;
  if (!measures) without.emplace();
  auto const record =
      std::make_shared<Record<S>>(Record<S>{.problem = problem.card,
                                            .method = method.card,
                                            .spec = spec,
                                            .t = with_stated_multipliers(problem, integrate, spec),
                                            .outlook = outlook});
  record->spec.table = nullptr;
  record->spec.progress = nullptr;
  auto const& t = record->t;
  if (measures) {
    watched.finish();
    double const end = std::abs(static_cast<double>(t.times.back() - spec.setting.time));
    bool const is_lost_by_then =
        scale.is_lost(end, static_cast<double>(t.invariants.front().max_deviation));
    record->scale = scale.up_to(end);
    record->lost_at =
        std::isnan(watch.time_of_loss()) && is_lost_by_then ? end : watch.time_of_loss();
    if (outlook.mode && t.flipped)
      record->mode_at_end = size_at_end(problem, method, spec.setting, in_double(*t.flipped));
  }
  if (options.sensitivity) record->sensitivities = sensitivities(problem, method, record->spec);
  record->code = [name = options.of.problem, &problem, method_name = options.integrator, &method] {
    return code_identity(name, problem, method_name, method);
  };
  if (figure) figure->finish();
  if (file) file->finish(json_of(*record));
  FinishedRun finished;
  finished.json = [record] { return stamped(json_of(*record)); };
  finished.text = [record] { return summary_of(*record); };
  auto& messages = finished.messages;
  if (!t.start_moved.empty())
    messages.push_back("note: so that the constraints hold, the start of the file changes: " +
                       t.start_moved);
  if (static_cast<int>(record->last_multipliers().size()) > problem.constraints)
    messages.push_back(
        "note: constraints follow from others, and the multipliers are those of least norm");
  for (auto const& warning : record->warnings()) messages.push_back("warning: " + warning);
  auto const missed = never_crossed(*record);
  bool const strict = options.strict, failed = record->failed();
  // The reason of exit status 1 is a line of its own; everything else is a warning.
  if (!missed.empty()) messages.push_back(strict && !failed ? missed : "warning: " + missed);
  if (strict && failed)
    messages.push_back(fmt::format("step {} failed: {}", t.failed_at, record->reason()));
  finished.status = strict && (failed || !missed.empty()) ? 1 : 0;
  if (file && file->format() == OutputFormat::npy && std::is_same_v<S, RawQuad>)
    messages.insert(messages.begin(),
                    "note: a .npy file contains doubles; quad numbers are rounded");
  return finished;
}
}  // namespace

FinishedRun run(RunOptions const& options, ProblemEntry const& problem, MethodEntry const& method,
                RunReceivers const& receivers) {
  auto const precision = options.precision.value_or("double");
  if (precision != "double" && precision != "quad")
    throw_unknown("precision", precision, {"double", "quad"});
  auto const spec = spec_from(options, problem, method, options.output || receivers.table);
  if (precision == "double")
    return run_in(method.integrate, options, problem, method, spec, receivers);
  if (!method.integrate_quad)
    throw InvalidInput(fmt::format("{} supports only double precision", method.card.id));
  return run_in(method.integrate_quad, options, problem, method, spec, receivers);
}

void declare_run(OptionList& list, RunOptions& options) {
  auto* const o = &options;
  list.shared("--step", o->step);
  list.option("--steps", "N", o->steps, "Number of steps (this or --until)");
  list.option("--from", "T0", o->from, "Time of the initial condition (default 0)");
  list.option("--until", "T", o->until,
              "Take round((T - T0)/H) steps, backward in time if T is less than T0");
  list.option("--until-event", "NAME", o->until_event,
              "End the run at the first zero of this event of the text");
  o->of.declare(list);
  list.shared("--option", o->options);
  list.option("--q", "A,B,..", o->q, "Initial coordinates");
  list.option("--v", "A,B,..", o->v, "Initial velocities");
  list.option("--q1", "A,B,..", o->q1, "Second point of the starting procedure `pair`");
  list.option("--start", "NAME", o->start, "Starting procedure, see `show INTEGRATOR`");
  list.option("--precision", "double|quad", o->precision, "Number type (default: double)");
  list.flag("--project", o->project, "Project the initial velocity onto the constraint");
  list.shared("--strict", o->strict);
  list.shared("--section", o->section);
  list.shared("--crossing", o->crossing);
  list.flag("--sensitivity", o->sensitivity,
            "Also print the derivatives of the end by parameters and start");
  list.option("--every", "K", o->every, "Record every K-th node (default 1)");
  list.option(
      "--measure", "all|recorded|none", o->measure,
      "Nodes where invariants and constraint are measured (default: all); none: without energy "
      "scale and balance, too");
  list.option("--output", "FILE", o->output,
              "Write the nodes to FILE.csv, .npy (doubles) or .json");
  list.flag("--multipliers", o->multipliers, "Add the multipliers of the method to the table");
  list.shared("--figure", o->figure);
  list.option(
      "--panel", "path|energy|work|constraint|q|v|lambda|NAME", o->panels,
      "Panel of the figure, NAME: a coordinate or velocity; may be repeated (default: path, "
      "q, v and all invariants)");
  list.shared("--width", o->width);
}

void add_run(CommandLine& line) {
  struct Options : RunOptions {
    bool json = false;
  };
  auto const o = std::make_shared<Options>();
  auto& verb = line.verb("run", "Integrate one problem with one method", [o] {
    auto const& problem = find_problem(o->of.problem);
    auto const& method = applicable_method(problem, o->integrator);
    Progress progress(problem.card.id + ", " + method.card.id);
    auto const finished = run(*o, problem, method, {nullptr, std::ref(progress), print_message});
    if (o->json)
      print_text(finished.json().text() + "\n");
    else
      print_text(finished.text());
    flush_stdout();  // if it fails, only that error is reported
    for (auto const& message : finished.messages) print_message(message);
    return finished.status;
  });
  verb.shared_argument("PROBLEM", o->of.problem);
  verb.shared_argument("INTEGRATOR", o->integrator);
  declare_run(verb, *o);
  verb.shared("--json", o->json);
}

}  // namespace rattleback
