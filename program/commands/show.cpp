// rattleback show: all data of a problem, integrator, experiment, paper, statement, finding or
// erratum.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "experiments/core/declaration.hpp"
#include "experiments/parasitic/mode_growth.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/variants.hpp"
#include "program/commands/cards.hpp"
#include "program/commands/commands.hpp"
#include "program/commands/show_records.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"

namespace rattleback {

void print_field(std::string_view label, std::string_view text) {
  fmt::print("{:<20} {}\n", label, text.empty() ? "-" : text);
}

void print_heading(std::string_view text) { fmt::print("{}\n", text); }

namespace {
using formulas::plain_prose;

/// List of names and descriptions, in two columns.
using Rows = std::vector<std::pair<std::string, std::string>>;

void print_rows(Rows const& rows) {
  std::size_t width = 18;
  for (auto const& [name, words] : rows) width = std::max(width, name.size());
  for (auto const& [name, words] : rows) fmt::print("  {:<{}} {}\n", name, width, words);
}

std::string assignments(std::vector<std::string> const& names, std::vector<double> const& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i)
    parts.push_back(fmt::format("{} = {}", names[i], decimal(values[i])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Returns the description of a parameter or an option.
template <class Setting>
std::string described(Setting const& setting, std::string const& allowed) {
  return fmt::format("{} ({}; {})", plain_prose(setting.meaning), setting.standard, allowed);
}

std::string applies(std::string const& refusal) {
  return refusal.empty() ? "applies" : "does not apply: " + plain_prose(refusal);
}

/// Returns the growth of the parasitic mode along the motions of the cases.
Rows parasitic_rows(ProblemEntry const& p, double until) {
  if (p.constraints == 0) return {{"all", "no mode without constraints"}};
  Rows rows;
  for (auto const& c : p.cases) try {
      Setting const setting{.case_name = c.name};
      ModeGrowth const growth(p, setting, until);
      auto const words = [](ModeGrowth const& of) {
        double const log_factor = of.log_factors(of.times().size() - 1).front();
        return fmt::format("rate {:.4g} (grows by exp({:.4g}))", log_factor / of.end(), log_factor);
      };
      rows.emplace_back(c.name, growth.neutral()
                                    ? "neutral: its size does not change"
                                    : words(growth) + (p.driven ? " with a force at the "
                                                                  "velocity of the interval"
                                                                : ""));
      if (p.driven)
        rows.emplace_back("",
                          words(growth.with_nodal_force()) + " with a force at the nodal velocity");
    } catch (InvalidInput const& reason) {
      rows.emplace_back(c.name, reason.what());
    }
  return rows;
}

/// The formulas are in the notation of problem files, from which and to which they are copied.
void show_problem(ProblemEntry const& p) {
  fmt::print("{}: {}\n", p.card.id, plain_prose(p.card.name));
  print_field("L", p.card.lagrangian);
  for (auto const& constraint : p.card.constraints) print_field("constraint", constraint);
  print_field("space", fmt::format("{} ({} coordinates, {} velocities, {} constraints)", p.space,
                                   p.size, p.dof, p.constraints));
  for (auto const& force : p.card.forces) print_field("force", force);
  if (p.driven) print_field("driven", p.card.driven);
  auto const lines = [&](char const* label, std::vector<std::string> const& texts,
                         std::size_t most) {
    if (texts.size() > most)
      return print_field(
          label, fmt::format("{} lines: in `rattleback show {} --json`", texts.size(), p.card.id));
    for (auto const& text : texts) print_field(label, text), label = "";
  };
  constexpr std::size_t most_rows = 8;
  lines("equations of motion", p.card.equations_of_motion, p.dof + 8);
  lines("mass matrix", p.card.mass_matrix, most_rows);
  lines("constraint matrix", p.card.constraint_matrix, most_rows);
  print_field("evaluated by", p.equations);
  print_field("coordinates", fmt::format("{}", fmt::join(p.card.coordinates, ", ")));
  print_field("velocities", fmt::format("{}", fmt::join(p.card.velocities, ", ")));
  auto invariants = p.card.invariants;
  invariants.insert(invariants.begin(), p.driven ? "balance" : "energy");
  print_field("invariants", fmt::format("{}", fmt::join(invariants, ", ")));
  print_field("reversing symmetry", plain_prose(p.card.reversing_symmetry));
  if (!p.card.invariant_measure.empty())
    print_field("invariant measure", plain_prose(p.card.invariant_measure));
  if (!p.card.frame.empty()) print_field("frame", plain_prose(p.card.frame));
  print_field("closed form", plain_prose(p.card.exact_solution));
  print_field("source", p.card.source);
  print_field("time scale",
              fmt::format("{}: unit of steps and of measured times", p.card.time_scale));
  print_field("initial conditions of ensembles",
              p.driven ? "given by --starts FILE, because no energy is constant" : p.starts);
  print_heading(p.parameters.empty() ? "parameters: none" : "parameters (default; allowed)");
  Rows parameters, cases, integrators;
  for (auto const& parameter : p.parameters)
    parameters.emplace_back(parameter.name, described(parameter, parameter.allowed));
  print_rows(parameters);
  print_heading("cases (the first is the default)");
  for (auto const& c : p.cases) {
    cases.emplace_back(c.name, plain_prose(c.note));
    if (!c.parameters.empty()) {
      std::vector<std::string> names;
      std::vector<double> values;
      for (auto const& [name, value] : c.parameters) names.push_back(name), values.push_back(value);
      cases.emplace_back("", assignments(names, values));
    }
    cases.emplace_back("", assignments(p.card.coordinates, c.q));
    cases.emplace_back("", assignments(p.card.velocities, c.v));
    if (c.stated.rejected)
      cases.emplace_back("", "does not run: " + std::string(c.stated.rejected->what()));
    if (!c.stated.moved.empty())
      cases.emplace_back("", "moved within its digits: " + c.stated.moved);
  }
  print_rows(cases);
  double const until = 50 * p.card.time_scale;
  print_heading(
      fmt::format("parasitic mode of methods that reflect momenta, up to t = {:g} "
                  "(docs/parasitic_mode.md)",
                  until));
  print_rows(parasitic_rows(p, until));
  print_heading("integrators");
  for (auto const& m : p.methods)
    integrators.emplace_back(m.card.id, applies(m.not_applicable_because));
  print_rows(integrators);
}

std::string order_words(int order) {
  return order > 0 ? fmt::format("order {}", order) : std::string("no promised order");
}

/// Formats a node as "t_i" or "t_i + 0.5 h".
std::string node_words(double node) {
  if (node == 0) return "t_i";
  return fmt::format("t_i {} {} h", node > 0 ? "+" : "-", std::abs(node));
}

/// Returns a row for each problem: whether the method applies.
Rows rows_of_problems(MethodCard const& m) {
  Rows rows;
  for (auto const& problem : registry())
    rows.emplace_back(problem.card.id, applies(refusal_on(problem, m.id)));
  return rows;
}

void show_integrator(MethodCard const& m, Rows const& problems) {
  fmt::print("{}: {}\n", m.id, plain_prose(m.name));
  print_field("equations", formulas::plain_equations(m.equations));
  print_field("source", plain_prose(m.source));
  print_field("applies to", plain_prose(m.applies_to));
  print_field("driven systems", m.takes_forces ? "takes forces, time and moving constraints"
                                : m.no_forces_because.empty() ? "no"
                                                              : "no: " + m.no_forces_because);
  print_field("velocities at", node_words(m.velocity_node));
  print_field("multipliers at", m.multipliers ? node_words(m.multiplier_node) : "eliminated");
  if (m.counts_in_tau)
    print_field(
        "time",
        "uses the reparametrised time tau (d tau = f dt, Chaplygin's time); t is recovered");
  std::vector<std::string> promises;
  if (m.reversible) promises.push_back("reversible");
  if (m.preserves_constraint) promises.push_back("preserves the constraints to rounding");
  if (m.preserves_energy) promises.push_back("preserves the energy to rounding");
  if (m.lagrangian_derivatives_per_step > 0)
    promises.push_back(fmt::format("{} derivative{} of the Lagrangian per step",
                                   m.lagrangian_derivatives_per_step,
                                   m.lagrangian_derivatives_per_step == 1 ? "" : "s"));
  if (m.adaptive) promises.push_back("adapts its step size");
  print_field("promises", fmt::format("{}", fmt::join(promises, "; ")));
  print_heading("starting procedures (the first is the default)");
  Rows starts, options;
  for (auto const& start : m.starts)
    starts.emplace_back(start.name,
                        fmt::format("{} in positions and velocities{}", order_words(start.order),
                                    m.multipliers ? fmt::format(", {} in multipliers",
                                                                order_words(start.multiplier_order))
                                                  : ""));
  print_rows(starts);
  print_heading(m.options.empty() ? "options: none" : "options (default; allowed)");
  for (auto const& option : m.options)
    options.emplace_back(option.name, described(option, option.allowed()));
  print_rows(options);
  if (!m.known_limits.empty()) print_heading("known limits");
  for (auto const& limit : m.known_limits)
    fmt::print("  {} ({})\n", plain_prose(limit.sentence), limit.reference);
  print_heading("problems");
  print_rows(problems);
}

/// Shows a method in a header; on other problems it is compiled at its first use.
void show_built(BuiltClass const& built, bool json) {
  auto const card = card_of_built(built);
  if (json) return print_result(method_card(card, built.built_for));
  Rows problems;
  for (auto const& problem : built.built_for) problems.emplace_back(problem, "built");
  show_integrator(card, problems);
}

/// Shows the method built from a header. Throws InvalidInput if the header was never built.
void show_header(std::string const& path, bool json) {
  auto const wanted = class_in_header(path).header;
  for (auto const& built : all_built())
    if (built.in.header == wanted) return show_built(built, json);
  throw InvalidInput(fmt::format("'{}' has not been built; run `rattleback build` first", path));
}

void show_statements(Experiment const& e) {
  print_heading("statements that it measures");
  std::string last;
  for (auto const& [id, name] : measured_by(e, declarations())) {
    for (auto const& s : declarations().statements) {
      if (s.paper != e.paper || s.id != id) continue;
      if (id != last)
        fmt::print("  {} ({}): {}\n", s.id, plain_prose(s.place), plain_prose(s.statement));
      if (id != last && !s.printed.empty()) fmt::print("    printed: {}\n", plain_prose(s.printed));
      for (auto const& r : s.readings)
        if (r.name == name)
          fmt::print("    {}{}{}: {}\n", plain_prose(r.label), r.quantity.empty() ? "" : ", ",
                     plain_prose(r.quantity), plain_prose(Rule(s.kind, r.rule).words()));
      if (id != last)
        for (auto const& c : s.controls)
          fmt::print("    control, {}{}\n", plain_prose(c.label),
                     c.same_as.empty() ? ": " + plain_prose(c.quantity)
                                       : ", as in " + plain_prose(c.same_as));
    }
    last = id;
  }
}

void show_experiment(Experiment const& e) {
  fmt::print("{}: {}\n", e.id, plain_prose(e.title));
  print_field("paper", e.paper);
  print_field("about", plain_prose(e.about));
  if (!e.choices.empty()) print_heading("what the paper leaves open");
  for (auto const& choice : e.choices)
    fmt::print("  {}: {} ({})\n", plain_prose(choice.open), plain_prose(choice.choice),
               plain_prose(choice.reason));
  show_statements(e);
  print_heading(e.figures.empty() ? "figures: none" : "figures");
  for (auto const& figure : e.figures)
    fmt::print("  {} (figure {}): {}\n", figure.id, figure.number, plain_prose(figure.caption));
}

void show_paper(Paper const& paper) {
  fmt::print("{}: {}\n", paper.id, paper.short_name);
  print_field("citation", paper.citation);
  print_heading("experiments");
  Rows rows;
  for (auto const& e : experiments())
    if (e.paper == paper.id) rows.emplace_back(e.id, plain_prose(e.title));
  print_rows(rows);
}

/// True if `name` is the path of a problem's file. Ids of records may contain a slash, too.
bool is_file(std::string const& name) {
  return text::is_path(name) && (std::filesystem::exists(name) || !find_record(name));
}

/// Throws InvalidInput with the nearest names only, because all names would fill a screen.
[[noreturn]] void throw_unknown_name(std::string const& name, std::vector<std::string> known) {
  if (name.empty())
    throw InvalidInput("the name '' is empty; `rattleback list CATALOGUE` prints the names");
  auto const records = names_of_records(name);
  if (name.find(':') != name.npos && records.front().find(':') != name.npos)
    known = records;
  else if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::isupper(c); }))
    known.insert(known.end(), records.begin(), records.end());
  // Names that contain the word are nearer than names of similar length.
  std::vector<std::string> near;
  for (auto const& one : known)
    if (name.size() > 2 && near.size() < 3 && one.find(name) != one.npos) near.push_back(one);
  while (near.size() < 3 && !known.empty()) {
    auto const best = nearest(name, known);
    std::erase(known, best);
    if (std::find(near.begin(), near.end(), best) == near.end()) near.push_back(best);
  }
  throw InvalidInput(
      fmt::format("unknown name '{}'; nearest: {}; `rattleback list CATALOGUE` prints all", name,
                  fmt::join(near, ", ")));
}

/// Prints a problem as a problem file.
int show_text(std::string const& name) {
  fmt::print("{}", text_of(find_problem(name)));
  return 0;
}

/// Shows what `name` names. Experiments and papers have no JSON.
int show(std::string const& name, bool json) {
  auto const show_problem_card = [&](ProblemEntry const& p) {
    json ? print_result(problem_card(p)) : show_problem(p);
  };
  auto const show_method_card = [&](MethodCard const& m) {
    json ? print_result(method_card(m)) : show_integrator(m, rows_of_problems(m));
  };
  if (named_variant(name)) return show_method_card(card_of_variant(name)), 0;
  if (is_header(name)) return show_header(name, json), 0;
  if (is_file(name)) return show_problem_card(find_problem(name)), 0;
  std::vector<std::string> known;
  auto const is = [&](std::string const& id) {
    known.push_back(id);
    return id == name;
  };
  for (auto const& p : registry())
    if (is(p.card.id)) return show_problem_card(p), 0;
  for (auto const& m : method_cards())
    if (is(m.id)) return show_method_card(m), 0;
  if (!json) {
    for (auto const& e : experiments())
      if (is(e.id)) return show_experiment(e), 0;
    for (auto const& p : papers())
      if (is(p.id)) return show_paper(p), 0;
  }
  if (auto const built = find_built(name)) return show_built(*built, json), 0;
  if (auto const record = find_record(name)) return show_record(*record, json), 0;
  throw_unknown_name(name, known);
}
}  // namespace

void add_show(CommandLine& line) {
  struct ShowOptions {
    std::string name;
    bool json = false, text = false;
  };
  auto const o = std::make_shared<ShowOptions>();
  auto& verb =
      line.verb("show", "Show a problem, integrator, experiment, paper, statement, ...", [o] {
        if (o->json && o->text)
          throw InvalidInput(
              "--text and --json exclude each other; the card of a problem has "
              "its text, in the field 'text'");
        if (o->text) return show_text(o->name);
        return show(o->name, o->json);
      });
  verb.flag("--json", o->json,
            "Print the card of a problem or an integrator, or a statement, finding or erratum");
  verb.flag("--text", o->text, "Print a problem as a problem file (docs/your_own_system.md)");
  verb.argument(
      "NAME", o->name,
      "Name in `list`, a variant such as compose(METHOD,SCHEME), the file of a problem or a "
      "method, or the id of a statement, finding or erratum: FIM-74, or PAPER:G4 if several papers "
      "have the id");
}

}  // namespace rattleback
