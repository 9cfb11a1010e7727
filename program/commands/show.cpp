// rattleback show: all data of a problem, integrator, experiment or paper.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/core/declaration.hpp"
#include "experiments/parasitic/mode_growth.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/variants.hpp"
#include "program/commands/cards.hpp"
#include "program/commands/commands.hpp"
#include "program/plugins/method_files.hpp"
#include "program/text/arguments.hpp"
#include "program/text/number.hpp"

namespace rattleback {

namespace {
/// List of names and descriptions, in two columns.
using Rows = std::vector<std::pair<std::string, std::string>>;

void print_rows(Rows const& rows) {
  std::size_t width = 18;
  for (auto const& [name, words] : rows) width = std::max(width, name.size());
  for (auto const& [name, words] : rows) fmt::print("  {:<{}} {}\n", name, width, words);
}

void line(std::string_view label, std::string_view words) {
  fmt::print("{:<20} {}\n", label, words.empty() ? "-" : words);
}

void heading(std::string_view words) { fmt::print("{}\n", words); }

std::string assignments(std::vector<std::string> const& names, std::vector<double> const& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i)
    parts.push_back(fmt::format("{} = {}", names[i], decimal(values[i])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Returns the description of a parameter or an option.
template <class Setting>
std::string described(Setting const& setting, std::string const& allowed) {
  return fmt::format("{} ({}; {})", setting.meaning, setting.standard, allowed);
}

std::string applies(std::string const& refusal) {
  return refusal.empty() ? "applies" : "does not apply: " + refusal;
}

/// Returns the growth of the parasitic mode along the motions of the cases.
Rows parasitic_rows(ProblemEntry const& p, double until) {
  Rows rows;
  for (auto const& c : p.cases) try {
      Setting setting;
      setting.case_name = c.name;
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

void show_problem(ProblemEntry const& p) {
  fmt::print("{}: {}\n", p.card.id, p.card.name);
  line("L", p.card.lagrangian);
  for (auto const& constraint : p.card.constraints) line("constraint", constraint);
  line("space", fmt::format("{} ({} coordinates, {} velocities, {} constraints)", p.space, p.size,
                            p.dof, p.constraints));
  for (auto const& force : p.card.forces) line("force", force);
  if (p.driven) line("driven", p.card.driven);
  auto const lines = [&](char const* label, std::vector<std::string> const& texts,
                         std::size_t most) {
    if (texts.size() > most)
      return line(label,
                  fmt::format("{} lines: in `rattleback show {} --json`", texts.size(), p.card.id));
    for (auto const& text : texts) line(label, text), label = "";
  };
  constexpr std::size_t most_rows = 8;
  lines("equations of motion", p.card.equations_of_motion, p.dof + 8);
  lines("mass matrix", p.card.mass_matrix, most_rows);
  lines("constraint matrix", p.card.constraint_matrix, most_rows);
  line("evaluated by", p.equations);
  line("coordinates", fmt::format("{}", fmt::join(p.card.coordinates, ", ")));
  line("velocities", fmt::format("{}", fmt::join(p.card.velocities, ", ")));
  auto invariants = p.card.invariants;
  invariants.insert(invariants.begin(), p.driven ? "balance" : "energy");
  line("invariants", fmt::format("{}", fmt::join(invariants, ", ")));
  line("reversing symmetry", p.card.reversing_symmetry);
  if (!p.card.invariant_measure.empty()) line("invariant measure", p.card.invariant_measure);
  if (!p.card.frame.empty()) line("frame", p.card.frame);
  line("closed form", p.card.exact_solution);
  line("source", p.card.source);
  if (p.card.time_scale != 1)
    line("time scale", fmt::format("{}: unit of steps and of measured times", p.card.time_scale));
  line("initial conditions of ensembles",
       p.driven ? "given by --starts FILE, because no energy is constant" : p.starts);
  heading(p.parameters.empty() ? "parameters: none" : "parameters (default; allowed)");
  Rows parameters, cases, integrators;
  for (auto const& parameter : p.parameters)
    parameters.emplace_back(parameter.name, described(parameter, parameter.allowed));
  print_rows(parameters);
  heading("cases (the first is the default)");
  for (auto const& c : p.cases) {
    cases.emplace_back(c.name, c.note);
    if (!c.parameters.empty()) {
      std::vector<std::string> names;
      std::vector<double> values;
      for (auto const& [name, value] : c.parameters) names.push_back(name), values.push_back(value);
      cases.emplace_back("", assignments(names, values));
    }
    cases.emplace_back("", assignments(p.card.coordinates, c.q));
    cases.emplace_back("", assignments(p.card.velocities, c.v));
  }
  print_rows(cases);
  double const until = 50 * p.card.time_scale;
  heading(
      fmt::format("parasitic mode of methods that reflect momenta, up to t = {:g} "
                  "(docs/parasitic_mode.md)",
                  until));
  print_rows(parasitic_rows(p, until));
  heading("integrators");
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
  fmt::print("{}: {}\n", m.id, m.name);
  line("equations", m.equations);
  line("source", m.source);
  line("applies to", m.applies_to);
  line("driven systems",
       m.takes_forces ? "takes forces, time and moving constraints" : "no: " + m.no_forces_because);
  line("velocities at", node_words(m.velocity_node));
  line("multipliers at", m.multipliers ? node_words(m.multiplier_node) : "eliminated");
  if (m.counts_in_tau)
    line("time",
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
  line("promises", fmt::format("{}", fmt::join(promises, "; ")));
  heading("starting procedures (the first is the default)");
  Rows starts, options;
  for (auto const& start : m.starts)
    starts.emplace_back(start.name,
                        fmt::format("{} in positions and velocities{}", order_words(start.order),
                                    m.multipliers ? fmt::format(", {} in multipliers",
                                                                order_words(start.multiplier_order))
                                                  : ""));
  print_rows(starts);
  heading(m.options.empty() ? "options: none" : "options (default; allowed)");
  for (auto const& option : m.options)
    options.emplace_back(option.name, described(option, option.allowed()));
  print_rows(options);
  if (!m.known_limits.empty()) heading("known limits");
  for (auto const& limit : m.known_limits)
    fmt::print("  {} ({})\n", limit.sentence, limit.reference);
  heading("problems");
  print_rows(problems);
}

/// Shows a method in a header; on other problems it is compiled at its first use.
void show_built(BuiltClass const& method) {
  auto const card = card_of_built(method);
  Rows problems;
  for (auto const& problem : method.built_for) problems.emplace_back(problem, "built");
  show_integrator(card, problems);
}

/// Shows the class built from a header. Throws InvalidInput if the header was never built.
void show_header(std::string const& path) {
  auto const wanted = class_in_header(path).header;
  for (auto const& method : all_built(HeaderKind::method))
    if (method.in.header == wanted) return show_built(method);
  for (auto const& problem : all_built(HeaderKind::problem))
    if (problem.in.header == wanted) return show_problem(find_problem(problem.id));
  throw InvalidInput(fmt::format("'{}' has not been built; run `rattleback build` first", path));
}

void show_statements(Experiment const& e) {
  heading("statements that it measures");
  std::string last;
  for (auto const& [id, name] : measured_by(e, declarations())) {
    for (auto const& s : declarations().statements) {
      if (s.paper != e.paper || s.id != id) continue;
      if (id != last) fmt::print("  {} ({}): {}\n", s.id, s.place, s.statement);
      if (id != last && !s.printed.empty()) fmt::print("    printed: {}\n", s.printed);
      for (auto const& r : s.readings)
        if (r.name == name)
          fmt::print("    {}{}{}: {}\n", r.name, r.quantity.empty() ? "" : ", ", r.quantity,
                     Rule(s.kind, r.rule).words());
      if (id != last)
        for (auto const& c : s.controls)
          fmt::print("    control, {}{}\n", c.name,
                     c.same_as.empty() ? ": " + c.quantity : ", as in " + c.same_as);
    }
    last = id;
  }
}

void show_experiment(Experiment const& e) {
  fmt::print("{}: {}\n", e.id, e.title);
  line("paper", e.paper);
  line("about", e.about);
  if (!e.choices.empty()) heading("what the paper leaves open");
  for (auto const& choice : e.choices)
    fmt::print("  {}: {} ({})\n", choice.open, choice.choice, choice.reason);
  show_statements(e);
  heading(e.figures.empty() ? "figures: none" : "figures");
  for (auto const& figure : e.figures)
    fmt::print("  {} (figure {}): {}\n", figure.id, figure.number, figure.caption);
}

void show_paper(Paper const& paper) {
  fmt::print("{}: {}\n", paper.id, paper.short_name);
  line("citation", paper.citation);
  heading("experiments");
  Rows rows;
  for (auto const& e : experiments())
    if (e.paper == paper.id) rows.emplace_back(e.id, e.title);
  print_rows(rows);
}

/// Prints the card of a problem or a method as JSON; throws InvalidInput if there is no card.
int show_json(std::string const& name) {
  auto const print_method = [](BuiltClass const& built) {
    print(method_card(card_of_built(built), built.built_for));
  };
  if (is_header(name))
    for (auto const& built : all_built(HeaderKind::method))
      if (built.in.header == class_in_header(name).header) return print_method(built), 0;
  if (named_variant(name)) return print(method_card(card_of_variant(name))), 0;
  if (!is_header(name) && !text::is_path(name)) {
    for (auto const& m : method_cards())
      if (m.id == name) return print(method_card(m)), 0;
    if (auto const built = find_built(HeaderKind::method, name)) return print_method(*built), 0;
  }
  print(problem_card(find_problem(name)));
  return 0;
}

int show(std::string const& name) {
  if (named_variant(name)) {
    auto const card = card_of_variant(name);
    return show_integrator(card, rows_of_problems(card)), 0;
  }
  if (is_header(name)) return show_header(name), 0;
  if (text::is_path(name)) return show_problem(find_problem(name)), 0;
  std::vector<std::string> known;
  auto const is = [&](std::string const& id) {
    known.push_back(id);
    return id == name;
  };
  for (auto const& p : registry())
    if (is(p.card.id)) return show_problem(p), 0;
  for (auto const& m : method_cards())
    if (is(m.id)) return show_integrator(m, rows_of_problems(m)), 0;
  for (auto const& e : experiments())
    if (is(e.id)) return show_experiment(e), 0;
  for (auto const& p : papers())
    if (is(p.id)) return show_paper(p), 0;
  if (auto const method = find_built(HeaderKind::method, name)) return show_built(*method), 0;
  if (find_built(HeaderKind::problem, name)) return show_problem(find_problem(name)), 0;
  throw_unknown("name", name, known);
}
}  // namespace

void add_show(CommandLine& line) {
  struct ShowOptions {
    std::string name;
    bool json = false;
  };
  auto const o = std::make_shared<ShowOptions>();
  auto& verb = line.verb("show", "Show all data of a problem, integrator, experiment or paper",
                         [o] { return o->json ? show_json(o->name) : show(o->name); });
  verb.flag("--json", o->json, "Print the card of a problem or an integrator");
  verb.argument(
      "NAME", o->name,
      "Name in `list`, a variant such as compose(METHOD,SCHEME), or the file of a problem "
      "or a method");
}

}  // namespace rattleback
