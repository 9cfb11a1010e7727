#include "integrators/core/equations/generator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rattleback {

namespace {

std::vector<graph::Index> entries_of(std::vector<graph::Result> const& results,
                                     std::string const& name) {
  for (auto const& result : results)
    if (result.name == name) return result.entries;
  throw std::logic_error("no result " + name);
}

/// Rank of a recorded matrix with so many rows at generic points.
int generic_rank(TracedEquations const& traced, std::string const& name, int rows) {
  auto const nodes = entries_of(traced.terms, name);
  int rank = 0;
  constexpr int points = 5;
  auto const& last = traced.inputs.back();
  int const more = last.first + last.count - static_cast<int>(traced.parameters.size());
  for (auto const& inputs : points_without_pattern(traced.parameters, more, points))
    rank = std::max(rank, rank_at(traced.graph, nodes, rows, inputs));
  return rank;
}

/// Conditions that are not met by themselves, each once. Empty with `false` where one never is.
std::pair<std::vector<graph::Index>, bool> open_conditions(
    TracedEquations const& traced, std::vector<graph::Result> const& motion) {
  std::vector<graph::Index> open;
  for (auto const node : entries_of(motion, "conditions")) {
    auto const& [operation, a, b, value] = traced.graph[node];
    if (operation == graph::Operation::constant) {
      if (value.numerator() <= 0) return {{}, false};
    } else if (std::find(open.begin(), open.end(), node) == open.end()) {
      open.push_back(node);
    }
  }
  return {open, true};
}

std::string heading(std::string const& id) {
  return "#pragma once\n// Equations derived from the Lagrangian and the constraints of " + id +
         ".\n\n#include \"stated/" + id + ".hpp\"\n\nnamespace rattleback {\n\n";
}
std::string opening(std::string const& type) {
  return "template <class Real>\nstruct GeneratedEquations<" + type + "> {\n";
}
std::string const closing = "};\n", ending = "\n}  // namespace rattleback\n";

/// Returns the structure that was found, for the concepts of problems/core/problem.hpp, with the
/// texts.
std::string facts_text(DerivedFacts const& facts) {
  std::string text;
  auto const add_flag = [&](bool is_so, char const* name) {
    if (is_so) text += fmt::format("  static constexpr bool {} = true;\n", name);
  };
  if (auto const& found = facts.found) {
    add_flag(found->no_constant_mass.empty(), "constant_mass");
    add_flag(!found->linear_term.empty(), "linear_terms_in_velocity");
    add_flag(found->affine(), "affine_constraints");
    add_flag(found->driven.has_force && !found->driven.force_on_velocity, "force_without_velocity");
    add_flag(facts.on_group && found->no_invariant_kinetic.empty(), "left_invariant_kinetic");
    add_flag(facts.on_group && found->no_invariant_constraints.empty(),
             "left_invariant_constraints");
    add_flag(facts.knife_edge, "knife_edge_constraint");
    add_flag(found->constraint_constant_along_reaction, "constraint_constant_along_reaction");
  }
  auto const add_texts = [&](char const* name, std::vector<std::string> const& texts) {
    text += fmt::format("  static constexpr std::array<char const*, {}> {}{{\n      \"{}\"}};\n",
                        texts.size(), name, fmt::join(texts, "\",\n      \""));
  };
  text += fmt::format("  static constexpr char const* lagrangian_text =\n      \"{}\";\n",
                      facts.texts.lagrangian);
  add_texts("constraint_texts", facts.texts.constraints);
  add_texts("motion_texts", facts.texts.motion);
  add_texts("mass_matrix_texts", facts.texts.mass_matrix);
  add_texts("constraint_matrix_texts", facts.texts.constraint_matrix);
  if (facts.driven) {
    if (!facts.texts.forces.empty()) add_texts("force_texts", facts.texts.forces);
    text += fmt::format("  static constexpr char const* driven_text = \"{}\";\n",
                        facts.found ? driven_in_words(facts.found->driven) : "driven");
  }
  return text;
}

}  // namespace

std::string equations_text(std::string const& id, std::string const& name,
                           TracedEquations const& traced, DerivedFacts const& facts) {
  int const n = static_cast<int>(entries_of(traced.terms, "p").size());
  int const m = static_cast<int>(entries_of(traced.terms, "phi").size());
  if (generic_rank(traced, "mass", n) < n)
    throw UnfitProblem(id + ": the mass matrix of its Lagrangian is singular everywhere");
  if (int const rank = generic_rank(traced, "mu", m); rank < m)
    throw UnfitProblem(id + ": its " + std::to_string(m) + " constraints have rank " +
                       std::to_string(rank) + " everywhere");

  auto const problem = name + "<Real>";
  std::vector<std::string> parameters;
  auto const open = [&](std::string const& type, std::string const& system) {
    parameters.clear();
    for (std::size_t i = 0; i + (traced.driven ? 1 : 0) < traced.parameters.size(); ++i)
      parameters.push_back(system + ".*(" + problem + "::parameters()[" + std::to_string(i) +
                           "].member)");
    if (traced.driven) parameters.push_back("clock_of(system)");
    return opening(type) + "  using System = " + type + ";\n";
  };
  auto text = heading(id) + open(problem, "system") + facts_text(facts);
  auto const add = [&](TracedFunction const& function) {
    auto const arguments = traced.arguments(function.arguments);
    if (graph::reads_only(traced.graph, function.results, parameters.size(), arguments))
      text += graph::function_text(traced.graph, function.name, parameters, arguments,
                                   function.results);
  };
  add({"terms", {"q", "v"}, traced.terms});
  for (auto const& function : traced.functions) add(function);
  if (!traced.motion.empty()) {
    bool const closed = !traced.closed_motion.empty();
    auto motion = closed ? traced.closed_motion : traced.motion;
    auto const [conditions, possible] = open_conditions(traced, motion);
    if (possible) {
      motion.back().entries = conditions;
      if (closed) text += "  static constexpr bool motion_is_closed = true;\n";
      text +=
          "  static constexpr int motion_conditions = " + std::to_string(conditions.size()) + ";\n";
      add({"motion", {"q", "v"}, motion});
    }
  }
  text += closing;
  if (!traced.in_chart.empty()) {
    text += "\ntemplate <class P>\nstruct InChart;\n\n" +
            open("InChart<" + problem + ">", "system.system");
    for (auto const& function : traced.in_chart) add(function);
    text += closing;
  }
  return text + ending;
}

std::string refusal_text(std::string const& id, std::string const& name,
                         std::string const& reason) {
  return heading(id) + opening(name + "<Real>") +
         "  static constexpr char const* not_recorded_because = \"" + reason + "\";\n" + closing +
         ending;
}

}  // namespace rattleback
