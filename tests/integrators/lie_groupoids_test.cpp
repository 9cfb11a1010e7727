// Integrators on Lie groupoids: exactly preserved quantities, limits of existence of a step, and
// agreement of all solvers of a step.

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

using laws::max_difference;

struct Pair {
  char const *problem, *case_name, *method;
};

RunSpec spec_of(Pair const& pair, double step, long steps, OptionValues const& options = {}) {
  return {
      .setting = {.case_name = pair.case_name}, .options = options, .step = step, .steps = steps};
}
MethodEntry const& method_of(Pair const& pair) {
  return find_problem(pair.problem).method(pair.method);
}
Trajectory<double> run(Pair const& pair, double step, long steps,
                       OptionValues const& options = {}) {
  auto const t = method_of(pair).integrate(spec_of(pair, step, steps, options));
  EXPECT_EQ(t.outcome, Outcome::ok) << pair.method << " on " << pair.problem;
  return t;
}
double deviation(Trajectory<double> const& t, std::string const& name) {
  for (auto const& invariant : t.invariants)
    if (invariant.name == name) return invariant.max_deviation;
  ADD_FAILURE() << "no invariant " << name;
  return NAN;
}

Pair const suslov{"suslov", "SUS", "euler_poincare_suslov"};
Pair const sleigh{"chaplygin_sleigh", "SLE-A", "euler_poincare_suslov"};
Pair const robot{"mobile_robot", "ROB", "chaplygin_dla"};

TEST(LieGroupoids, ClosedFormsEqualTheGenericSolver) {
  for (auto const& pair :
       {suslov, sleigh, Pair{"chaplygin_sleigh", "SLE-B", "euler_poincare_suslov"},
        Pair{"veselova", "free", "veselova_dla"}, Pair{"veselova", "heavy", "veselova_dla"}, robot})
    for (double h : {0.1, 0.4}) {
      auto const closed = run(pair, h, 50, {{"solver", "closed"}});
      auto const generic = run(pair, h, 50, {{"solver", "generic"}});
      EXPECT_LE(max_difference(closed.q.back(), generic.q.back()), 1e-12)
          << pair.problem << " h=" << h;
      EXPECT_LE(max_difference(closed.v.back(), generic.v.back()), 1e-12)
          << pair.problem << " h=" << h;
    }
  auto const reduced = run(robot, 0.1, 50, {{"solver", "reduced"}});
  EXPECT_LE(max_difference(run(robot, 0.1, 50).q.back(), reduced.q.back()), 1e-12);
}

TEST(LieGroupoids, ClosedFormsEqualTheGenericSolverInQuad) {
  for (auto const& pair : {suslov, sleigh, Pair{"veselova", "heavy", "veselova_dla"}, robot}) {
    auto const state = [&](char const* solver) {
      auto spec = spec_of(pair, 0.1, 5, {{"solver", solver}});
      spec.step = RawQuad(1) / 10;
      return method_of(pair).integrate_quad(spec).q.back();
    };
    EXPECT_LE(max_difference(state("closed"), state("generic")), 1e-30) << pair.problem;
  }
}

TEST(LieGroupoids, EnergyIsExactForSuslovAndTheSleigh) {
  EXPECT_LE(deviation(run(suslov, 0.1, 20000), "energy"), 2e-13);
  EXPECT_LE(deviation(run(sleigh, 0.1, 20000), "energy"), 2e-14);
  // The robot has one where its wheels weigh nothing in rotation, and only there.
  EXPECT_GT(deviation(run(robot, 0.1, 200), "energy"), 1e-5);
  auto light = spec_of(robot, 0.1, 200);
  light.setting.parameters = {{"Jw", RawQuad(1e-15)}};
  EXPECT_LE(deviation(method_of(robot).integrate(light), "energy"), 1e-13);
  // Nor has the projected rigid body of Moser and Veselov.
  EXPECT_GT(deviation(run({"suslov", "SUS", "moser_veselov"}, 0.1, 200), "energy"), 1e-3);
}

// R I w has constant horizontal components: the momentum on gamma's plane only turns.
TEST(LieGroupoids, VeselovaKeepsTheHorizontalMomentum) {
  auto spec = spec_of({"veselova", "free", "veselova_dla"}, 0.1, 20000);
  spec.every = 100;
  auto const t = find_problem("veselova").method("veselova_dla").integrate(spec);
  double const inertia[]{1, 2, 2.5};
  auto const horizontal = [&](std::size_t k) {
    std::vector<double> p(2);
    for (int row = 0; row < 2; ++row)
      for (int j = 0; j < 3; ++j)
        p[std::size_t(row)] +=
            t.q[k][std::size_t(3 + 3 * row + j)] * inertia[j] * t.v[k][std::size_t(j)];
    return p;
  };
  for (std::size_t k = 0; k < t.q.size(); ++k)
    EXPECT_LE(max_difference(horizontal(k), horizontal(0)), 2e-11);
}

