// Switches in forces, stops, events, and runs that begin at another time or go backward: adaptive
// solvers and methods with fixed steps against closed forms.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "integrators/core/registry/lookup.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

std::string particle(std::string const& force, double x, double vx) {
  return fmt::format(
      "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2\"\nconstraints = [\"vy\"]\n"
      "[forces]\nvx = \"{}\"\n[events]\nhigh = \"x - 0.25\"\n"
      "[[case]]\nname = \"A\"\nq = [{}, 0]\nv = [{}, 0]\n",
      force, x, vx);
}

RunSpec spec_of(double step, long steps) { return {.step = RawQuad(step), .steps = steps}; }

struct AdaptiveSolvers : testing::TestWithParam<char const*> {
  Trajectory<double> run(std::string const& text, RunSpec spec, char const* tolerance = "1e-10") {
    spec.options.emplace_back("rtol", tolerance);
    spec.options.emplace_back("atol", tolerance);
    return problem_in_text("particle", text).method(GetParam()).integrate(spec);
  }
};
INSTANTIATE_TEST_SUITE_P(Switches, AdaptiveSolvers,
                         testing::Values("odeint_dopri5", "odeint_rkf78", "odeint_bulirsch_stoer",
                                         "arkode_erk", "cvode_adams", "cvode_bdf", "ndf", "ida",
                                         "radau", "taylor"),
                         [](auto const& info) { return std::string(info.param); });

TEST_P(AdaptiveSolvers, BeginAnewWhereAForceJumps) {
  // x = -1/2 + t^2/2 up to t = 1, then the mirror image: period 4.
  auto const run = this->run(particle("-sign(x)", -0.5, 0), spec_of(0.5, 16));
  ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
  EXPECT_NEAR(run.q.back()[0], -0.5, 2e-6);
  EXPECT_NEAR(run.v.back()[0], 0, 2e-6);
  // Each step counts once in the work, with those that are repeated before a switch.
  EXPECT_LT(run.invariants.front().max_deviation, 1e-6);
}

TEST_P(AdaptiveSolvers, BeginAnewWhereAWallTouches) {
  // Free up to x = 0, half a period of an oscillator of frequency 10, free again.
  auto const run = this->run(particle("-100*max(x, 0)", -0.5, 1), spec_of(0.25, 8));
  ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
  EXPECT_NEAR(run.q.back()[0], -(2 - 0.5 - std::numbers::pi / 10), 2e-6);
  EXPECT_NEAR(run.v.back()[0], -1, 1e-6);
}

TEST_P(AdaptiveSolvers, KeepTheirAccuracyWhereAnEventChangesNothing) {
  auto const run = this->run(particle("-x", 0, 1), spec_of(0.5, 6), "1e-12");
  ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
  bool const multistep = run.counts.solver_steps > 100;
  EXPECT_NEAR(run.q.back()[0], std::sin(3.0), multistep ? 1e-9 : 1e-11);
}

TEST_P(AdaptiveSolvers, FindASwitchThatIsPassedTwiceInAStep) {
  // x = sin t, beyond 0.999 an oscillation about -5; then sin(t + 2 (free - pushed)).
  auto const run = this->run(particle("-x - 5*step(x - 0.999)", 0, 1), spec_of(0.5, 6));
  ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
  double const v = std::sqrt(1 - 0.999 * 0.999), free = std::acos(0.999),
               pushed = std::atan(v / 5.999);
  EXPECT_NEAR(run.q.back()[0], std::sin(3 + 2 * (free - pushed)), 2e-6);
}

TEST_P(AdaptiveSolvers, EndAtAnEventThatIsPassedTwiceBetweenNodes) {
  auto spec = spec_of(1, 6);
  spec.until_event = "high";
  auto const run = this->run(particle("-x", 0, 0.2501), spec);
  ASSERT_TRUE(run.ended_at_event);
  EXPECT_NEAR(run.times.back(), std::asin(0.25 / 0.2501), 1e-5);
}

TEST_P(AdaptiveSolvers, EndAtAnEventOnWhichTheMotionWouldSlide) {
  auto text = particle("-sign(vx)", 0, 1);
  text.replace(text.find("x - 0.25"), 8, "vx");
  auto spec = spec_of(0.3, 6);
  spec.until_event = "high";
  auto const run = this->run(text, spec);
  ASSERT_TRUE(run.ended_at_event) << run.reason;
  EXPECT_EQ(run.outcome, Outcome::ok);
  EXPECT_NEAR(run.times.back(), 1, 1e-8);
  EXPECT_NEAR(run.q.back()[0], 0.5, 1e-8);
}

TEST_P(AdaptiveSolvers, EndWhereBothSidesLeadBack) {
  auto const run = this->run(particle("-0.4*sign(vx)", 0, 1), spec_of(0.3, 20));
  ASSERT_EQ(run.outcome, Outcome::sliding) << run.reason;
  EXPECT_NEAR(run.reached, 2.5, 1e-9);
  EXPECT_NE(run.reason.find("sign(vx) in the force on vx"), std::string::npos) << run.reason;
}

