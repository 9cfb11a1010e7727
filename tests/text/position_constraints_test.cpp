// Constraints on positions in texts: the constraints on velocities that follow from them, drift,
// projection, and starts that are off.

#include <gtest/gtest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <cmath>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

std::string const pendulum = R"(coordinates = ["x", "y"]
lagrangian = "m*(vx^2 + vy^2)/2 - m*g*y"
holonomic = ["x^2 + y^2 - l^2"]
[parameters]
m = 1
g = 9.81
l = 1.5
[[case]]
name = "level"
q = ["l", 0]
v = { vy = 0 }
[[case]]
name = "rounded"
q = [0.9, -1.19]
v = [0.1, 0.2]
[[case]]
name = "projected"
q = [0.9, -1.19]
v = [0.1, 0.2]
project = true
)";

Trajectory<double> run(ProblemEntry const& problem, std::string const& method, double step,
                       long steps, std::string const& case_name = "") {
  RunSpec const spec{.setting = {.case_name = case_name}, .step = RawQuad(step), .steps = steps};
  return problem.method(method).integrate(spec);
}
double position(Trajectory<double> const& run) {
  auto const& q = run.q.back();
  return q[0] * q[0] + q[1] * q[1] - 2.25;
}

TEST(PositionConstraints, GiveTheMotionOfAPendulum) {
  auto const& problem = problem_in_text("pendulum", pendulum);
  EXPECT_EQ(problem.card.constraints, std::vector<std::string>{"d/dt (x^2 + y^2 - l^2) = 0"});
  double const period = 4 * boost::math::ellint_1(std::sqrt(0.5)) * std::sqrt(1.5 / 9.81);
  constexpr int steps = 64;
  auto const back = run(problem, "odeint_rkf78", period / steps, steps);
  ASSERT_EQ(back.outcome, Outcome::ok);
  EXPECT_NEAR(back.q.back()[0], 1.5, 1e-7);
  EXPECT_NEAR(back.q.back()[1], 0, 1e-6);
}

TEST(PositionConstraints, DriftUntilTheyAreProjected) {
  auto const& problem = problem_in_text("pendulum", pendulum);
  auto const drifting = run(problem, "odeint_rk4", 0.05, 400);
  EXPECT_GT(std::abs(position(drifting)), 1e-6);
  ASSERT_EQ(problem.card.invariants, std::vector<std::string>{"position_1"});
  EXPECT_NEAR(drifting.invariant_values.back()[1], position(drifting), 1e-15);
  for (char const* const method :
       {"projected(odeint_rk4,position)", "projected(odeint_dopri5,position)",
        "projected(dla_leapfrog,position)"}) {
    auto const projected = run(problem, method, 0.05, 400);
    ASSERT_EQ(projected.outcome, Outcome::ok) << method;
    EXPECT_LE(std::abs(position(projected)), 1e-14) << method;
    auto const &q = projected.q.back(), &v = projected.v.back();
    EXPECT_LE(std::abs(q[0] * v[0] + q[1] * v[1]), 1e-13) << method;
  }
  expect_refusal<InvalidInput>(
      [] { run(find_problem("contact_oscillator"), "projected(odeint_rk4,position)", 0.1, 2); },
      "needs position constraints");
}

TEST(PositionConstraints, RefuseAStartThatIsOffOrProjectIt) {
  auto const& problem = problem_in_text("pendulum", pendulum);
  expect_refusal<InvalidInput>([&] { run(problem, "gni", 0.01, 2, "rounded"); },
                               "violates a position constraint");
  auto const projected = run(problem, "odeint_rk4", 1e-3, 1, "projected");
  auto const &q = projected.start_q, &v = projected.start_v;
  EXPECT_NEAR(q[0] * q[0] + q[1] * q[1], 2.25, 1e-15);
  EXPECT_NEAR(q[1] / q[0], -1.19 / 0.9, 1e-15);  // M is a multiple of the identity
  EXPECT_NEAR(q[0] * v[0] + q[1] * v[1], 0, 1e-15);
}

TEST(PositionConstraints, MayDependOnTime) {
  // A bead at the end of a rod that turns at the rate 2: x = 0 in the rotating frame.
  std::string const rod = R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2)/2"
