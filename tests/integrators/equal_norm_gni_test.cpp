// The equal-norm GNI: states that were computed elsewhere, exact energies, long runs on which GNI
// or the DLA methods fail, and the cost of a step.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/measure/trend.hpp"
#include "integrators/core/registry/registry.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

using Numbers = std::vector<double>;

Trajectory<double> run_of(ProblemEntry const& problem, RunSpec spec, double end,
                          std::string const& method = "equal_norm_gni") {
  if (spec.step == 0) spec.step = RawQuad(1) / 10;
  spec.steps = std::lround(end / double(spec.step));
  auto run = problem.method(method).integrate(spec);
  EXPECT_EQ(run.outcome, Outcome::ok) << problem.card.id << " at " << run.reached << run.reason;
  return run;
}

void expect_near(Numbers const& found, Numbers const& known, double allowed) {
  ASSERT_EQ(found.size(), known.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    EXPECT_NEAR(found[i], known[i], allowed * std::max(1.0, std::abs(known[i]))) << i;
}

TEST(EqualNormGni, ReproducesTheStatesOfAnIndependentProgram) {
  auto const tilted = run_of(find_problem("tilted_sleigh"), {}, 10);
  expect_near(tilted.q.back(), {4.26627438783, .4248921374021, 6.885603541631}, 3e-12);
  expect_near(tilted.v.back(), {.3456829532946, .4323707042256, .8019144172085}, 3e-12);
  Setting on_a_plane{.parameters = {{"g", 0}}};
  on_a_plane.q = {0.2_quad, 0, 0};
  on_a_plane.v = {-2, 0.096_quad, 0.48_quad};
  auto const sleigh = run_of(find_problem("tilted_sleigh"), {.setting = on_a_plane}, 10);
  expect_near(sleigh.q.back(), {.9155297959412, -3.960943504255, 13.17974122203}, 3e-12);
  expect_near(sleigh.v.back(), {1.531270126425, 1.229386635154, .6192223358568}, 3e-12);
  auto const board = run_of(find_problem("snakeboard"), {}, 10);
  auto const& v = board.v.back();
  double const theta = board.q.back()[2];
  expect_near(board.q.back(), {.1971416576015, -.5163680736878, -8.108603114757, 10, 2.3}, 3e-12);
  expect_near({std::cos(theta) * v[0] - std::sin(theta) * v[1],
               std::sin(theta) * v[0] + std::cos(theta) * v[1], v[2], v[3], v[4]},
              {.08391050609987, .3223972101293, -.7457052121767, 1, .2}, 3e-12);
}

double energy_error(std::string const& problem, RunSpec const& spec, double end,
                    std::string const& method = "equal_norm_gni") {
  return run_of(find_problem(problem), spec, end, method).invariants.front().max_deviation;
}

TEST(EqualNormGni, PreservesTheEnergyWithoutPotential) {
  for (char const* problem : {"snakeboard", "chaplygin_sleigh", "mobile_robot", "suslov"})
    EXPECT_LT(energy_error(problem, {}, 1000), 1e-11) << problem;
  // The method that it cures loses it.
  EXPECT_GT(energy_error("snakeboard", {}, 1000, "gni"), 0.1);
}

TEST(EqualNormGni, PreservesTheEnergyOfAnyPotentialWithADiscreteGradient) {
  RunSpec const spec{.options = {{"drift", "discrete_gradient"}}};
  for (char const* problem : {"contact_oscillator", "tilted_sleigh", "knife_edge"}) {
    EXPECT_LT(energy_error(problem, spec, 60), 1e-10) << problem;
    EXPECT_GT(energy_error(problem, {}, 60),
              problem == std::string("contact_oscillator") ? 1e-5 : 0)
        << problem;
  }
}

/// Energy of the fibre x, z over y on pendulum_cvt, whose largest deviation and trend are wanted.
TEST(EqualNormGni, DoesNotDriftOnATorusThatNoReversalProtects) {
  RunSpec const spec{.setting = {.case_name = "a2"}, .every = 10};
  auto const& problem = find_problem("pendulum_cvt");
  auto const at = std::ranges::find(problem.card.invariants, "energy_fibre");
  ASSERT_NE(at, problem.card.invariants.end());
  auto const k = std::size_t(at - problem.card.invariants.begin()) + 1;
  auto const deviation = [&](std::string const& method, bool* drifts) {
    auto const run = run_of(problem, spec, 2000, method);
    Numbers values;
    for (auto const& row : run.invariant_values) values.push_back(row[k]);
    *drifts = trend_of(run.times, values).drifts;
    return run.invariants[k].max_deviation;
  };
  bool drifts = true;
  EXPECT_LT(deviation("equal_norm_gni", &drifts), 2e-3);
  EXPECT_FALSE(drifts);
  EXPECT_GT(deviation("dla_leapfrog", &drifts), 0.05);
  EXPECT_TRUE(drifts);
}

TEST(EqualNormGni, TakesFewIterations) {
  for (int per_unit : {20, 10})
    for (auto const& [problem, most] : {std::pair{"snakeboard", 2.5},
                                        {"contact_oscillator", 7.0},
                                        {"tilted_sleigh", 7.0},
                                        {"knife_edge", 7.0},
                                        {"pendulum_cvt", 7.0}}) {
      RunSpec const spec{.options = {{"drift", "verlet"}}, .step = RawQuad(1) / per_unit};
      auto const run = run_of(find_problem(problem), spec, 20);
      double const steps = double(run.counts.solver_steps);
      EXPECT_LE(double(run.counts.newton_iterations) / steps, most)
          << problem << ", h = 1/" << per_unit;
      // An iteration takes one derivative of the potential and one of the constraint.
      EXPECT_NEAR(double(run.counts.constraint_derivatives), double(run.counts.newton_iterations),
                  3)
          << problem;
      EXPECT_NEAR(double(run.counts.lagrangian_derivatives), double(run.counts.newton_iterations),
                  3)
          << problem;
    }
}

TEST(EqualNormGni, RefusesAFreeStepThatDoesNotApply) {
  auto const refusal = [](std::string const& problem, std::string const& drift) {
    RunSpec const spec{.options = {{"drift", drift}}, .step = RawQuad(1) / 10, .steps = 1};
    return rattleback::refusal(
        [&] { find_problem(problem).method("equal_norm_gni").integrate(spec); });
  };
  EXPECT_NE(refusal("chaplygin_sleigh", "verlet").find("nearest: drift=discrete_gradient"),
            std::string::npos);
  EXPECT_NE(refusal("snakeboard", "reduced").find("nearest: drift=verlet"), std::string::npos);
  EXPECT_NE(refusal("suslov", "discrete_gradient").find("nearest: drift=reduced"),
            std::string::npos);
  EXPECT_EQ(refusal("suslov", "reduced"), "");
}

}  // namespace
}  // namespace rattleback
