// Formulas: values, exact decimals, and positions of errors.

#include "problems/text/expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <tuple>

#include "problems/core/graph/recorded.hpp"
#include "problems/text/tape.hpp"

namespace rattleback::text {
namespace {

double const x = 0.3, y = -1.7;

struct Parsed {
  graph::Graph graph;
  graph::Index node;
};
Parsed parsed(std::string const& text) {
  Parsed p;
  Names const names{{"x", p.graph.input(0)}, {"y", p.graph.input(1)}};
  p.node = formula(text, names, p.graph);
  return p;
}
template <class T>
T value(std::string const& text) {
  auto const p = parsed(text);
  return graph::evaluate<T>(p.graph, std::array{p.node}, std::array{T(x), T(y)})[0];
}
Mistake mistake(std::string const& text) {
  try {
    parsed(text);
  } catch (Mistake const& found) {
    return found;
  }
  ADD_FAILURE() << text << " is accepted";
  return {};
}

TEST(Formula, UsesTheUsualPrecedence) {
  EXPECT_EQ(value<double>("2 + 3*4"), 14);
  EXPECT_EQ(value<double>("2*3^2"), 18);
  EXPECT_EQ(value<double>("-3^2"), -9);
  EXPECT_EQ(value<double>("2^3^2"), 512);
  EXPECT_EQ(value<double>("2^-2"), 0.25);
  EXPECT_EQ(value<double>("7 - 4 - 2"), 1);
  EXPECT_EQ(value<double>("24/4/2"), 3);
  EXPECT_EQ(value<double>("2*-3"), -6);
  EXPECT_EQ(value<double>("-(1 + 2)*+3"), -9);
  EXPECT_DOUBLE_EQ(value<double>("x*y - y/x"), x * y - y / x);
}

TEST(Formula, ChoosesByComparisons) {
  EXPECT_EQ(value<double>("min(x, y)"), y);
  EXPECT_EQ(value<double>("max(x, y)"), x);
  EXPECT_EQ(value<double>("max(y, 2)"), 2);
  EXPECT_EQ(value<double>("sign(x)"), 1);
  EXPECT_EQ(value<double>("sign(y)"), -1);
  EXPECT_EQ(value<double>("step(x) + 10*step(y)"), 1);
  EXPECT_EQ(value<double>("if(x > 0, 3, 4)"), 3);
  EXPECT_EQ(value<double>("if(x <= y, 3, 4)"), 4);
  // The value that is not chosen may not exist.
  EXPECT_DOUBLE_EQ(value<double>("if(y < 0, x, sqrt(y))"), x);
  EXPECT_DOUBLE_EQ(value<double>("if(y > 0, log(y), x^2)"), x * x);
  EXPECT_EQ(mistake("if(x, 1, 2)").what, "if needs a comparison and two values: if(x > 0, a, b)");
  EXPECT_EQ(mistake("min(x)").what, "min needs two arguments: min(a, b)");
  EXPECT_EQ(mistake("(x > y)*2").what, "a comparison is the first argument of if(...)");
}

TEST(Formula, KnowsGreekLetters) {
  Parsed p;
  Names const names{{"θ", p.graph.input(0)}};
  p.node = formula("sin(θ)", names, p.graph);
  EXPECT_DOUBLE_EQ(graph::evaluate<double>(p.graph, std::array{p.node}, std::array{x})[0],
                   std::sin(x));
  EXPECT_TRUE(is_name("ω_1"));
  EXPECT_FALSE(is_name("x−y"));  // another sign than the minus of formulas
}

TEST(Formula, KnowsEveryFunction) {
  for (auto const& [text, expected] : std::initializer_list<std::pair<char const*, double>>{
           {"sqrt(x)", std::sqrt(x)},
           {"exp(y)", std::exp(y)},
           {"log(x)", std::log(x)},
           {"sin(y)", std::sin(y)},
           {"cos(y)", std::cos(y)},
           {"tan(y)", std::tan(y)},
           {"asin(x)", std::asin(x)},
           {"asin(-1)", std::asin(-1.0)},
           {"acos(x)", std::acos(x)},
           {"acos(-x)", std::acos(-x)},
           {"acos(-1)", std::acos(-1.0)},
           {"atan(y)", std::atan(y)},
           {"atan2(x, y)", std::atan2(x, y)},
           {"atan2(y, x)", std::atan2(y, x)},
           {"sinh(y)", std::sinh(y)},
           {"cosh(y)", std::cosh(y)},
           {"tanh(y)", std::tanh(y)},
           {"abs(y)", std::abs(y)},
           {"pi", std::atan2(0, -1)},
           {"x^2.5", std::pow(x, 2.5)},
           {"x^-1.5", std::pow(x, -1.5)},
           {"x^y", std::pow(x, y)},
           {"x^0.3", std::pow(x, 0.3)},
           {"y^7", std::pow(y, 7)},
           {"(1-1)^0.3", 0},
           {"0^(2^0.5)*x", 0},
       })
    EXPECT_NEAR(value<double>(text), expected, 4e-16 * std::max(1.0, std::abs(expected))) << text;
}

TEST(Formula, ReadsDecimalsExactly) {
  Quad const third = Quad(1) / 10;
  EXPECT_EQ(value<Quad>("0.1"), third);
  EXPECT_EQ(value<Quad>("0.1 + 0.2 - 0.3"), Quad(0));
  EXPECT_EQ(value<Quad>("1e-1"), third);
  EXPECT_EQ(value<Quad>(".5E+1"), Quad(5));
  EXPECT_LT(abs(value<Quad>("3.14159265358979323846264338327950288") - value<Quad>("pi")),
            Quad(1e-33_quad));
}

TEST(Formula, EvaluatesParameterPowersOfNegativeBases) {
  graph::Graph graph;
  Names const names{{"n", graph.input(0)}, {"x", graph.input(1)}};
  std::array const power{formula("x^n", names, graph, 1)};
  EXPECT_EQ(graph::evaluate<double>(graph, power, std::array{2.0, -3.0})[0], 9);
  EXPECT_EQ(graph::evaluate<Quad>(graph, power, std::array{Quad(3), Quad(-3)})[0], -27);
  EXPECT_TRUE(std::isnan(graph::evaluate<double>(graph, power, std::array{0.5, -3.0})[0]));
  // n x^(n-1) and n (n-1) x^(n-2), also at zero.
  using J = Jet2<double, 1>;
  for (double const n : {0.0, 1.0, 2.0, 3.0})
    for (double const at : {-3.0, 0.0, 2.0}) {
      J x(at);
      x.gradient[0] = 1;
      auto const jet = graph::evaluate<J>(graph, power, std::array{J(n), x})[0];
      EXPECT_EQ(jet.gradient[0], n == 0 ? 0 : n * std::pow(at, n - 1)) << n << " " << at;
      EXPECT_EQ(jet.second(0, 0), n < 2 ? 0 : n * (n - 1) * std::pow(at, n - 2)) << n << " " << at;
    }
  using D = Dual<Lanes, 1>;
  D const lane =
      graph::evaluate<D>(graph, power, std::array{D(Lanes(2)), D(Lanes(-3), {Lanes(1)})})[0];
  EXPECT_EQ(lane.slope[0][lane_count - 1], -6);
}

TEST(Formula, DifferentiatesEveryFunction) {
  // Compared with central differences in quad precision; second derivatives by nested dual numbers.
  for (std::string const text :
       {"exp(x*y)", "log(x)", "sinh(y)", "cosh(y)", "tanh(y)", "atan2(x, y)", "asin(x)", "acos(x)",
        "abs(y)", "tan(x)", "x^2.5", "x^y"}) {
    auto const p = parsed(text);
    auto const at = [&](Quad a) {
      return graph::evaluate<Quad>(p.graph, std::array{p.node}, std::array{a, Quad(y)})[0];
    };
    auto const in_y = [&](Quad b) {
      return graph::evaluate<Quad>(p.graph, std::array{p.node}, std::array{Quad(x), b})[0];
    };
    using J = Jet2<double, 2>;
    J a(x), b(y);
    a.gradient[0] = 1;
    b.gradient[1] = 1;
    auto const jet = graph::evaluate<J>(p.graph, std::array{p.node}, std::array{a, b})[0];
    Quad const h = Quad(1) / 10000000000ll;
    auto const near = [&](double derived, Quad difference) {
      EXPECT_NEAR(derived, double(difference), 1e-12 * std::max(1.0, std::abs(derived))) << text;
    };
    near(jet.gradient[0], (at(x + h) - at(x - h)) / (2 * h));
    near(jet.gradient[1], (in_y(y + h) - in_y(y - h)) / (2 * h));
    near(jet.second(0, 0), (at(x + h) - 2 * at(x) + at(x - h)) / (h * h));
    near(jet.second(1, 1), (in_y(y + h) - 2 * in_y(y) + in_y(y - h)) / (h * h));
    using D = Dual<Lanes, 1>;
    D const lane = graph::evaluate<D>(p.graph, std::array{p.node},
                                      std::array{D(Lanes(x), {Lanes(1)}), D(Lanes(y))})[0];
    EXPECT_NEAR(lane.slope[0][lane_count - 1], jet.gradient[0],
                1e-15 * std::max(1.0, std::abs(jet.gradient[0])))
        << text;
  }
}

/// Value, first and second derivative in x; slopes of nested dual numbers agree with them.
template <class T>
std::array<T, 3> derivatives(Parsed const& p, T const& at) {
  Jet2<T, 1> x(at);
  x.gradient[0] = T(1);
  auto const jet = graph::evaluate<Jet2<T, 1>>(p.graph, std::array{p.node}, std::array{x, x})[0];
  if constexpr (!is_recorded<T>) {
    using D = Dual<Dual<T, 1>, 1>;
    D y(Dual<T, 1>(at, {T(1)}));
    y.slope[0] = T(1);
    auto const slope =
        graph::evaluate<D>(p.graph, std::array{p.node}, std::array{y, y})[0].slope[0];
    EXPECT_TRUE(all(slope.value == jet.gradient[0]) && all(slope.slope[0] == jet.second(0, 0)));
  }
  return {jet.value, jet.gradient[0], jet.second(0, 0)};
}

TEST(Formula, DifferentiatesAtZero) {
  // The base of an open contact is 0 at x = 0.5.
  double const infinite = std::numeric_limits<double>::infinity();
  for (auto const& [text, at, expected] :
       std::initializer_list<std::tuple<char const*, double, std::array<double, 3>>>{
           {"abs(x)", 0, {0, 0, 0}},
           {"x*abs(x)", 0, {0, 0, 0}},
           {"abs(x)^3", 0, {0, 0, 0}},
           {"abs(x)^2.5", 0, {0, 0, 0}},
           {"x^2.5", 0, {0, 0, 0}},
           {"x^2.2", 0, {0, 0, 0}},
           {"x^1.5", 0, {0, 0, infinite}},
           {"sqrt(x)", 0, {0, infinite, -infinite}},
           {"x*sqrt(x^2)", 0, {0, 0, 0}},
           {"((abs(x)-x)/2)^1.5", 0.5, {0, 0, 0}},
           {"((abs(x)-x)/2)^2.5", 0.5, {0, 0, 0}},
           {"((abs(x)-x)/2)^2.5", -4, {32, -20, 7.5}},
           {"sqrt((abs(x)-x)/2)", 0.5, {0, 0, 0}},
           {"x^-1.5", 4, {0.125, -0.046875, 0.029296875}},
       }) {
    auto const p = parsed(text);
    auto const in_double = derivatives<double>(p, at);
    auto const in_quad = derivatives<Quad>(p, at);
    auto const on_lanes = derivatives<Lanes>(p, at);
    // Tapes and generated code are made of derivatives as formulas.
    graph::Graph recorder;
    auto const recorded = derivatives(p, graph::Recorded(recorder, recorder.input(0)));
    for (int k = 0; k < 3; ++k)
      for (double const found :
           {in_double[k], double(in_quad[k]), on_lanes[k][lane_count - 1],
            graph::evaluate<double>(recorder, std::array{recorded[k].in(recorder)},
                                    std::array{at})[0]})
        EXPECT_TRUE(found == expected[k] ||
                    std::abs(found - expected[k]) <= 1e-15 * std::abs(expected[k]))
            << text << ", derivative " << k << ": " << found;
  }
}

TEST(Formula, ReportsPositionAndReasonOfErrors) {
  for (auto const& [text, at, said] :
       std::initializer_list<std::tuple<char const*, std::size_t, char const*>>{
           {"", 0, "empty"},
           {"  ", 2, "empty"},
           {"x + z", 4, "'z'"},
           {"x + xx", 4, "nearest: x"},
           {"sn(x)", 0, "nearest: sin"},
           {"sin x", 0, "sin(...)"},
           {"sin()", 4, "argument"},
           {"sin(x, y)", 5, "one argument"},
           {"atan2(x)", 0, "two arguments"},
           {"x(y)", 1, "multiply"},
           {"2 x", 2, "multiply"},
           {"2x", 1, "multiply"},
           {"(x + y", 0, "never closed"},
           {"x + y)", 5, "closes none"},
           {"x +", 3, "missing at the end"},
           {"x + * y", 4, "'*'"},
           {"x = y", 2, "equals"},
           {"1.2.3", 3, "decimal point"},
           {"1e400", 0, "range"},
           {"1/0", 1, "zero"},
           {"x; y", 1, "';'"},
           {"system('rm -rf /')", 0, "'system'"},
           {"`touch x`", 0, "'`'"},
           {"$(touch x)", 0, "'$'"},
           {"x\xC3\xBC", 1, "character"},
           {"log(0)", 0, "no value"},
           {"x + sqrt(-1)", 4, "no finite value"},
           {"asin(2)*x", 0, "no finite value"},
           {"exp(1000)", 0, "no finite value"},
           {"(0-1)^x", 5, "whole exponent"},
           {"(0-1)^0.3", 5, "no finite value"},
           {"0^(-0.3)", 1, "positive exponent"},
           {"0^x", 1, "positive exponent"},
           {"1e200*1e200", 5, "no finite value"},
           {"pi/(1-1)", 2, "zero"},
       }) {
    auto const found = mistake(text);
    EXPECT_EQ(found.at, at) << text << ": " << found.what;
    EXPECT_NE(found.what.find(said), std::string::npos) << text << ": " << found.what;
  }
}

TEST(Formula, HandlesLongAndDeepFormulas) {
  std::string sum = "x";
  while (sum.size() < 10000) sum += " + y*x";
  EXPECT_TRUE(std::isfinite(value<double>(sum)));
  for (std::string const opening : {"(", "sin(", "x^", "-("}) {
    std::string deep;
    for (int i = 0; i < 10000; ++i) deep += opening;
    EXPECT_NE(mistake(deep + "x").what.find("deep"), std::string::npos);
  }
  EXPECT_EQ(value<double>(std::string(10000, '-') + "x"), x);
}

}  // namespace
}  // namespace rattleback::text