TEST_P(AdaptiveSolvers, StopAtStatedTimes) {
  // A pulse of width w: without a stop a step passes over it. Allowed: a hundred tolerances. The
  // second one is behind the node at 1, which a step of a solver without stops would pass as well.
  for (auto const& [force, stops, step, steps] :
       {std::tuple{"exp(-((t - 1)/0.0001)^2)", "0.9995,1", 2, 1},
        {"exp(-((t - 1.02)/0.0001)^2)", "1.0195,1.02", 1, 3}}) {
    auto spec = spec_of(step, steps);
    spec.options = {{"max_step", "1"}, {"stops", stops}};
    auto const run = this->run(particle(force, 0, 0), spec, "1e-8");
    ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
    EXPECT_NEAR(run.v.back()[0], 0.0001 * std::sqrt(std::numbers::pi), 1e-6) << stops;
  }
}

TEST_P(AdaptiveSolvers, ReturnBackwardInTime) {
  auto const text = particle("-x + sin(3*t)*exp(-t) - 0.1*vx", 0.3, 0.2);
  auto const there = this->run(text, spec_of(0.5, 4));
  auto spec = spec_of(-0.5, 4);
  spec.setting.time = 2;
  spec.setting.q = std::vector<RawQuad>{there.q.back()[0], there.q.back()[1]};
  spec.setting.v = std::vector<RawQuad>{there.v.back()[0], 0};
  auto const back = this->run(text, spec);
  ASSERT_EQ(back.outcome, Outcome::ok) << back.reason;
  EXPECT_EQ(back.times.back(), 0);
  EXPECT_NEAR(back.q.back()[0], 0.3, 2e-7);
  EXPECT_NEAR(back.v.back()[0], 0.2, 2e-7);
}

TEST(Events, EndARunAtTheirZero) {
  // x = -1/2 + t^2/2 is 1/4 at t = sqrt(3/2); methods of order two are exact to O(h^3) there.
  auto const& problem = problem_in_text("particle", particle("1", -0.5, 0));
  for (auto const& [method, allowed] : {std::pair{"odeint_dopri5", 1e-8},
                                        {"odeint_rk4", 1e-12},
                                        {"dla_leapfrog", 1e-12},
                                        {"dla_trapezoidal", 1e-12},
                                        {"gni", 1e-12}}) {
    auto spec = spec_of(0.1, 100);
    spec.every = 1;
    spec.until_event = "high";
    auto const run = problem.method(method).integrate(spec);
    ASSERT_TRUE(run.ended_at_event) << method;
    EXPECT_EQ(run.outcome, Outcome::ok);
    EXPECT_NEAR(run.times.back(), std::sqrt(1.5), allowed) << method;
    EXPECT_NEAR(run.q.back()[0], 0.25, 1e-12) << method;
    EXPECT_EQ(run.times.size(), 14u) << method;
  }
  auto never = spec_of(0.1, 5);
  never.until_event = "high";
  EXPECT_FALSE(problem.method("odeint_rk4").integrate(never).ended_at_event);
  auto unknown = spec_of(0.1, 5);
  unknown.until_event = "hihg";
  expect_refusal([&] { problem.method("odeint_rk4").integrate(unknown); }, "high");
}

TEST(Backward, EveryMethodWithFixedStepsReturns) {
  auto const& problem = problem_in_text("skate", R"(coordinates = ["x", "y", "theta"]
lagrangian = "(vx^2 + vy^2)/2 + vtheta^2/4 - x/5"
constraints = ["-sin(theta)*vx + cos(theta)*vy"]
[[case]]
name = "A"
q = [0, 0, 0.3]
v = { vx = 1, vtheta = 0.6 }
)");
  int methods = 0;
  for (auto const& method : problem.methods) {
    if (!method.not_applicable_because.empty() || method.card.adaptive) continue;
    auto const there = method.integrate(spec_of(0.005, 200));
    ASSERT_EQ(there.outcome, Outcome::ok) << method.card.id;
    auto spec = spec_of(-0.005, 200);
    spec.setting.time = 1;
    spec.setting.project = true;
    spec.setting.q = std::vector<RawQuad>(there.q.back().begin(), there.q.back().end());
    spec.setting.v = std::vector<RawQuad>(there.v.back().begin(), there.v.back().end());
    auto const back = method.integrate(spec);
    ASSERT_EQ(back.outcome, Outcome::ok) << method.card.id << ": " << back.reason;
    // Both ways have the error of the method, of first order where the velocity is another.
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(back.q.back()[i], there.start_q[i], 0.02) << method.card.id;
    EXPECT_EQ(back.times.back(), 0) << method.card.id;
    ++methods;
  }
  EXPECT_GT(methods, 10);
}

}  // namespace
}  // namespace rattleback::text
