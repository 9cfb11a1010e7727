// The method `taylor`: tolerances, dense output, lanes and refusals.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/reference.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/lanes.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

RunSpec taylor_spec(RawQuad step, long steps, char const* tolerance, OptionValues options = {}) {
  RunSpec spec{.options = std::move(options), .step = step, .steps = steps};
  spec.options.emplace_back("rtol", tolerance);
  spec.options.emplace_back("atol", tolerance);
  return spec;
}

Trajectory<double> taylor_run(ProblemEntry const& problem, double step, long steps,
                              char const* tolerance, OptionValues options = {}) {
  return problem.method("taylor").integrate(
      taylor_spec(RawQuad(step), steps, tolerance, std::move(options)));
}

/// A particle that moves along x.
ProblemEntry const& along_x(std::string const& lagrangian, std::string const& vx,
                            std::string const& more = "", std::string const& x = "1") {
  return problem_in_text("along_x", "coordinates = ['x', 'y']\nconstraints = ['vy']\n" + more +
                                        "lagrangian = '(vx^2 + vy^2)/2 " + lagrangian +
                                        "'\n[[case]]\nq = [" + x + ", 0]\nv = [" + vx + ", 0]\n");
}
/// x = (1 - t)^(1/2) satisfies x'' = -1/(4 x^3).
ProblemEntry const& fall() { return along_x("+ 1/(8*x^2)", "-0.5"); }

TEST(Taylor, PreservesTheEnergyToRounding) {
  auto const end = taylor_run(find_problem("contact_oscillator"), 1, 2000, "1e-15");
  ASSERT_EQ(end.outcome, Outcome::ok) << end.reason;
  EXPECT_LT(end.invariants[0].max_deviation, 1e-11);
}

// From x = 0 all but each fourth coefficient, or each sixth, vanish: the last two may.
TEST(Taylor, TakesNoStepByTheGapsOfASeries) {
  for (std::string const potential : {"x^4/4", "x^6/6"}) {
    auto const& problem = along_x("- " + potential, "1", "", "0");
    double const exact = double(problem.reference({}, {3}).states.front().q[0]);
    for (int digits = 1; digits < 16; ++digits) {
      double const tolerance = std::pow(0.1, digits);
      auto const end = taylor_run(problem, 3, 1, ("1e-" + std::to_string(digits)).c_str());
      EXPECT_NEAR(end.q.back()[0], exact, 20 * tolerance) << potential << " at " << tolerance;
    }
  }
}

TEST(Taylor, ConvergesWithTheTolerance) {
  for (auto const* name : {"contact_oscillator", "driven_sleigh_se2", "suslov"}) {
    auto const& problem = find_problem(name);
    auto const exact = problem.reference({}, {4}).states.front();
    double last = 1;
    for (auto const* tolerance : {"1e-4", "1e-7", "1e-10", "1e-13"}) {
      auto const end = taylor_run(problem, 2, 2, tolerance);
      ASSERT_EQ(end.outcome, Outcome::ok) << end.reason;
      double error = 0;
      for (std::size_t i = 0; i < exact.q.size(); ++i)
        error = larger_or_nan(error, std::abs(end.q.back()[i] - double(exact.q[i])));
      EXPECT_LE(error, 10 * std::stod(tolerance)) << name;
      EXPECT_LT(error, last / 10) << name;
      last = std::max(error, 1e-14);
    }
  }
}

TEST(Taylor, ConvergesInQuadPrecision) {
  // The reference of a driven system is an extrapolation. No node is a number of double precision.
  for (auto const* name : {"contact_oscillator", "chaplygin_sphere", "driven_sleigh_se2"}) {
    auto const& problem = find_problem(name);
    auto const exact = problem.reference({}, {RawQuad(21) / 10});
    RawQuad last(1);
    for (auto const* tolerance : {"1e-10", "1e-20", "1e-32"}) {
      auto const end =
          problem.method("taylor").integrate_quad(taylor_spec(RawQuad(7) / 10, 3, tolerance));
      ASSERT_EQ(end.outcome, Outcome::ok) << end.reason;
      RawQuad error(0);
      for (std::size_t i = 0; i < exact.states.front().q.size(); ++i)
        error = larger_or_nan(error, fabsq(end.q.back()[i] - RawQuad(exact.states.front().q[i])));
      double const bound = std::max(10 * std::stod(tolerance), std::pow(10, -exact.digits));
      EXPECT_LE(double(error), bound) << name;
      EXPECT_LT(double(error), double(last) / 1e4) << name;
      last = std::max(error, RawQuad(1e-25));
    }
    EXPECT_GE(exact.digits, 24) << name;
  }
}

