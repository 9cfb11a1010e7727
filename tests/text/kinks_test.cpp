// Formulas that are not smooth: runs from and over kinks, by signatures that the program has.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <tuple>

#include "experiments/measure/convergence.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {
namespace {

/// A particle whose motion along z stops: x moves freely in a potential and under a force.
ProblemEntry const& particle(std::string const& potential, std::string const& force, double x,
                             double vx) {
  return text::problem_in_text(
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
  expect_x(particle("0", "1 - vx*abs(vx)", 0, 0), std::log(std::cosh(1.0)), 2e-5);
  expect_x(particle("0", "1 - vx*sqrt(vx^2 + vy^2)", 0, 0), std::log(std::cosh(1.0)), 2e-5);
}

TEST(Kinks, AllowAStartAtThem) {
  // x(1/2) from the quadrature of the energy, 1 = vx^2 + 2 V.
  expect_x(particle("x^2.5", "", 0, 1), 0.47529522562347, 2e-5);
  expect_x(particle("abs(x)^3", "", 0, 1), 0.48464972022861, 2e-5);
  expect_x(particle("((abs(x) - x)/2)^2.5", "", 0.5, 1), 1, 1e-13);
  expect_x(particle("0", "((abs(x) - x)/2)^1.5", 0.5, 1), 1.5, 1e-13);
}

TEST(Kinks, DoNotStopARampFromRest) {
  // x'' = t/401, as the mass along x is that of x and of phi = 20 x.
  auto const& ramp = text::problem_in_text(
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
    auto const& problem = particle("0", force, 0, 1);
    auto const c = observed_orders(problem, problem.method("odeint_rk4"), "", {10, 20, 40, 80});
    ASSERT_EQ(c.kinks.size(), 1u) << force;
    EXPECT_EQ(c.kinks[0].name, where);
    EXPECT_EQ(c.kinks[0].order, order) << force;
    EXPECT_EQ(c.orders[0].promised, order) << force;
    EXPECT_NEAR(c.kinks[0].time, 0.42, 0.01) << force;
    EXPECT_GT(c.reference_digits, 15) << force;
  }
  auto const& smooth = particle("0", "sqrt(1 + t^2) - vx*sqrt(vx^2 + vy^2)", 0, 1);
  EXPECT_TRUE(smooth.functions->description.kinks.empty());
  EXPECT_TRUE(kinks_met(particle("abs(x)^3", "", 0, 1), {}, 0.5).empty());
  // The end of the domain ends a motion with a root, not one with an absolute value.
  auto const domain = "0\"\n[[domain]]\npositive = \"x\"\nerror = \"x is not positive";
  for (auto const& [potential, kinks] : {std::pair{"x^2.5", 0u}, {"sqrt(x)", 0u}, {"abs(x)", 1u}})
    EXPECT_EQ(particle(potential, domain, 1, 1).functions->description.kinks.size(), kinks)
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
  auto const& dry = particle("0", "-vx/abs(vx)", 0, 1);
  EXPECT_NEAR(run(dry.method("dla_leapfrog"), 0.1, 5).q.back()[0], 0.375, 1e-12);
  Setting const at_rest{.v = {{0, 0, 0}}};
  auto const t =
      dry.method("gni").integrate({.setting = at_rest, .step = 0.1, .steps = 5, .every = 1});
  EXPECT_NE(t.outcome, Outcome::ok);
  EXPECT_EQ(t.reason.find("the force on vx is not finite at t = 0, x = 0"), 0u) << t.reason;
}

}  // namespace
}  // namespace rattleback
