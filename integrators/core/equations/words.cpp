#include <fmt/format.h>
#include <fmt/ranges.h>

#include "integrators/core/equations/structure.hpp"
#include "problems/core/graph/formula.hpp"

namespace rattleback {

namespace {

using graph::Index;

std::string with_abbreviations(graph::FormulaTexts const& texts, std::string text) {
  char const* before = ", where ";
  for (auto const& [name, formula] : texts.abbreviations) {
    text += fmt::format("{}{} = {}", before, name, formula);
    before = ", ";
  }
  return text;
}

void add_abbreviations(graph::FormulaTexts const& texts, std::vector<std::string>& rows) {
  for (auto const& [name, formula] : texts.abbreviations) rows.push_back(name + " = " + formula);
}

/// Returns the rows of a matrix, followed by their abbreviations.
std::vector<std::string> matrix_rows(graph::Graph const& graph, std::vector<Index> const& entries,
                                     int columns, std::vector<std::string> const& inputs) {
  auto const texts = graph::formula_texts(graph, entries, inputs);
  std::vector<std::string> rows;
  for (auto row = texts.formulas.begin(); row != texts.formulas.end(); row += columns)
    rows.push_back(fmt::format("{}", fmt::join(row, row + columns, " & ")));
  add_abbreviations(texts, rows);
  return rows;
}

}  // namespace

EquationTexts equation_texts(RecordedFormulas f, FormulaNames const& names,
                             std::vector<std::string> const& parameters) {
  auto inputs = parameters;
  if (f.driven) inputs.push_back("t");
  inputs.insert(inputs.end(), names.coordinates.begin(), names.coordinates.end());
  inputs.insert(inputs.end(), names.velocities.begin(), names.velocities.end());
  std::vector<Index> accelerations, multipliers;
  auto const add_input = [&](std::vector<Index>& to, std::string const& name) {
    to.push_back(f.graph.input(static_cast<int>(inputs.size())));
    inputs.push_back(name);
  };
  for (auto const& velocity : names.velocities) add_input(accelerations, velocity + "'");
  for (int k = 0; k < f.constraints; ++k)
    add_input(multipliers, f.constraints == 1 ? "lambda" : fmt::format("lambda{}", k + 1));

  EquationTexts texts;
  auto const lagrangian = graph::formula_texts(f.graph, {f.lagrangian}, inputs);
  texts.lagrangian = with_abbreviations(lagrangian, lagrangian.formulas.front());
  for (Index const constraint : f.constraint) {
    auto const text = graph::formula_texts(f.graph, {constraint}, inputs);
    texts.constraints.push_back(with_abbreviations(text, text.formulas.front() + " = 0"));
  }
  for (int i = 0; i < static_cast<int>(f.applied_force.size()); ++i) {
    if (f.graph.is_constant(f.applied_force[i], 0)) continue;
    auto const text = graph::formula_texts(f.graph, {f.applied_force[i]}, inputs);
    texts.forces.push_back(fmt::format("on {}: {}", names.velocities[i],
                                       with_abbreviations(text, text.formulas.front())));
  }
  std::vector<Index> sides;  // left and right, row by row
  for (int i = 0; i < f.dof; ++i) {
    auto left = f.graph.constant(0), right = f.right_hand_side[i];
    for (int j = 0; j < f.dof; ++j)
      left = f.graph.add(left, f.graph.multiply(f.mass[i * f.dof + j], accelerations[j]));
    for (int k = 0; k < f.constraints; ++k)
      right = f.graph.add(right, f.graph.multiply(f.mu[k * f.dof + i], multipliers[k]));
    sides.insert(sides.end(), {left, right});
  }
  auto const motion = graph::formula_texts(f.graph, sides, inputs);
  for (int i = 0; i < f.dof; ++i)
    texts.motion.push_back(motion.formulas[2 * i] + " = " + motion.formulas[2 * i + 1]);
  add_abbreviations(motion, texts.motion);
  texts.mass_matrix = matrix_rows(f.graph, f.mass, f.dof, inputs);
  texts.constraint_matrix = matrix_rows(f.graph, f.mu, f.dof, inputs);
  return texts;
}

}  // namespace rattleback
