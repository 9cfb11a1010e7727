// Switches in forces, stops, events, and runs that begin at another time or go backward: adaptive
// solvers and methods with fixed steps against closed forms. Formulas that are not smooth: runs
// from and over kinks, by signatures that the program has.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <tuple>

#include "experiments/measure/convergence.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/tables/problem_table.hpp"
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

/// A particle whose motion along z stops: x moves freely in a potential and under a force.
ProblemEntry const& particle_in(std::string const& potential, std::string const& force, double x,
                                double vx) {
  return problem_in_text(
      "particle.toml",
      "coordinates = [\"x\", \"y\", \"z\"]\nlagrangian = \"(vx^2 + vy^2 + vz^2)/2 - " + potential +
          "\"\nconstraints = [\"vz\"]\n" +
          (force.empty() ? "" : "[forces]\nvx = \"" + force + "\"\n") + "[[case]]\nq = [" +
          std::to_string(x) + ", 0, 0]\nv = [" + std::to_string(vx) + ", 0, 0]\n");
}
Trajectory<double> run(MethodEntry const& method, double step, long steps) {
  return method.integrate({.step = step, .steps = steps, .every = 1});
}
/// Expects x at the end of a run of every method with fixed steps.
void expect_x(ProblemEntry const& problem, double expected, double tolerance) {
  int methods = 0;
  for (auto const& method : problem.methods) {
    if (!method.not_applicable_because.empty() || method.card.adaptive) continue;
    ++methods;
    auto const t = run(method, 0.01, std::lround(problem.driven ? 100 : 50));
    EXPECT_EQ(t.outcome, Outcome::ok) << method.card.id << ": " << t.reason;
    bool const is_first_order = method.card.starts.front().order == 1;
    EXPECT_NEAR(t.q.back()[0], expected, is_first_order ? 0.005 : tolerance) << method.card.id;
    EXPECT_TRUE(std::isfinite(t.invariants.front().max_deviation)) << method.card.id;
  }
  EXPECT_GE(methods, 10);
}

TEST(Kinks, AllowQuadraticDragFromRest) {
  expect_x(particle_in("0", "1 - vx*abs(vx)", 0, 0), std::log(std::cosh(1.0)), 2e-5);
  expect_x(particle_in("0", "1 - vx*sqrt(vx^2 + vy^2)", 0, 0), std::log(std::cosh(1.0)), 2e-5);
}

TEST(Kinks, AllowAStartAtThem) {
  // x(1/2) from the quadrature of the energy, 1 = vx^2 + 2 V.
  expect_x(particle_in("x^2.5", "", 0, 1), 0.47529522562347, 2e-5);
  expect_x(particle_in("abs(x)^3", "", 0, 1), 0.48464972022861, 2e-5);
  expect_x(particle_in("((abs(x) - x)/2)^2.5", "", 0.5, 1), 1, 1e-13);
  expect_x(particle_in("0", "((abs(x) - x)/2)^1.5", 0.5, 1), 1.5, 1e-13);
}

TEST(Kinks, DoNotStopARampFromRest) {
  // x'' = t/401, as the mass along x is that of x and of phi = 20 x.
  auto const& ramp = problem_in_text(
      "ramp.toml",
      "coordinates = [\"x\", \"y\", \"phi\"]\nlagrangian = \"(vx^2 + vy^2 + vphi^2)/2\"\n"
      "constraints = [\"vx - 0.05*vphi\"]\n[forces]\nvx = \"t\"\n[[case]]\n"
      "q = [0, 0, 0]\nv = [0, 0, 0]\n");
  expect_x(ramp, 1 / (6 * 401.0), 5e-5);
  for (double const h : {0.01, 0.0001})
    EXPECT_NEAR(run(ramp.method("dla_trapezoidal"), h, std::lround(1 / h)).q.back()[0],
                1 / (6 * 401.0), 3e-4 * h * h + 1e-15);
}

TEST(Kinks, LowerTheExpectedOrder) {
  for (auto const& [force, where, order] :
       std::initializer_list<std::tuple<char const*, char const*, double>>{
           {"abs(t - 0.4231)", "abs(t - 4231/10000) in the force on vx", 2},
           {"(t - 0.4231)*abs(t - 0.4231)", "abs(t - 4231/10000) in the force on vx", 3},
           {"(t - 0.4231)/abs(t - 0.4231)", "abs(t - 4231/10000) in the force on vx", 1},
           {"((abs(x - 0.4231) + (x - 0.4231))/2)^1.5", "abs(x - 4231/10000) in the force on vx",
            2.5}}) {
    auto const& problem = particle_in("0", force, 0, 1);
    auto const c = observed_orders(problem, problem.method("odeint_rk4"), "", {10, 20, 40, 80});
    ASSERT_EQ(c.kinks.size(), 1u) << force;
    EXPECT_EQ(c.kinks[0].name, where);
    EXPECT_EQ(c.kinks[0].order, order) << force;
    EXPECT_EQ(c.orders[0].promised, order) << force;
    EXPECT_NEAR(c.kinks[0].time, 0.42, 0.01) << force;
    EXPECT_GT(c.reference_digits, 15) << force;
  }
  auto const& smooth = particle_in("0", "sqrt(1 + t^2) - vx*sqrt(vx^2 + vy^2)", 0, 1);
  EXPECT_TRUE(smooth.functions->description.kinks.empty());
  EXPECT_TRUE(kinks_met(particle_in("abs(x)^3", "", 0, 1), {}, 0.5).empty());
  // The end of the domain ends a motion with a root, not one with an absolute value.
  auto const domain = "0\"\n[[domain]]\npositive = \"x\"\nerror = \"x is not positive";
  for (auto const& [potential, kinks] : {std::pair{"x^2.5", 0u}, {"sqrt(x)", 0u}, {"abs(x)", 1u}})
    EXPECT_EQ(particle_in(potential, domain, 1, 1).functions->description.kinks.size(), kinks)
        << potential;
}

TEST(Kinks, StandInACopyWithOneMethod) {  // as the laws of a method have it
  auto const path = testing::TempDir() + "kink_alone.toml";
  std::ofstream(path) << "coordinates = [\"x\", \"y\"]\nconstraints = [\"vy\"]\n"
                         "lagrangian = \"(vx^2 + vy^2)/2 - abs(x)^3\"\n"
                         "[[case]]\nq = [-0.2, 0]\nv = [1, 0]\n";
  auto alone = find_problem(path);
  auto const method = alone.method("odeint_rk4");
  alone.methods = alone.methods.without_methods();
  alone.methods.push_back(method);
  EXPECT_EQ(kinks_met(alone, {}, 0.5).size(), 1u);
}

TEST(Kinks, NameTheForceOfAFailedStep) {
  auto const& dry = particle_in("0", "-vx/abs(vx)", 0, 1);
  EXPECT_NEAR(run(dry.method("dla_leapfrog"), 0.1, 5).q.back()[0], 0.375, 1e-12);
  Setting const at_rest{.v = {{0, 0, 0}}};
  auto const t =
      dry.method("gni").integrate({.setting = at_rest, .step = 0.1, .steps = 5, .every = 1});
  EXPECT_NE(t.outcome, Outcome::ok);
  EXPECT_EQ(t.reason.find("the force on vx is not finite at t = 0, x = 0"), 0u) << t.reason;
}

}  // namespace
}  // namespace rattleback::text
