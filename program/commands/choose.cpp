// rattleback choose: cheapest method for a given accuracy.

#include "experiments/choose/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/json.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"

namespace rattleback {

namespace {

struct ChooseOptions {
  ProblemArguments of;
  std::vector<std::string> integrators;
  std::optional<std::string> until, error, quantity, limit, output;
  bool json = false;
};

Quantity quantity_of(std::string const& text) {
  std::vector<std::string> known;
  for (auto const quantity : {Quantity::positions, Quantity::velocities, Quantity::energy}) {
    known.push_back(name_of(quantity));
    if (text == known.back()) return quantity;
  }
  throw_unknown("quantity", text, known);
}

ChooseSpec spec_of(ChooseOptions const& o) {
  for (auto const& [name, value] : {std::pair{"--until", o.until}, {"--error", o.error}})
    if (!value)
      throw InvalidInput(fmt::format(
          "{} is missing; give the end time and the error, or --output for the pages", name));
  ChooseSpec spec;
  spec.setting = o.of.setting();
  spec.until = double(parse_positive(*o.until, "--until"));
  spec.error = double(parse_positive(*o.error, "--error"));
  if (o.quantity) spec.quantity = quantity_of(*o.quantity);
  if (o.limit) spec.limit = double(parse_positive(*o.limit, "--limit"));
  spec.methods = o.integrators;
  return spec;
}

/// Returns the command that repeats the run of a method that was found.
std::string command_of(ChooseOptions const& o, MethodChoice const& choice, Found const& found) {
  auto options = found.contender.options;
  if (found.contender.adaptive)
    for (auto const& option : find_problem(o.of.problem).tolerances(found.rung.tolerance))
      options.push_back(option);
  auto const& method = found.contender.method;
  auto start = found.contender.start;
  if (start == find_problem(o.of.problem).method(method).card.starts.front().name) start.clear();
  return run_command(o.of, method, {.start = start, .options = options, .step = choice.step(found)},
                     choice.until);
}

Json json_of(MethodChoice const& choice, Found const& found) {
  auto const& run = found.run;
  bool const adaptive = found.contender.adaptive;
  return JsonObject()
      .add("method", found.contender.method)
      .add("options", json_object(found.contender.options))
      .add("start", found.contender.start)
      .add("step", adaptive ? Json(nullptr) : Json(choice.step(found)))
      .add("tolerance", adaptive ? Json(found.rung.tolerance) : Json(nullptr))
      .add("output_intervals", adaptive ? Json(found.rung.steps) : Json(nullptr))
      .add("error", run.error)
      .add("energy_error", run.energy_error)
      .add("constraint", run.constraint)
      .add("cpu_seconds", found.cpu_seconds)
      .add("work", run.work)
      .add("group", found.group);
}

Json reference_json(ReferenceMotion const& reference, double until) {
  return JsonObject()
      .add("by", reference.by)
      .add("certified", reference.digits.has_value())
      .add("digits", reference.digits)
      .add("error", reference.error)
      .add("interpolation_error", reference.interpolation_error)
      .add("until", until)
      .add("ends_because", reference.ends_because)
      .add("energy_scale", reference.energy_scale);
}

Json energy_json(MethodChoice const& choice) {
  auto const& energy = choice.result.energy;
  if (!energy.keeps) return nullptr;
  auto const& found = choice.result.found[*energy.keeps];
  return JsonObject()
      .add("method", found.contender.method)
      .add("options", json_object(found.contender.options))
      .add("within", energy.error.within)
      .add("beyond", energy.error.beyond);
}

JsonObject json_of(ChooseOptions const& o, MethodChoice const& choice) {
  std::vector<Json> methods, excluded;
  for (auto const& found : choice.result.found) methods.push_back(json_of(choice, found));
  for (auto const& one : choice.result.excluded)
    excluded.push_back(JsonObject().add("method", one.contender.label()).add("reason", one.reason));
  return JsonObject()
      .add("problem", choice.problem)
      .add("until", choice.spec.until)
      .add("error", choice.spec.error)
      .add("quantity", name_of(choice.spec.quantity))
      .add("limit", choice.spec.limit)
      .add("reference", reference_json(choice.reference, choice.until))
      .add("methods", methods)
      .add("excluded", excluded)
      .add("keeps_energy", energy_json(choice))
      .add("interrupted", choice.result.interrupted)
      .add("answer", answer_of(choice))
      .add("command", choice.result.found.empty()
                          ? Json(nullptr)
                          : Json(command_of(o, choice, choice.result.found.front())))
      .add("energy_answer", energy_answer_of(choice))
      .add("exclusions", exclusions_of(choice));
}

std::string text_of(ChooseOptions const& o, MethodChoice const& choice) {
  auto text =
      answer_of(choice) + "\n" + energy_answer_of(choice) + "\n" + exclusions_of(choice) + "\n\n";
  if (!choice.result.found.empty())
    text += "    " + command_of(o, choice, choice.result.found.front()) + "\n\n";
  auto const& reference = choice.reference;
  text +=
      fmt::format("{}: reference up to t = {:g} by {}", choice.problem, choice.until, reference.by);
  if (reference.digits) text += fmt::format(" ({:.1f} digits)", *reference.digits);
  if (reference.interpolation_error > 0)
    text += fmt::format(", error at most {:.1e} at its {} times and {:.1e} between them",
                        reference.error, reference.motion.rows(), reference.interpolation_error);
  text += "\n";
  for (auto const& sentence : choice.kinks) text += "  " + sentence + "\n";
  std::size_t width = std::string_view("method").size();
  for (auto const& found : choice.result.found)
    width = std::max(width, found.contender.label().size());
  if (!choice.result.found.empty())
    text += fmt::format("    {:<{}}  {:<10} {:>12} {:>9} {:>9} {:>10} {:>11} {:>12}\n", "method",
                        width, "start", "h or tol.", "error", choice.driven ? "balance" : "energy",
                        "constraint", "CPU ms", "work");
  for (auto const& found : choice.result.found) {
    auto const size = found.contender.adaptive ? fmt::format("tol {:g}", found.rung.tolerance)
                                               : fmt::format("{:.6g}", choice.step(found));
    text += fmt::format("  {} {:<{}}  {:<10} {:>12} {:>9.1e} {:>9.1e} {:>10.1e} {:>11.3g} {:>12}\n",
                        found.group == 0 ? '=' : ' ', found.contender.label(), width,
                        found.contender.start, size, found.run.error, found.run.energy_error,
                        found.run.constraint, 1e3 * found.cpu_seconds, found.run.work);
  }
  for (auto const& one : choice.result.excluded)
    text += fmt::format("  excluded: {}: {}\n", one.contender.label(), one.reason);
  return text;
}

MethodChoice chosen(ProblemEntry const& problem, ChooseSpec const& spec) {
  MethodsWithOwnEquations const times_are_compared;
  for (auto const& id : spec.methods) applicable_method(problem, id);
  Progress progress("methods for " + problem.card.id);
  return choose(problem, spec, [&](double part) { progress(part); });
}

/// Writes DIR/choices/PROBLEM.json: the answers to the two questions of the problem's page.
int write_choices(ChooseOptions const& options) {
  if (options.output == "") throw InvalidInput("--output: empty name of a folder");
  if (options.until || options.error)
    throw InvalidInput(
        "--output answers the questions of the pages (t = 10 with error 1e-6, t = 100 with error "
        "1e-4); --until and --error cannot be combined with it");
  if (!options.integrators.empty())
    throw InvalidInput(
        "--output compares all methods; it cannot be combined with names of methods");
  auto const& problem = find_problem(options.of.problem);
  auto const folder = std::filesystem::path(*options.output) / "choices";
  FolderInUse const in_use(folder);
  AtomicFile file(folder / (std::filesystem::path(problem.card.id).filename().string() + ".json"));
  std::vector<Json> answers;
  for (auto const& [until, error] : {std::pair{"10", "1e-6"}, {"100", "1e-4"}}) {
    auto question = options;
    question.until = until;
    question.error = error;
    auto const spec = spec_of(question);
    try {
      auto const choice = chosen(problem, spec);
      if (choice.result.interrupted) throw Interrupted{};
      answers.push_back(json_of(question, choice));
    } catch (InvalidInput const& reason) {  // no reference is certain enough: an answer as well
      answers.push_back(JsonObject()
                            .add("problem", problem.card.id)
                            .add("until", spec.until)
                            .add("error", spec.error)
                            .add("methods", std::vector<Json>{})
                            .add("answer", std::string("No answer: ") + reason.what() + "."));
    }
  }
  double load = 0;
  ::getloadavg(&load, 1);
  auto const build = JsonObject()
                         .add("load", load)
                         .add("preset", build_preset())
                         .add("compiler", compiler())
                         .add("processor", processor())
                         .add("date", today());
  file.write(
      stamped(
          JsonObject().add("problem", problem.card.id).add("build", build).add("answers", answers))
          .text() +
      "\n");
  file.commit();
  return 0;
}

int run_choose(ChooseOptions const& options) {
  if (options.output) return write_choices(options);
  auto const spec = spec_of(options);
  auto const choice = chosen(find_problem(options.of.problem), spec);
  if (options.json)
    print_result(json_of(options, choice));
  else
    print_text(text_of(options, choice));
  if (!choice.result.interrupted) return 0;
  flush_stdout();
  throw Interrupted{};
}

}  // namespace

void add_choose(CommandLine& line) {
  auto const o = std::make_shared<ChooseOptions>();
  auto& verb = line.verb("choose", "Find the cheapest method, and its step, for an accuracy",
                         [o] { return run_choose(*o); });
  o->of.declare_all(verb);
  verb.arguments("INTEGRATOR", o->integrators,
                 "Methods to compare, in all their forms, or variants (default: all, with their "
                 "compositions and standard projections)");
  verb.option("--until", "T", o->until, "End time of the error bound, which holds at every node");
  verb.option("--error", "E", o->error, "Bound on the absolute error of the largest component");
  verb.option("--quantity", "NAME", o->quantity,
              "positions (default), velocities or energy (relative to the kinetic energy)");
  verb.option("--limit", "SECONDS", o->limit, "Processor time of the search (default 10)");
  verb.option("--output", "DIR", o->output,
              "Write DIR/choices/PROBLEM.json for `report DIR`: t = 10 with error 1e-6, t = 100 "
              "with error 1e-4");
  verb.shared("--json", o->json);
}

}  // namespace rattleback
