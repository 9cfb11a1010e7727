// Problems on groups in text files; those of the catalogue: agreement_test.cpp. Systems on R^n
// above the sizes for which all methods are compiled, against known motions.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "problems/core/spaces/so3.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

std::string const ball = R"(space = ["R2", "SO3"]
coordinates = ["x", "y"]
lagrangian = "vx^2 + vy^2 + w1^2 + w2^2 + w3^2 - x*gamma3"
constraints = ["vx - w2", "vy + w1"]
[[case]]
q = [0, 0]
rotation = [0.3, -0.4, 1.2]
v = { w1 = 0, w2 = 1, w3 = 0 }
)";

double value(ProblemFile const& file, Number const& number) {
  return graph::evaluate<double>(file.graph, std::array{number.node}, {})[0];
}

TEST(GroupsInText, ConvertRotationVectorsByRodriguesFormula) {
  auto const file = problem_of_text("ball.toml", ball);
  ASSERT_EQ(file.coordinates.size(), 11u);
  ASSERT_EQ(file.velocities, (std::vector<std::string>{"vx", "vy", "w1", "w2", "w3"}));
  auto const R = SO3::exp(Vec<double, 3>{0.3, -0.4, 1.2});
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(value(file, file.cases[0].q[2 + i]), R[i], 1e-15) << i;
  // gamma3 is R33.
  std::vector<double> inputs(file.coordinates.size() + file.velocities.size(), 0.0);
  inputs[0] = 2;
  inputs[10] = 0.25;
  EXPECT_DOUBLE_EQ(graph::evaluate<double>(file.graph, std::array{file.lagrangian_node}, inputs)[0],
                   -0.5);
}

/// On SE(2) with a mass matrix that is constant in the body frame, and a term linear in the body
/// velocities. With the first term L has a total derivative more, with the second one a force.
class LinearTerm : public testing::TestWithParam<char const*> {};
INSTANTIATE_TEST_SUITE_P(OfLagrangian, LinearTerm, testing::Values("w", "v2"));
TEST_P(LinearTerm, LeavesTheOrderOfMethods) {
  auto const& problem = problem_in_text(std::string("linear_") + GetParam(), R"toml(space = ["SE2"]
coordinates = ["x", "y", "theta"]
lagrangian = "(v1^2 + (v2 + a*w)^2 + w^2)/2 + k*)toml" + std::string(GetParam()) +
                                                                                 R"toml("
constraints = ["v2"]
[parameters]
k = 0.3
a = 0.2
[[case]]
name = "A"
q = [0, 0, 0.4]
v = { v1 = 0.5, w = 0.3 }
)toml");
  auto const exact = problem.reference({}, {2}).states.front();
  std::vector<double> const end(exact.q.begin(), exact.q.end());
  for (char const* const id : {"gni", "canonical_leapfrog", "equal_norm_gni", "dla_midpoint",
                               "dalembert_pontryagin", "reduced_gni"}) {
    auto const error = [&](long steps) {
      auto const run = problem.method(id).integrate({.step = RawQuad(2) / steps, .steps = steps});
      EXPECT_EQ(run.outcome, Outcome::ok) << id << " " << run.reason;
      return laws::max_difference(run.q.back(), end);
    };
    double const coarse = error(100), fine = error(200);
    EXPECT_LT(fine, 1e-3) << id;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2) << id;
  }
}

TEST(GroupsInText, ReportPositionsOfErrors) {
  for (auto const& [old, replacement, said] :
       std::initializer_list<std::tuple<char const*, char const*, char const*>>{
           {"\"SO3\"]", "\"SO4\"]", "ball.toml:1:9: 'SO4' is not a factor"},
           {"\"R2\", \"SO3\"", "\"SO3\", \"SO3\"", "'SO3' is not a factor"},
           {"[\"x\", \"y\"]", "[\"x\"]", "R2 has 2 coordinates, and 'coordinates' names 1"},
           {"[\"x\", \"y\"]", "[\"x\", \"y\", \"z\"]", "rotations are named R11 to R33 already"},
           {"[\"x\", \"y\"]", "[\"x\", \"R12\"]", "'R12' is taken"},
           {"[0.3, -0.4, 1.2]", "[0.3, -0.4]", "rotation has 2 numbers, but 3 are wanted"},
           {"q = [0, 0]", "q = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]", "q states the rotation already"},
           {"gamma3", "gamma4", "there is no 'gamma4' here"}}) {
    auto text = ball;
    text.replace(text.find(old), std::string(old).size(), replacement);
    expect_refusal<InputFileError>([&] { problem_of_text("ball.toml", text); }, said);
  }
}

std::string quoted(std::vector<std::string> const& words) {
  return fmt::format("[\"{}\"]", fmt::join(words, "\", \""));
}