TEST(Taylor, RefusesSwitchesAndStopsInQuadPrecision) {
  auto spec = taylor_spec(RawQuad(0.1), 10, "1e-20", {{"stops", "0.5"}});
  expect_refusal<InvalidInput>(
      [&] { find_problem("contact_oscillator").method("taylor").integrate_quad(spec); },
      "'stops' needs double precision");
  auto const& kinked = along_x("- abs(x)", "0");
  spec = taylor_spec(RawQuad(0.1), 10, "1e-20");
  auto const& with_event = along_x("- x^2/2", "0", "events = { half = 'x - 0.5' }\n");
  auto const end = with_event.method("taylor").integrate_quad(taylor_spec(1, 2, "1e-32"));
  EXPECT_LT(double(fabsq(end.q.back()[0] - cosq(2))), 1e-31);
  spec.section = Section{.component = "x"};
  expect_refusal<InvalidInput>([&] { with_event.method("taylor").integrate_quad(spec); },
                               "taylor with --section needs double precision");
  spec.section.reset();
  expect_refusal<InvalidInput>([&] { kinked.method("taylor").integrate_quad(spec); },
                               "the text has 'abs(x) in the Lagrangian'");
}

TEST(Taylor, InterpolatesBetweenTheEndsOfItsSteps) {
  auto const& problem = find_problem("contact_oscillator");
  auto const coarse = taylor_run(problem, 8, 1, "1e-13"),
             fine = taylor_run(problem, 0.125, 64, "1e-13");
  // The distance of the nodes changes no step.
  EXPECT_EQ(coarse.q.back(), fine.q.back());
  EXPECT_EQ(coarse.counts.solver_steps, fine.counts.solver_steps);
  auto const stopped = taylor_run(problem, 0.7, 1, "1e-13", {{"stops", "0.7"}});
  auto const between = taylor_run(problem, 0.7, 1, "1e-13");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(stopped.q.back()[i], between.q.back()[i], 1e-13);
    EXPECT_NEAR(stopped.v.back()[i], between.v.back()[i], 1e-13);
  }
}

TEST(Taylor, CountsAnEvaluationForEachOrder) {
  auto const end = taylor_run(find_problem("contact_oscillator"), 1, 10, "1e-8");
  EXPECT_EQ(end.counts.equation_calls, 14 * end.counts.solver_steps);
}

TEST(Taylor, FailsWhereTheMotionEnds) {
  auto const end = taylor_run(fall(), 0.4, 5, "1e-10");
  EXPECT_NE(end.outcome, Outcome::ok);
  EXPECT_NEAR(end.reached, 1, 1e-3);
  EXPECT_FALSE(end.reason.empty());
}

std::vector<std::uint64_t> bits_of(std::vector<double> const& numbers) {
  std::vector<std::uint64_t> bits;
  for (double const x : numbers) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

/// The orbits of the snakeboard end at singular configurations, at different times.
class TaylorOnLanes : public testing::TestWithParam<char const*> {};
INSTANTIATE_TEST_SUITE_P(Problems, TaylorOnLanes,
                         testing::Values("contact_oscillator", "chaotic_r7", "mobile_robot",
                                         "snakeboard", "chaplygin_sleigh", "chaplygin_sphere",
                                         "rattleback"));
TEST_P(TaylorOnLanes, EqualsSingleOrbits) {
  auto const& problem = find_problem(GetParam());
  EnsembleSpec spec{.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}}};
  spec.energy = problem.energy({}) + 0.5;
  spec.orbits = spec.paths = 2 * lane_count + 1;
  spec.step = 0.3 * problem.card.time_scale;
  spec.steps = 60;
  spec.every = 20;
  auto const lanes = problem.method("taylor").ensemble(spec);
  EXPECT_TRUE(lanes.on_lanes);
  spec.scalar = true;
  auto const single = problem.method("taylor").ensemble(spec);
  EXPECT_EQ(bits_of(lanes.final_state), bits_of(single.final_state));
  for (std::size_t i = 0; i < lanes.paths.size(); ++i)
    EXPECT_EQ(bits_of(lanes.paths[i]), bits_of(single.paths[i])) << "orbit " << i;
  // The distance of the nodes changes no step.
  spec.scalar = false;
  spec.every = 1;
  EXPECT_EQ(bits_of(lanes.final_state),
            bits_of(problem.method("taylor").ensemble(spec).final_state));
}

TEST(Series, EndAReferenceInASingularity) {
  expect_refusal(
      [] {
        fall().reference({}, {0.5_quad, 2});
      },
      "the reference motion ends in a singularity");
}

TEST(Taylor, DoesNotApplyWithoutAText) {
  auto const& method = find_problem("rolling_ball").method("taylor");
  EXPECT_THAT(method.not_applicable_because, testing::HasSubstr("a problem that a text states"));
}

}  // namespace
}  // namespace rattleback::text
