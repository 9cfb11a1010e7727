// Problems on groups in text files; those of the catalogue: agreement_test.cpp.

#include <gtest/gtest.h>

#include <cmath>

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

struct Wrong {
  char const *old, *replacement, *said;
};

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
  for (auto const& [old, replacement, said] : std::vector<Wrong>{
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

}  // namespace
}  // namespace rattleback::text
