// Recorded expressions: what is simplified, that the same calls make the same graph, and that a
// graph computes what was recorded. Common factors taken out: fewer operations, the same values,
// and no difference of inputs taken apart.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "problems/core/graph/canonical.hpp"
#include "problems/core/graph/emit.hpp"
#include "problems/core/graph/factor.hpp"
#include "problems/core/graph/recorded.hpp"
#include "problems/core/numbers/dual.hpp"

namespace rattleback::graph {
namespace {

struct Two {
  Graph graph;
  Recorded x{graph, graph.input(0)}, y{graph, graph.input(1)};
  Index node(Recorded const& a) { return a.in(graph); }
  double value(Recorded const& a, double x_value, double y_value) {
    Index const output[]{a.in(graph)};
    double const inputs[]{x_value, y_value};
    return evaluate<double>(graph, output, inputs)[0];
  }
};

/// Every operation, with constants of every kind.
template <class T>
T sample(T const& x, T const& y) {
  using std::atan, std::cos, std::sin, std::sqrt;
  T const a = 3 * x * x * y - sin(x * y) / (1 + y * y) + sqrt(2 + cos(x)) - (-x) / 6;
  return a + (y - 1) * 0.5 - atan(a * y) / 3 + (x - y) / (2 + x * x) - (0 - y) * x;
}

TEST(Rational, ComputesExactlyOrRefuses) {
  EXPECT_EQ(Rational::of(6, -4), MaybeRational(*Rational::of(-3, 2)));
  EXPECT_EQ(sum(*Rational::of(1, 6), *Rational::of(1, 3)), MaybeRational(*Rational::of(1, 2)));
  EXPECT_FALSE(Rational::of(1, 0));
  EXPECT_FALSE(product(Rational(INT64_MAX), Rational(3)));
  EXPECT_EQ(Rational::of(0.375), MaybeRational(*Rational::of(3, 8)));
  EXPECT_FALSE(Rational::of(0.1));
}

TEST(Graph, SimplifiesExactly) {
  Two t;
  auto const& [graph, x, y] = t;
  EXPECT_EQ(t.node(x + y), t.node(y + x));
  EXPECT_EQ(t.node(x * y), t.node(y * x));
  EXPECT_EQ(t.node(x * 0 + y), t.node(y));
  EXPECT_EQ(t.node((x + x) / 2), t.node(x));
  EXPECT_EQ(t.node(-(x - y)), t.node(y - x));
  EXPECT_EQ(t.node((-x) * (-y)), t.node(x * y));
  EXPECT_EQ(t.node(2 * (x * (3 * y)) / 6), t.node(x * y));
  EXPECT_EQ(t.node((2 * x + 2 * y) / 2), t.node(x + y));
  EXPECT_TRUE((x - x).is(0));
  EXPECT_TRUE((x / x).is(1));
  EXPECT_TRUE((Recorded(1) / 3 + Recorded(2) / 3).is(1));
}

TEST(Graph, RefusesWhatItCannotRecord) {
  Two t;
  EXPECT_THROW((void)(t.x < t.y), NotRecordable);
  EXPECT_THROW((void)(t.x * 0.1), NotRecordable);
  EXPECT_THROW((void)(t.x / (t.y - t.y)), NotRecordable);
  EXPECT_NO_THROW((void)(t.x - t.x < Recorded(1)));
}

TEST(Graph, KeepsConstantsThatAreNotRational) {
  Two t;
  Recorded const root = sqrt(Recorded(2)), quarter = atan(Recorded(1));
  EXPECT_EQ(t.value(root * t.x + 4 * quarter, 3, 0), 3 * std::sqrt(2.0) + 4 * std::atan(1.0));
  EXPECT_EQ(t.value(exp(root * root) - t.y, 0, 1), std::exp(std::sqrt(2.0) * std::sqrt(2.0)) - 1);
  EXPECT_TRUE((root - sqrt(Recorded(2))).is(0));
  // Evaluated in the precision of whoever evaluates.
  Index const output[]{t.node(root * t.x)};
  Quad const inputs[]{Quad(1), Quad(0)};
  EXPECT_EQ(evaluate<Quad>(t.graph, output, inputs)[0], sqrt(Quad(2)));
  // A comparison would hold here alone.
  EXPECT_THROW((void)(root * t.x < t.y), NotRecordable);
  EXPECT_THROW((void)(Recorded(0.1) * root), NotRecordable);
}

TEST(Graph, CopiesAnExpressionOfAnother) {
  Two one, other;
  Recorded const a = sin(one.x) / (one.y + Recorded(decimal_of("12345678901234567891", -19)));
  other.graph.constant(7);
  Index const copied[]{other.graph.copy(one.graph, one.node(a))};
  double const inputs[]{0.5, 0.25};
  EXPECT_EQ(evaluate<double>(other.graph, copied, inputs)[0], one.value(a, 0.5, 0.25));
  EXPECT_EQ(other.graph.last_input(copied[0]), 1);
  EXPECT_EQ(other.graph.fixed_value(copied[0]), std::nullopt);
}

TEST(Graph, KeepsConstantsThatDoNotFit) {
  Two t;
  Recorded large = t.x;
  for (int i = 0; i < 5; ++i) large = large * 1000003;
  EXPECT_NEAR(t.value(large, 1, 0), std::pow(1000003.0, 5), 1e15);
}

TEST(Graph, RepeatsForTheSameCalls) {
  Two one, other;
  Index const a = one.node(sample(one.x, one.y)), b = other.node(sample(other.x, other.y));
  std::vector<Argument> const arguments{{"q", 0, 2}};
  EXPECT_EQ(function_text(one.graph, "f", {}, arguments, {{"out", {a}}}),
            function_text(other.graph, "f", {}, arguments, {{"out", {b}}}));
}

TEST(Graph, WritesOnlyWhatIsNeeded) {
  Two t;
  Index const wanted = t.node(t.x * t.x);
  t.node(sin(t.y));
  std::vector<Argument> const arguments{{"q", 0, 1}};
  std::vector<Result> const results{{"out", {wanted}}};
  EXPECT_TRUE(reads_only(t.graph, results, 0, arguments));
  EXPECT_FALSE(reads_only(t.graph, {{"out", {t.node(t.x * t.y)}}}, 0, arguments));
  auto const text = function_text(t.graph, "square", {}, arguments, results);
  EXPECT_NE(text.find("T const t0 = q[0] * q[0];"), std::string::npos) << text;
  EXPECT_EQ(text.find("sin("), std::string::npos) << text;
}

RC_GTEST_PROP(Graph, ComputesWhatWasRecorded, ()) {
  double const x = *rc::gen::inRange(-300, 300) / 100.0, y = *rc::gen::inRange(-300, 300) / 100.0;
  Two t;
  double const expected = sample(x, y);
  RC_ASSERT(std::abs(t.value(sample(t.x, t.y), x, y) - expected) <=
            1e-14 * (1 + std::abs(expected)));
}

RC_GTEST_PROP(Graph, RecordsDerivatives, ()) {
  double const x = *rc::gen::inRange(-300, 300) / 100.0, y = *rc::gen::inRange(-300, 300) / 100.0;
  auto const derivative = [](auto const& a, auto const& b) {
    using T = std::remove_cvref_t<decltype(a)>;
    using D = Dual<T, 1>;
    return sample(D(a, {T(1)}), D(b)).slope[0];
  };
  Two t;
  double const expected = derivative(x, y);
  RC_ASSERT(std::abs(t.value(derivative(t.x, t.y), x, y) - expected) <=
            1e-13 * (1 + std::abs(expected)));
}

TEST(Graph, WritesACanonicalTextOfTheFormulaAlone) {
  auto const text = [](auto const& make) {
    Graph graph;
    auto const output = make(graph);
    return canonical_text(graph, {output});
  };
  auto const decimal = decimal_of("31415926535897932384626", -22);
  auto const formula = [&](Graph& g) {
    auto const x = g.input(0), y = g.input(1);
    return g.add(g.multiply(g.constant(decimal), x), g.apply(Operation::sine, g.multiply(y, x)));
  };
  auto const reordered = [&](Graph& g) {
    g.constant(Rational(7));  // of no use
    g.constant(decimal_of("27182818284590452353602", -22));
    auto const y = g.input(1), x = g.input(0);
    return g.add(g.apply(Operation::sine, g.multiply(x, y)), g.multiply(x, g.constant(decimal)));
  };
  auto const other = [&](Graph& g) {
    auto const x = g.input(0), y = g.input(1);
    auto const near = g.constant(decimal_of("31415926535897932384627", -22));
    return g.add(g.multiply(near, x), g.apply(Operation::sine, g.multiply(y, x)));
  };
  EXPECT_EQ(text(formula), text(reordered));
  EXPECT_NE(text(formula), text(other));
  EXPECT_EQ(text(formula).find('\n'), std::string::npos);
  auto const minus = [](Graph& g) { return g.subtract(g.input(0), g.input(1)); };
  auto const opposite = [](Graph& g) { return g.subtract(g.input(1), g.input(0)); };
  EXPECT_NE(text(minus), text(opposite));
}

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