/// Hanging chain of `links` rods of length 1 with masses 1 at their ends and g = 1, which starts at
/// rest in its slowest mode: the mass above `i` others is displaced by `amplitude` L_i(x), L_i
/// being the Laguerre polynomials and x the square of the frequency, the smallest zero of L_n.
std::string chain(int links, double square, double amplitude) {
  std::vector<double> laguerre{1, 1 - square};
  for (int i = 1; i < links; ++i)
    laguerre.push_back(((2 * i + 1 - square) * laguerre[i] - i * laguerre[i - 1]) / (i + 1));
  std::vector<std::string> names, kinetic, potential, rods;
  std::vector<double> q;
  double x = 0, y = 0;
  for (int k = 1; k <= links; ++k) {
    double const next = amplitude * laguerre[links - k];
    y -= std::sqrt(1 - (next - x) * (next - x));
    x = next;
    names.insert(names.end(), {fmt::format("x{}", k), fmt::format("y{}", k)});
    q.insert(q.end(), {x, y});
    kinetic.push_back(fmt::format("vx{0}^2 + vy{0}^2", k));
    potential.push_back(fmt::format("y{}", k));
    rods.push_back(k == 1 ? "x1^2 + y1^2 - 1"
                          : fmt::format("(x{0} - x{1})^2 + (y{0} - y{1})^2 - 1", k, k - 1));
  }
  return fmt::format(
      "coordinates = {}\nlagrangian = \"({})/2 - ({})\"\nholonomic = {}\n"
      "invariants = {{}}\n[[case]]\nproject = true\nq = [{}]\nv = [{}]\n",
      quoted(names), fmt::join(kinetic, " + "), fmt::join(potential, " + "), quoted(rods),
      fmt::join(q, ", "), fmt::join(std::vector(2 * links, 0), ", "));
}

TEST(LargeSystems, SwingAsAChainOfTenLinks) {
  double const square = 0.13779347054, amplitude = 1e-3;
  auto const& problem = problem_in_text("chain", chain(10, square, amplitude));
  for (auto const& [method, steps, allowed] : {std::tuple{"odeint_bulirsch_stoer", 1, 1e-7},
                                               {"odeint_dopri5", 1, 1e-6},
                                               {"ida", 1, 1e-6},
                                               {"dla_leapfrog", 400, 1e-3}}) {
    RunSpec const spec{.step = RawQuad(std::numbers::pi / std::sqrt(square) / steps),
                       .steps = steps};
    auto const run = problem.method(method).integrate(spec);
    ASSERT_EQ(run.outcome, Outcome::ok) << method << ": " << run.reason;
    // Half a period later the chain is at the mirror image.
    EXPECT_NEAR(run.q.back()[18] / amplitude, -1, allowed) << method;
    EXPECT_NEAR(run.q.back()[0], -run.q.front()[0], allowed * amplitude) << method;
  }
}

TEST(LargeSystems, SettleAsFiveChargesOnASphere) {
  std::vector<std::string> names, kinetic, energy, spheres;
  std::string forces;
  for (int k = 1; k <= 5; ++k) {
    for (char const axis : {'x', 'y', 'z'}) {
      names.push_back(fmt::format("{}{}", axis, k));
      kinetic.push_back(fmt::format("v{}^2", names.back()));
      forces += fmt::format("v{0} = \"-v{0}\"\n", names.back());
    }
    spheres.push_back(fmt::format("x{0}^2 + y{0}^2 + z{0}^2 - 1", k));
    for (int i = 1; i < k; ++i)
      energy.push_back(fmt::format("((x{0}-x{1})^2 + (y{0}-y{1})^2 + (z{0}-z{1})^2)^-0.5", k, i));
  }
  auto const coulomb = fmt::format("{}", fmt::join(energy, " + "));
  auto const& problem = problem_in_text(
      "charges",
      fmt::format("coordinates = {}\nlagrangian = \"({})/2 - ({})\"\nholonomic = {}\n"
                  "invariants = {{ coulomb = \"{}\" }}\n[forces]\n{}[[case]]\n"
                  "q = [0.6, 0, 0.8, 0, 0.6, 0.8, -0.6, 0, 0.8, 0, -0.8, 0.6, 0.28, 0, -0.96]\n"
                  "v = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n",
                  quoted(names), fmt::join(kinetic, " + "), coulomb, quoted(spheres), coulomb,
                  forces));
  RunSpec const spec{
      .options = {{"rtol", "1e-11"}, {"atol", "1e-11"}}, .step = RawQuad(60), .steps = 1};
  auto const run = problem.method("odeint_dopri5").integrate(spec);
  ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
  // Thomson's problem of five charges: the triangular bipyramid, 1/2 + 3 sqrt(2) + sqrt(3).
  for (auto const& invariant : run.invariants)
    if (invariant.name == "coulomb") {
      EXPECT_NEAR(invariant.final, 0.5 + 3 * std::sqrt(2.) + std::sqrt(3.), 1e-7);
    }
}

TEST(LargeSystems, NameTheMethodsThatDoNotTakeThem) {
  auto const& problem = problem_in_text("chain", chain(7, 0.1930436765603624, 1e-3));
  EXPECT_NE(problem.method("gni").not_applicable_because.find("at most 12 velocities"),
            std::string::npos);
  expect_refusal([] { problem_in_text("chain", chain(17, 0.08, 1e-3)); }, "34");
}

}  // namespace
}  // namespace rattleback::text
