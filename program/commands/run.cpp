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
#include "program/commands/cards.hpp"
#include "program/commands/commands.hpp"
#include "program/commands/run_outlook.hpp"
#include "program/figures/run_figure.hpp"
#include "program/results/identity.hpp"
#include "program/text/arguments.hpp"
#include "program/text/caller.hpp"
#include "program/text/messages.hpp"
#include "program/text/output.hpp"
#include "program/text/progress.hpp"
#include "program/text/provenance.hpp"

namespace rattleback {

namespace {
/// Returns K for a run without a table, of which every K-th node is examined.
long few_rows(long steps) { return std::max(1L, steps / 5000); }

RunSpec spec_from(RunOptions const& o, ProblemEntry const& problem, MethodEntry const& method,
                  bool has_table) {
  RunSpec spec;
  spec.step = parse_positive(o.step, "--step");
  if (o.steps.has_value() == o.until.has_value())
    throw InvalidInput(o.steps ? "--steps and --until cannot be combined"
                               : "run needs --steps or --until");
  if (o.from) spec.setting.time = parse_number(*o.from, "--from");
  if (o.steps) {
    spec.steps = parse_count(*o.steps, "--steps");
  } else {
    RawQuad const span = parse_number(*o.until, "--until") - spec.setting.time;
    spec.steps = steps_until(span < 0 ? -span : span, spec.step);
    if (span < 0) spec.step = -spec.step;
  }
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
  if (o.case_name == "") throw InvalidInput("--case: empty name of a case");
  if (o.start == "") throw InvalidInput("--start: empty name of a starting procedure");
  spec.start = o.start.value_or(o.q1 ? "pair" : "");
  spec.options = parse_options(o.options);
  spec.setting.case_name = o.case_name.value_or("");
  spec.setting.parameters = parse_parameters(o.parameters);
  if (o.q) spec.setting.q = parse_vector(*o.q, "--q", problem.card.coordinates);
  if (o.v) spec.setting.v = parse_vector(*o.v, "--v", problem.card.velocities);
  spec.setting.project = o.project;
  return spec;
}

/// Results of one run.
template <class S>
struct Record {
  ProblemCard const& problem;
  MethodCard const& method;
  RunSpec spec;
  Trajectory<S> t;
  std::function<nlohmann::json()> code;  ///< returns code_identity()
  std::optional<double> scale;  ///< largest kinetic energy of the exact motion up to the end
  double lost_at;  ///< time after which the energy shows that the motion is lost; NaN: never
  Outlook outlook;
  std::optional<double> mode_at_end;  ///< size of the parasitic mode

