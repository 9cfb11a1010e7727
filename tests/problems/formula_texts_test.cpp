// Formulas as texts say what was recorded: read as text again, they have the same values.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generated/contact_oscillator.hpp"
#include "generated/knife_edge.hpp"
#include "generated/rattleback.hpp"
#include "generated/snakeboard.hpp"
#include "integrators/core/equations/formulas.hpp"
#include "integrators/core/equations/structure.hpp"
#include "problems/core/graph/formula.hpp"
#include "problems/text/expression.hpp"

namespace rattleback {
namespace {

using graph::Index;
using Lines = std::vector<std::string>;

template <template <class> class Problem>
FormulaNames names_of() {
  auto const card = Problem<double>::card();
  return {card.coordinates, card.velocities};
}
template <template <class> class Problem>
std::vector<std::string> parameters_of() {
  std::vector<std::string> names;
  for (auto const& parameter : Problem<double>::parameters()) names.push_back(parameter.name);
  return names;
}

/// Values of formulas that were printed with "*", by the reader of text problems.
std::vector<double> values_of(graph::FormulaTexts const& texts,
                              std::vector<std::string> const& inputs,
                              std::vector<double> const& point) {
  graph::Graph graph;
  text::Names names;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    names.emplace_back(inputs[i], graph.input(static_cast<int>(i)));
  for (auto const& [name, formula] : texts.abbreviations)
    names.emplace_back(name, text::formula(formula, names, graph));
  std::vector<Index> nodes;
  for (auto const& formula : texts.formulas) nodes.push_back(text::formula(formula, names, graph));
  return graph::evaluate<double>(graph, nodes, point);
}

template <template <class> class Problem>
void reads_back(std::size_t least_abbreviations) {
  auto const formulas = recorded_formulas<Problem>();
  auto inputs = parameters_of<Problem>();
  auto const names = names_of<Problem>();
  inputs.insert(inputs.end(), names.coordinates.begin(), names.coordinates.end());
  inputs.insert(inputs.end(), names.velocities.begin(), names.velocities.end());
  std::vector<Index> outputs{formulas.lagrangian};
  for (auto const* more : {&formulas.constraint, &formulas.mass, &formulas.right_hand_side})
    outputs.insert(outputs.end(), more->begin(), more->end());
  auto const texts = graph::formula_texts(formulas.graph, outputs, inputs, "*");
  EXPECT_GE(texts.abbreviations.size(), least_abbreviations);

  std::vector<double> parameters;
  for (auto const& parameter : Problem<double>::parameters())
    parameters.push_back(Problem<double>{}.*(parameter.member));
  int looked_at = 0;
  for (auto const& point : points_without_pattern(parameters, formulas.size + formulas.dof, 4)) {
    auto const exact = graph::evaluate<double>(formulas.graph, outputs, point);
    auto const read = values_of(texts, inputs, point);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      if (!std::isfinite(exact[i])) continue;
      ++looked_at;
      EXPECT_NEAR(read[i], exact[i], 1e-11 * (1 + std::abs(exact[i])));
    }
  }
  EXPECT_GT(looked_at, 0);
}

TEST(FormulaTexts, ParseBackToTheSameValues) {
  reads_back<ContactOscillator>(0);
  reads_back<KnifeEdge>(0);
  reads_back<Snakeboard>(0);
  reads_back<Rattleback>(1);
}

TEST(FormulaTexts, CollectPowersSignsAndFactors) {
  graph::Graph g;
  auto const k = g.input(0), x = g.input(1), y = g.input(2);
  auto const text = [&](Index i) {
    return graph::formula_texts(g, {i}, {"k", "x", "y"}).formulas.front();
  };
  auto const half = *graph::Rational::of(1, 2);
  EXPECT_EQ(text(g.multiply(g.multiply(x, x), x)), "x^3");
  EXPECT_EQ(text(g.subtract(g.negate(x), g.subtract(y, k))), "k - x - y");
  EXPECT_EQ(text(g.multiply(g.constant(half), g.add(g.multiply(x, x), y))), "(x^2 + y)/2");
  EXPECT_EQ(text(g.divide(x, g.multiply(k, y))), "x/(k y)");
  EXPECT_EQ(text(g.multiply(k, g.apply(graph::Operation::cosine, g.add(x, y)))), "k cos(x + y)");
  EXPECT_EQ(text(g.multiply(g.add(x, y), g.add(x, y))), "(x + y)^2");
  EXPECT_EQ(text(g.divide(g.constant(1), x)), "1/x");
  EXPECT_EQ(text(g.constant(0)), "0");
}

TEST(FormulaTexts, DoNotDependOnTheOrderOfRecording) {
  auto const text = [](bool left_first) {
    graph::Graph g;
    auto const k = g.input(0), x = g.input(1), y = g.input(2);
    // Operands as g++ and as clang evaluate them.
    auto const both = [&](auto const& left, auto const& right) {
      if (!left_first) right();
      return std::pair{left(), right()};  // braces: the left one first
    };
    auto const [kx, xy] = both([&] { return g.multiply(k, x); }, [&] { return g.multiply(x, y); });
    auto const [sine, cosine] =
        both([&, kx = kx] { return g.apply(graph::Operation::sine, kx); },
             [&, xy = xy] { return g.apply(graph::Operation::cosine, xy); });
    auto const sum = g.add(g.add(g.multiply(y, sine), g.multiply(y, cosine)), g.multiply(xy, xy));
    auto const quotient = g.divide(g.add(xy, sum), g.apply(graph::Operation::square_root, sum));
    auto const texts = graph::formula_texts(g, {quotient, g.multiply(quotient, quotient)},
                                            {"stiffness", "position", "velocity"});
    std::string all = fmt::format("{}", fmt::join(texts.formulas, "\n"));
    for (auto const& [name, formula] : texts.abbreviations) all += "\n" + name + " = " + formula;
    return all;
  };
  EXPECT_EQ(text(true), text(false));
  EXPECT_NE(text(true).find('='), std::string::npos) << "no abbreviations:\n" << text(true);
}

TEST(EquationTexts, StateTheMotionAndTheMatrices) {
  auto const texts = equation_texts(recorded_formulas<ContactOscillator>(),
                                    names_of<ContactOscillator>(), {"epsilon"});
  EXPECT_EQ(texts.lagrangian, "(vx^2 + vy^2 + vz^2 - x^2 - y^2 - z^2 - epsilon x^2 z^2)/2");
  EXPECT_EQ(texts.constraints, Lines{"vx + y vz = 0"});
  EXPECT_EQ(texts.motion, (Lines{"vx' = lambda - x - epsilon x z^2", "vy' = -y",
                                 "vz' = y lambda - z - epsilon x^2 z"}));
  EXPECT_EQ(texts.mass_matrix, (Lines{"1 & 0 & 0", "0 & 1 & 0", "0 & 0 & 1"}));
  EXPECT_EQ(texts.constraint_matrix, Lines{"1 & 0 & y"});
}

TEST(EquationTexts, AbbreviateALargeMatrixAfterItsRows) {
  auto const formulas = recorded_formulas<Rattleback>();
  auto const rows =
      equation_texts(formulas, names_of<Rattleback>(), parameters_of<Rattleback>()).mass_matrix;
  std::size_t const n = formulas.dof;
  ASSERT_GT(rows.size(), n);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(std::count(rows[i].begin(), rows[i].end(), '&'), formulas.dof - 1) << rows[i];
    EXPECT_EQ(rows[i].find('='), std::string::npos) << rows[i];
  }
  for (std::size_t i = n; i < rows.size(); ++i)
    EXPECT_EQ(rows[i].rfind(fmt::format("s{} = ", i - n + 1), 0), 0u) << rows[i];
}

}  // namespace
}  // namespace rattleback
