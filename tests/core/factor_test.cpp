// Formulas with common factors taken out: fewer operations, the same values, and no difference of
// inputs taken apart.

#include "problems/core/graph/factor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "problems/core/graph/canonical.hpp"
#include "problems/core/graph/recorded.hpp"

namespace rattleback::graph {
namespace {

struct Three {
  Graph graph;
  Recorded x{graph, graph.input(0)}, y{graph, graph.input(1)}, z{graph, graph.input(2)};

  /// Returns the nodes after factor().
  std::vector<Index> factored(std::vector<Recorded> const& formulas) {
    std::vector<Result> results{{"f", {}}};
    for (auto const& formula : formulas) results.front().entries.push_back(formula.in(graph));
    factor(graph, results);
    return results.front().entries;
  }
  int operations(std::vector<Recorded> const& formulas) {
    return operation_count(graph, factored(formulas));
  }
};

TEST(Factor, TakesFactorsOutOfSums) {
  Three t;
  auto const& [graph, x, y, z] = t;
  EXPECT_EQ(t.factored({x * y + x * z}), std::vector{(x * (y + z)).in(t.graph)});
  EXPECT_EQ(t.factored({x * y - x - x * x}), std::vector{(x * (y - 1 - x)).in(t.graph)});
  EXPECT_EQ(t.operations({y * y * x + x + z * z * x}), 5);
  EXPECT_EQ(t.operations({2 * x * y - sin(z) + 2 * y * z * z}), 5);
  EXPECT_EQ(t.operations({(8 * x - 2 * y * z) / 2}), 2);
}

TEST(Factor, SharesProductsAndSums) {
  Three t;
  auto const& [graph, x, y, z] = t;
  EXPECT_EQ(t.operations({x * (y * z), y * (x * sin(z))}), 4);
  EXPECT_EQ(t.operations({x * x * x * x}), 2);
  EXPECT_EQ(t.operations({x + y + z, 2 * x + 2 * z + y}), 3);
  // Neither factor saves anything before the sum 1 + z^2 is shared.
  EXPECT_EQ(t.operations({y + y * (z * z), x + x * (z * z)}), 4);
}

TEST(Factor, LeavesShortFormulasAndDifferencesOfInputs) {
  Three t;
  auto const& [graph, x, y, z] = t;
  std::vector<Recorded> const formulas{x - y, x * y + z, y / x};
  for (auto const& formula : formulas)
    EXPECT_EQ(t.factored({formula}), std::vector{formula.in(t.graph)});
  Index const difference = (x - y).in(t.graph);
  auto const nodes = t.graph.nodes_for(t.factored({x * x * z + z + (x - y) + x * z}));
  EXPECT_TRUE(std::find(nodes.begin(), nodes.end(), difference) != nodes.end());
}

TEST(Factor, DoesNotDependOnTheOrderOfRecording) {
  Three one, other;
  auto const formula = [](Three const& t) {
    auto const& [graph, x, y, z] = t;
    return x * y * z + y * x - (z * z + 1) * (x * y) + z * x * x;
  };
  (void)(other.z * other.z * other.x + other.x * other.y);
  EXPECT_EQ(canonical_text(one.graph, one.factored({formula(one)})),
            canonical_text(other.graph, other.factored({formula(other)})));
}

// Small whole numbers are computed without rounding.
RC_GTEST_PROP(Factor, ComputesTheSameWithFewerOperations,
              (std::vector<std::tuple<unsigned, unsigned, unsigned>> const& steps)) {
  Three t;
  std::vector<Recorded> known{t.x, t.y, t.z, Recorded(t.graph, t.graph.constant(2))};
  std::vector<int> degrees{1, 1, 1, 0};
  constexpr int largest_degree = 5;
  for (auto const& [operation, a, b] : steps) {
    auto const i = a % known.size(), k = b % known.size();
    bool const multiply = operation % 2 == 0 && degrees[i] + degrees[k] <= largest_degree;
    if (known.size() > 30) break;
    degrees.push_back(multiply ? degrees[i] + degrees[k] : std::max(degrees[i], degrees[k]));
    known.push_back(multiply             ? known[i] * known[k]
                    : operation % 3 == 0 ? known[i] - known[k]
                                         : known[i] + known[k]);
  }
  std::vector<Recorded> const formulas(known.end() - std::min<std::size_t>(4, known.size()),
                                       known.end());
  std::vector<Index> stated;
  for (auto const& formula : formulas) stated.push_back(formula.in(t.graph));
  auto const shorter = t.factored(formulas);
  RC_ASSERT(operation_count(t.graph, shorter) <= operation_count(t.graph, stated));
  double const inputs[]{3, -2, 5};
  std::span<double const> const at(inputs);
  RC_ASSERT(evaluate<double>(t.graph, shorter, at) == evaluate<double>(t.graph, stated, at));
}

}  // namespace
}  // namespace rattleback::graph
