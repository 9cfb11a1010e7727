// rattleback show: one problem, integrator, experiment or paper in full.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/number.hpp"

namespace rattleback {

namespace {
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

void show_problem(ProblemEntry const& p) {
  fmt::print("{}: {}\n", p.card.id, p.card.name);
  line("L", p.card.lagrangian);
  for (auto const& constraint : p.card.constraints) line("constraint", constraint);
  line("space", fmt::format("{} ({} coordinates, {} velocities, {} constraints)", p.space, p.size,
                            p.dof, p.constraints));
  line("coordinates", fmt::format("{}", fmt::join(p.card.coordinates, ", ")));
  line("velocities", fmt::format("{}", fmt::join(p.card.velocities, ", ")));
  auto invariants = p.card.invariants;
  invariants.insert(invariants.begin(), "energy");
  line("invariants", fmt::format("{}", fmt::join(invariants, ", ")));
  line("reversing symmetry", p.card.reversing_symmetry);
  line("closed form", p.card.exact_solution);
  line("source", p.card.source);
  line("ensembles",
       p.ensemble_refusal.empty() ? "starts are sampled at a given energy" : p.ensemble_refusal);
  heading(p.parameters.empty() ? "parameters: none" : "parameters (default; allowed)");
  for (auto const& parameter : p.parameters)
    fmt::print("  {:<18} {} ({}; {})\n", parameter.name, parameter.meaning, parameter.standard,
               parameter.allowed);
  heading("cases (the first is the default)");
  for (auto const& c : p.cases) {
    fmt::print("  {:<18} {}\n", c.name, c.note);
    if (!c.parameters.empty()) {
      std::vector<std::string> names;
      std::vector<double> values;
      for (auto const& [name, value] : c.parameters) names.push_back(name), values.push_back(value);
      fmt::print("  {:<18} {}\n", "", assignments(names, values));
    }
    fmt::print("  {:<18} {}\n", "", assignments(p.card.coordinates, c.q));
    fmt::print("  {:<18} {}\n", "", assignments(p.card.velocities, c.v));
  }
  heading("integrators");
  for (auto const& m : p.methods)
    fmt::print("  {:<18} {}\n", m.card.id,
               m.refusal.empty() ? "applies" : "does not apply: " + m.refusal);
}

std::string order_words(int order) {
  return order > 0 ? fmt::format("order {}", order) : std::string("no promised order");
}

/// "t_i", "t_i + 0.5 h"
std::string node_words(double node) {
  if (node == 0) return "t_i";
  return fmt::format("t_i {} {} h", node > 0 ? "+" : "-", std::abs(node));
}

void show_integrator(MethodCard const& m) {
  fmt::print("{}: {}\n", m.id, m.name);
  line("equations", m.equations);
  line("source", m.source);
  line("applies to", m.applies_to);
  line("velocities at", node_words(m.velocity_node));
  line("multipliers at", m.multipliers ? node_words(m.multiplier_node) : "eliminated");
  if (m.counts_in_tau) line("counts in", "the Hamiltonized time tau; the time t is recovered");
  std::vector<std::string> promises;
  if (m.reversible) promises.push_back("reversible");
  if (m.keeps_constraint) promises.push_back("keeps the constraints to rounding");
  if (m.forces_per_step > 0)
    promises.push_back(fmt::format("{} force evaluation{} a step", m.forces_per_step,
                                   m.forces_per_step == 1 ? "" : "s"));
  if (m.adaptive) promises.push_back("chooses its own steps");
  line("promises", fmt::format("{}", fmt::join(promises, "; ")));
  heading("starts (the first is the default)");
  for (auto const& start : m.starts)
    fmt::print("  {:<18} {} in positions and velocities{}\n", start.name, order_words(start.order),
               m.multipliers
                   ? fmt::format(", {} in multipliers", order_words(start.multiplier_order))
                   : "");
  heading(m.options.empty() ? "options: none" : "options (default; allowed)");
  for (auto const& option : m.options)
    fmt::print("  {:<18} {} ({}; {})\n", option.name, option.meaning, option.standard,
               option.allowed);
  heading("problems");
  for (auto const& problem : registry()) {
    auto const& refusal = problem.method(m.id).refusal;
    fmt::print("  {:<24} {}\n", problem.card.id,
               refusal.empty() ? "applies" : "does not apply: " + refusal);
  }
}

void show_experiment(Experiment const& e) {
  fmt::print("{}: {}\n", e.id, e.title);
  line("paper", e.paper);
  line("about", e.about);
  if (!e.choices.empty()) heading("what the paper leaves open");
  for (auto const& choice : e.choices)
    fmt::print("  {}: {} ({})\n", choice.open, choice.choice, choice.reason);
  heading(e.claims.empty() ? "claims: none" : "claims");
  for (auto const& claim : e.claims) {
    fmt::print("  {} ({}): {}\n", claim.id, claim.place, claim.statement);
    fmt::print("    printed: {}; holds when: {}{}\n", claim.printed, claim.criterion.words,
               claim.reason.empty() ? "" : "; " + claim.reason);
    if (claim.quick_criterion)
      fmt::print("    scaled down, holds when: {}\n", claim.quick_criterion->words);
    if (!claim.correction.empty()) fmt::print("    after correction: {}\n", claim.correction);
    if (!claim.assumption.empty()) fmt::print("    under an assumption: {}\n", claim.assumption);
  }
  heading(e.figures.empty() ? "figures: none" : "figures");
  for (auto const& figure : e.figures)
    fmt::print("  {} (figure {}): {}\n", figure.id, figure.number, figure.caption);
}

void show_paper(Paper const& paper) {
  fmt::print("{}: {}\n", paper.id, paper.short_name);
  line("citation", paper.citation);
  heading("experiments");
  for (auto const& e : experiments())
    if (e.paper == paper.id) fmt::print("  {:<28} {}\n", e.id, e.title);
}

int show(std::string const& name) {
  std::vector<std::string> known;
  auto const is = [&](std::string const& id) {
    known.push_back(id);
    return id == name;
  };
  for (auto const& p : registry())
    if (is(p.card.id)) return show_problem(p), 0;
  for (auto const& m : method_cards())
    if (is(m.id)) return show_integrator(m), 0;
  for (auto const& e : experiments())
    if (is(e.id)) return show_experiment(e), 0;
  for (auto const& p : papers())
    if (is(p.id)) return show_paper(p), 0;
  throw_unknown("name", name, known);
}
}  // namespace

void add_show(CommandLine& line) {
  auto const name = std::make_shared<std::string>();
  auto& verb = line.verb("show", "Show a problem, an integrator, an experiment or a paper in full",
                         [name] { return show(*name); });
  verb.argument("NAME", *name, "What `list` lists");
}

}  // namespace rattleback