TEST(LieGroupoids, StepsEndWhereTheBranchFoldsBack) {
  // A steady rotation about b . w = 0 turns by the angle of sin(angle) = h |w|: h |w| <= 1.
  auto spec = spec_of(suslov, 4, 1);
  double const b1 = -0.8, b2 = -0.5, size = std::sqrt(b1 * b1 + b2 * b2);
  spec.setting.v = std::vector<RawQuad>{RawQuad(b2 / size), RawQuad(-b1 / size), 0};
  auto const& method = method_of(suslov);
  EXPECT_NEAR(method.largest_step(spec), 1, 1e-5);
  spec.step = 1.02;
  auto const beyond = method.integrate(spec);
  EXPECT_EQ(beyond.outcome, Outcome::no_real_root);
  EXPECT_NE(beyond.reason.find("up to about 1"), std::string::npos) << beyond.reason;
  spec.step = 0.98;
  EXPECT_EQ(method.integrate(spec).outcome, Outcome::ok);
  // All solvers see the same end.
  for (auto const& pair : {suslov, robot, Pair{"veselova", "free", "veselova_dla"}}) {
    auto closed = spec_of(pair, 8, 1, {{"solver", "closed"}});
    auto generic = spec_of(pair, 8, 1, {{"solver", "generic"}});
    EXPECT_NEAR(method_of(pair).largest_step(closed), method_of(pair).largest_step(generic), 2e-2)
        << pair.problem;
  }
}

TEST(LieGroupoids, APairStartsWithItsInterval) {
  for (auto const& pair : {sleigh, robot, Pair{"veselova", "free", "veselova_dla"}}) {
    auto const first = run(pair, 0.1, 1);
    auto spec = spec_of(pair, 0.1, 1);
    spec.start = "pair";
    spec.setting.q1 = std::vector<RawQuad>(first.q.back().begin(), first.q.back().end());
    auto const again = method_of(pair).integrate(spec);
    ASSERT_EQ(again.outcome, Outcome::ok) << pair.problem;
    EXPECT_LE(max_difference(again.q.back(), first.q.back()), 1e-14) << pair.problem;
    EXPECT_LE(max_difference(again.v.back(), first.v.back()), 1e-13) << pair.problem;
  }
}

std::vector<RawQuad> exactly(std::vector<double> const& x) { return {x.begin(), x.end()}; }

// On R^n with A linear in q the middles and the velocities of the intervals are the nodes of
// (4.18).
TEST(DalembertPontryagin, StepsTheLeapfrogBetweenItsNodes) {
  double const h = 0.1;
  auto nodes = spec_of({"contact_oscillator", "A", "dalembert_pontryagin"}, h, 51);
  nodes.every = 1;
  auto const& oscillator = find_problem("contact_oscillator");
  auto const run = oscillator.method("dalembert_pontryagin").integrate(nodes);
  ASSERT_EQ(run.outcome, Outcome::ok);
  auto const combined = [&](std::size_t k, double of_first, double of_second) {
    std::vector<double> x;
    for (std::size_t i = 0; i < 3; ++i)
      x.push_back(of_first * run.q[k][i] + of_second * run.q[k + 1][i]);
    return x;
  };
  auto between = spec_of({"contact_oscillator", "A", "dla_leapfrog"}, h, 50);
  between.setting.q = exactly(combined(0, 0.5, 0.5));
  between.setting.v = exactly(combined(0, -1 / h, 1 / h));
  between.setting.is_method_state = true;
  auto const leapfrog = oscillator.method("dla_leapfrog").integrate(between);
  ASSERT_EQ(leapfrog.outcome, Outcome::ok);
  EXPECT_LE(max_difference(leapfrog.q.back(), combined(50, 0.5, 0.5)), 1e-12);
  EXPECT_LE(max_difference(leapfrog.v.back(), combined(50, -1 / h, 1 / h)), 1e-12);
  EXPECT_GE(max_difference(leapfrog.q.back(), run.q.back()), 1e-3);
}

}  // namespace
}  // namespace rattleback