  bool failed() const { return t.outcome != Outcome::ok; }
  /// Returns the warnings of the run, and warnings about errors that make its result doubtful,
  /// without the warnings issued before the run.
  std::vector<std::string> warnings() const {
    auto all = t.warnings;
    double const off = static_cast<double>(t.invariants.front().max_deviation);
    if (!std::isnan(lost_at) && std::isnan(off))
      all.push_back(fmt::format("the {} is NaN after t = {:.4g}: {}",
                                t.observables.empty() ? "energy" : "balance", lost_at,
                                what_a_loss_means(!t.observables.empty())));
    else if (!std::isnan(lost_at))
      all.push_back(
          fmt::format("the {} error reaches {:.3g}, {} the largest kinetic energy {:.3g} of the "
                      "motion, and exceeds a tenth of the largest kinetic energy until then after "
                      "t = {:.4g}: {}",
                      t.observables.empty() ? "energy" : "balance", off, in_units_of(off, *scale),
                      *scale, lost_at, what_a_loss_means(!t.observables.empty())));
    if (t.flipped && scale) {
      auto const mode = warning_of_flipped_momentum(
          static_cast<double>(t.flipped->initial), static_cast<double>(t.flipped->largest), *scale);
      if (!mode.empty()) all.push_back(mode);
    }
    return all;
  }
  /// Returns the reason of the solver, or a description of the outcome if it has none.
  std::string reason() const { return t.reason.empty() ? words_for(t.outcome) : t.reason; }
  std::vector<S> last_multipliers() const {
    return t.multipliers.empty() ? std::vector<S>{} : t.multipliers.back();
  }
};

template <class S>
Json section_json(Record<S> const& r) {
  auto const& section = r.t.section;
  auto object = JsonObject()
                    .add("component", r.spec.section->component)
                    .add("value", static_cast<S>(r.spec.section->value))
                    .add("crossings", section.count)
                    .add("lowest", section.lowest)
                    .add("highest", section.highest)
                    .add("interpolation_error", section.interpolation_error);
  if (!section.times.empty())
    object.add("last", JsonObject()
                           .add("time", section.times.back())
                           .add("q", section.q.back())
                           .add("v", section.v.back()));
  return object;
}

/// Returns one line if the section was never crossed, else an empty text.
template <class S>
std::string never_crossed(Record<S> const& r) {
  if (!r.spec.section || r.t.section.count > 0) return {};
  return fmt::format("the section {} = {} was never crossed: {} stayed in [{}, {}]",
                     r.spec.section->component, decimal(static_cast<double>(r.spec.section->value)),
                     r.spec.section->component, decimal(static_cast<double>(r.t.section.lowest)),
                     decimal(static_cast<double>(r.t.section.highest)));
}

/// Returns the identity of a run from its resolved input. Numbers have all digits.
template <class S>
nlohmann::json identity_of(Record<S> const& r) {
  auto identity = r.code();
  auto const add = [&](char const* name, Json const& value) { identity[name] = value.text(); };
  add("parameters", json_object(r.t.parameters));
  add("options", json_object(r.t.options));
  add("case", r.t.case_name);
  add("start", r.t.start);
  add("q", r.t.start_q);
  add("v", r.t.start_v);
  if (r.spec.setting.q1)
    add("q1", std::vector<S>(r.spec.setting.q1->begin(), r.spec.setting.q1->end()));
  add("precision", std::is_same_v<S, RawQuad> ? "quad" : "double");
  add("step", static_cast<S>(r.spec.step));
  add("steps", r.spec.steps);
  if (r.spec.setting.time != 0) add("from", static_cast<S>(r.spec.setting.time));
  if (!r.spec.until_event.empty()) add("until_event", r.spec.until_event);
  if (r.spec.measures_recorded) add("measured_every", r.spec.every);
  return identity;
}

template <class S>
JsonObject json_of(Record<S> const& r) {
  auto const& t = r.t;
  JsonObject invariants;
  for (auto const& invariant : t.invariants)
    invariants.add(invariant.name, JsonObject()
                                       .add("initial", invariant.initial)
                                       .add("final", invariant.final)
                                       .add("max_deviation", invariant.max_deviation));
  JsonObject object;
  object.add("problem", r.problem.id).add("integrator", r.method.id).add("case", t.case_name);
  object.add("parameters", json_object(t.parameters)).add("options", json_object(t.options));
  object.add("start", t.start).add("step", static_cast<S>(r.spec.step)).add("steps", r.spec.steps);
  if (r.spec.measures_recorded) object.add("measured_every", r.spec.every);
  object.add("time", t.times.back());
  if (t.ended_at_event) object.add("event", r.spec.until_event);
  if (!t.taus.empty()) object.add("tau", t.taus.back());
  object.add("status", name_of(t.outcome));
  if (r.failed())
    object.add("failed_at", t.failed_at).add("reason", r.reason()).add("reached", t.reached);
  if (!t.start_moved.empty()) object.add("start_moved", t.start_moved);
  object.add("coordinates", r.problem.coordinates).add("velocities", r.problem.velocities);
  object.add("q", t.q.back()).add("v", t.v.back()).add("multipliers", r.last_multipliers());
  object.add("memory", json_object(t.memory)).add("invariants", invariants);
  if (!t.observables.empty()) {
    JsonObject observables;
    for (auto const& observable : t.observables)
      observables.add(
          observable.name,
          JsonObject().add("initial", observable.initial).add("final", observable.final));
    object.add("observables", observables).add("balance", words_of_balance(t.own_work));
  }
  object.add("constraint_violation",
             JsonObject().add("max", t.max_violation).add("final", t.final_violation));
  object.add("counts", counts_json(t.counts));
  object.add("identity", identity_hash(identity_of(r)));
  if (r.scale) object.add("energy_scale", *r.scale);
  if (!std::isnan(r.lost_at)) object.add("lost_at", r.lost_at);
  if (auto const& mode = r.outlook.mode)
    object.add("parasitic", parasitic_json(*mode, r.mode_at_end));
  if (t.flipped)
    object.add("flipped_energy",
               JsonObject().add("initial", t.flipped->initial).add("max", t.flipped->largest));
  auto warnings = r.outlook.warnings;
  for (auto const& warning : r.warnings()) warnings.push_back(warning);
  if (!warnings.empty()) object.add("warnings", warnings);
  if (r.spec.section) object.add("section", section_json(r));
  return object;
}

/// Returns ", order 2", or an empty text if no order is promised.
std::string order_of_start(MethodCard const& method, std::string const& name) {
  for (auto const& start : method.starts)
    if (start.name == name && start.order > 0) return fmt::format(", order {}", start.order);
  return "";
}

/// Returns the error of an invariant relative to its size: the largest kinetic energy of the motion
/// for energies, the initial value for others.
template <class S>
std::string size_of_error(Record<S> const& r, InvariantRecord<S> const& invariant) {
  double const off = static_cast<double>(invariant.max_deviation);
  bool const of_momentum = invariant.name == "energy_of_p";
  if (invariant.name == "energy" || invariant.name.starts_with("balance") || of_momentum) {
    if (!(r.scale > 0.0)) return "";
    return fmt::format(
        " ({:.2g} of the largest kinetic energy {:.4g}{})", off / *r.scale, *r.scale,
        of_momentum ? "; energy of the method's momentum, which may differ from that of the motion"
                    : "");
  }
  double const size = std::abs(static_cast<double>(invariant.initial));
  // An invariant that is zero up to rounding has no relative error.
  return size > 1e-12 ? fmt::format(" ({:.2g} of its value)", off / size) : std::string();
}

template <class S>
std::string summary_of(Record<S> const& r) {
  auto const& t = r.t;
  auto text = fmt::format("{} (case {}), {} (start {}{})\n", r.problem.id, t.case_name, r.method.id,
                          t.start, order_of_start(r.method, t.start));
  for (auto const& [name, value] : t.parameters)
    text += fmt::format("  parameter {} = {}\n", name, decimal(value));
  for (auto const& [name, value] : t.options)
    text += fmt::format("  option {} = {}\n", name, value);
  text += fmt::format(
      "  {} steps of {} {}to t = {}: {}{}\n", r.spec.steps, decimal(static_cast<S>(r.spec.step)),
      r.spec.setting.time == 0 ? "" : fmt::format("from t = {} ", decimal(S(r.spec.setting.time))),
      decimal(t.times.back()), name_of(t.outcome),
      t.ended_at_event ? ", at the event " + r.spec.until_event : "");
  if (r.spec.measures_recorded)
    text += fmt::format("  measured at recorded nodes only: first, last and every K-th, K = {}\n",
                        r.spec.every);
  if (r.failed())
    text += fmt::format("  step {} failed at t = {}: {}\n", t.failed_at, decimal(t.reached),
                        r.reason());
  auto const components = [&](auto const& names, auto const& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      text += fmt::format("  {:<8} {}\n", names[i], decimal(values[i]));
  };
  components(r.problem.coordinates, t.q.back());
  components(r.problem.velocities, t.v.back());
  if (auto const lambda = r.last_multipliers(); !lambda.empty()) {
    std::vector<std::string> words;
    for (auto const& value : lambda) words.push_back(decimal(value));
    text += fmt::format("  multipliers {}\n", fmt::join(words, ", "));
  }
  for (auto const& invariant : t.invariants)
    text += fmt::format("  {}: {} initially, {} finally, deviation at most {}{}\n", invariant.name,
                        decimal(invariant.initial), decimal(invariant.final),
                        decimal(invariant.max_deviation), size_of_error(r, invariant));
  for (auto const& observable : t.observables)
    text += fmt::format("  {}: {} initially, {} finally\n", observable.name,
                        decimal(observable.initial), decimal(observable.final));
  if (auto const& mode = r.outlook.mode)
    text += fmt::format("  parasitic mode: {}\n", parasitic_words(*mode, r.mode_at_end));
  text += fmt::format("  constraint violation: at most {}, {} finally\n", decimal(t.max_violation),
                      decimal(t.final_violation));
  text += fmt::format(
      "  {} derivatives of the Lagrangian and {} of the constraints, {} linear systems, "
      "{} Newton iterations, {} solver steps\n",
      t.counts.lagrangian_derivatives, t.counts.constraint_derivatives, t.counts.linear_solves,
      t.counts.newton_iterations, t.counts.solver_steps);
  if (r.spec.section)
    text += fmt::format("  {} crossings of {} = {}\n", t.section.count, r.spec.section->component,
                        decimal(static_cast<S>(r.spec.section->value)));
  return text;
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
  auto const record = std::make_shared<Record<S>>(Record<S>{
      problem.card, method.card, spec, integrate(spec), {}, {}, std::nan(""), outlook, {}});
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
  record->code = [name = options.problem, &problem, method_name = options.integrator, &method] {
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
  if (options.sweep) {
    if (precision != "double" || options.section || options.figure)
      throw InvalidInput("--sweep runs in double precision and has no --section and no --figure");
    return sweep(problem, method, spec, *options.sweep, options.output, receivers);
  }
  if (precision == "double")
    return run_in(method.integrate, options, problem, method, spec, receivers);
  if (!method.integrate_quad)
    throw InvalidInput(fmt::format("{} supports only double precision", method.card.id));
  return run_in(method.integrate_quad, options, problem, method, spec, receivers);
}

void declare_run(OptionList& list, RunOptions& options) {
  auto* const o = &options;
  list.option("--step", "H", o->step, "Step size; output interval of adaptive solvers");
  list.option("--steps", "N", o->steps, "Number of steps (this or --until)");
  list.option("--from", "T0", o->from, "Time of the initial condition (default 0)");
  list.option("--until", "T", o->until,
              "Take round((T - T0)/H) steps, backward in time if T is less than T0");
  list.option("--until-event", "NAME", o->until_event,
              "End the run at the first zero of this event of the text");
  list.option("--case", "NAME", o->case_name,
              "Named parameters and initial condition (default: the first)");
  list.option("--set", "PARAMETER=VALUE", o->parameters, "Set a parameter; may be repeated");
  list.option("--option", "NAME=VALUE", o->options, "Set an option of the method; may be repeated");
  list.option("--q", "A,B,..", o->q, "Initial coordinates");
  list.option("--v", "A,B,..", o->v, "Initial velocities");
  list.option("--q1", "A,B,..", o->q1, "Second point of the starting procedure `pair`");
  list.option("--start", "NAME", o->start, "Starting procedure, see `show INTEGRATOR`");
  list.option("--precision", "double|quad", o->precision, "Number type (default: double)");
  list.flag("--project", o->project, "Project the initial velocity onto the constraint");
  list.flag("--strict", o->strict, "Exit status 1 if a step failed or the section was not crossed");
  list.option("--section", "NAME=VALUE", o->section,
              "Record crossings of this section; --output then writes these");
  list.option("--crossing", "up|down|both", o->crossing, "Direction of the crossings (default up)");
  list.option("--sweep", "NAME=FIRST:LAST:COUNT", o->sweep,
              "Run once for each of these values of a parameter, one row a run");
  list.option("--every", "K", o->every, "Record every K-th node (default 1)");
  list.option(
      "--measure", "all|recorded|none", o->measure,
      "Nodes where invariants and constraint are measured (default: all); none: without energy "
      "scale and balance, too");
  list.option("--output", "FILE", o->output,
              "Write the nodes to FILE.csv, .npy (doubles) or .json");
  list.flag("--multipliers", o->multipliers, "Add the multipliers of the method to the table");
  list.option("--figure", "FILE", o->figure,
              "Draw the nodes, or crossings, as FILE.svg, .pdf, .png");
  list.option(
      "--panel", "path|energy|work|constraint|q|v|lambda|NAME", o->panels,
      "Panel of the figure, NAME: a coordinate or velocity; may be repeated (default: path, "
      "q, v and all invariants)");
  list.option("--width", "W", o->width, "Width of the figure, such as 3.4in, 8.6cm or 86mm");
}

void add_run(CommandLine& line) {
  struct Options : RunOptions {
    bool json = false;
  };
  auto const o = std::make_shared<Options>();
  auto& verb = line.verb("run", "Integrate one problem with one method", [o] {
    auto const& problem = find_problem(o->problem);
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
  verb.argument("PROBLEM", o->problem, "Problem, see `list problems`, or its file name");
  verb.argument("INTEGRATOR", o->integrator, "Method, see `list integrators`");
  declare_run(verb, *o);
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