holonomic = ["cos(2*t)*y - sin(2*t)*x"]
[[case]]
q = [1, 0]
v = { vx = 0 }
)toml";
  auto const& problem = problem_in_text("rod", rod);
  auto const end = run(problem, "odeint_rkf78", 0.05, 20).q.back();
  double const distance = std::cosh(2.0);  // r'' = 4 r, r(0) = 1, r'(0) = 0, at t = 1
  EXPECT_NEAR(end[0], distance * std::cos(2.0), 1e-7);
  EXPECT_NEAR(end[1], distance * std::sin(2.0), 1e-7);
}

TEST(PositionConstraints, HoldOnGroups) {
  // A body on SE(2) whose corner (1, 0) stays on the line y = 0.
  std::string const corner = R"toml(space = ["SE2"]
coordinates = ["x", "y", "theta"]
lagrangian = "(v1^2 + v2^2 + w^2)/2 - x"
holonomic = ["y + sin(theta)"]
[[case]]
q = [0, "-sin(0.3)", 0.3]
v = { v1 = 0.2, w = 0.5 }
)toml";
  auto const& problem = problem_in_text("corner", corner);
  auto const end = run(problem, "projected(odeint_rk4,position)", 0.01, 100).q.back();
  EXPECT_NEAR(end[1] + std::sin(end[2]), 0, 1e-15);
  RunSpec spec{.step = 1, .steps = 1};
  spec.options = {{"positions", "stabilised"}, {"rtol", "1e-9"}, {"atol", "1e-9"}};
  auto const stabilised = problem.method("radau").integrate(spec);
  ASSERT_EQ(stabilised.outcome, Outcome::ok) << stabilised.reason;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(stabilised.q.back()[i], end[i], 1e-7) << i;
}

/// A run to t = 100 with tolerances of 1e-7.
Trajectory<double> solved(ProblemEntry const& problem, std::string const& method,
                          OptionValues options) {
  RunSpec spec{.options = std::move(options), .step = RawQuad(1) / 2, .steps = 200};
  spec.options.insert(spec.options.end(), {{"rtol", "1e-7"}, {"atol", "1e-7"}});
  return problem.method(method).integrate(spec);
}

TEST(PositionConstraints, HoldInTheEquationsOfSolvers) {
  auto const& problem = problem_in_text("pendulum", pendulum);
  for (std::string const method : {"ida", "radau"})
    for (std::string const form : {"integrated_multiplier", "index2"})
      for (std::string const positions : {"differentiated", "index3", "stabilised"}) {
        auto const run = solved(problem, method, {{"form", form}, {"positions", positions}});
        auto const label = method + " " + form + " " + positions;
        double const drift = run.invariants.at(1).max_deviation;
        if (method == "ida" && positions == "index3") {
          EXPECT_EQ(run.outcome, Outcome::solver_failed) << label;
          continue;
        }
        ASSERT_EQ(run.outcome, Outcome::ok) << label << ": " << run.reason;
        bool const holds = positions != "differentiated";
        if (holds) EXPECT_LT(drift, 1e-6) << label;  // ten times the tolerance
        if (!holds && method == "ida") EXPECT_GT(drift, 1e-5) << label;
      }
}

TEST(PositionConstraints, RefuseAFormulationThatDoesNotFit) {
  expect_refusal<InvalidInput>(
      [] {
        solved(find_problem("contact_oscillator"), "ida", {{"positions", "stabilised"}});
      },
      "needs a problem with position constraints (holonomic); contact_oscillator has none");
  OptionValues const unfit{{"positions", "index3"}, {"form", "index1"}};
  expect_refusal<InvalidInput>([&] { solved(problem_in_text("pendulum", pendulum), "ida", unfit); },
                               "positions = index3 needs form = integrated_multiplier or index2");
}

TEST(PositionConstraints, ReportWrongFormulas) {
  auto const refuses = [](std::string const& formula, char const* said) {
    auto text = pendulum;
    text.replace(text.find("x^2 + y^2 - l^2"), 15, formula);
    expect_refusal<InputFileError>([&] { problem_of_text("p.toml", text); }, said);
  };
  refuses("x*vx + y*vy", "p.toml:3:14: a position constraint has no velocity");
  refuses("l^2 - 1", "depends on no coordinate");
  refuses("0*x", "depends on no coordinate");
  refuses("x^2 + z^2", "there is no 'z' here");
}

}  // namespace
}  // namespace rattleback::text
