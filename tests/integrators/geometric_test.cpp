// Geometric nonholonomic integrators and integrators on Lie groupoids: quantities that they
// preserve exactly, limits of existence of a step, and agreement of all solvers of a step. The
// equal-norm GNI: states that were computed elsewhere, exact energies, long runs on which GNI or
// the DLA methods fail, and the cost of a step.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "experiments/laws/tools.hpp"
#include "experiments/measure/trend.hpp"
#include "integrators/core/registry/registry.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

Trajectory<double> run(char const* problem, char const* method, char const* case_name, double step,
                       long steps, char const* start = "", OptionValues const& options = {}) {
  RunSpec const spec{.setting = {.case_name = case_name},
                     .start = start,
                     .options = options,
                     .step = step,
                     .steps = steps,
                     .every = 1};
  auto const t = find_problem(problem).method(method).integrate(spec);
  EXPECT_EQ(t.outcome, Outcome::ok) << method << " on " << problem;
  return t;
}

double deviation(Trajectory<double> const& t, std::string const& name) {
  for (auto const& invariant : t.invariants)
    if (invariant.name == name) return invariant.max_deviation;
  ADD_FAILURE() << "no invariant " << name;
  return NAN;
}

// Ferraro, Iglesias-Ponte & Martin de Diego 2008, theorem 1: R^n is a group with these metrics.
TEST(GeometricNonholonomic, EnergyIsExactForABiInvariantMetric) {
  auto const particle = run("nonholonomic_particle", "gni", "P1", 0.1, 500);
  EXPECT_LE(deviation(particle, "energy_of_p"), 1e-13);
  EXPECT_GT(deviation(particle, "energy"), 1e-6);  // that of the average momentum
  auto const board = run("snakeboard", "gni", "FIM", 0.1, 500, "exact");
  EXPECT_LE(deviation(board, "energy_of_p"), 1e-13);
  for (char const* tau : {"cayley", "exp"}) {
    auto const body =
        run("constrained_so3", "reduced_gni", "FIM", 0.1, 500, "", {{"retraction", tau}});
    EXPECT_LE(deviation(body, "energy_of_p"), 1e-13);
  }
  // The midpoint DLA integrator has a bump in it, and other metrics no exact energy.
  EXPECT_GT(deviation(run("nonholonomic_particle", "dla_midpoint", "P1", 0.4, 60), "energy"), 1e-3);
  EXPECT_GT(
      deviation(run("constrained_so3", "reduced_gni", "FIM-inertia", 0.1, 500), "energy_of_p"),
      1e-5);
}

// Theorem 2 with the section (1, 0, y) of the particle.
TEST(GeometricNonholonomic, MomentumFollowsItsEquation) {
  double const h = 0.1;
  auto const t = run("nonholonomic_particle", "gni", "P2", h, 500);
  for (std::size_t i = 0; i + 2 < t.q.size(); ++i) {
    auto const &q0 = t.q[i], &q1 = t.q[i + 1], &q2 = t.q[i + 2];
    double const later = (q2[0] - q1[0] + q2[1] * (q2[2] - q1[2])) / h;
    double const earlier = (q1[0] - q0[0] + q1[1] * (q1[2] - q0[2])) / h;
    double const scale = 1 + std::abs(q2[2] - q1[2]) / h * (1 + std::abs(q2[1]));
    ASSERT_NEAR(later - earlier, (q2[1] - q1[1]) * (q2[2] - q1[2]) / h, 1e-11 * scale) << i;
  }
}

// The homogeneous ball is a leapfrog, z_(k+1) - z_(k-1) = 2 i h alpha (z_k - z_c).
TEST(GeometricNonholonomic, TheHomogeneousBallIsALeapfrog) {
  using C = std::complex<double>;
  double const h = 0.1, alpha = 0.4;
  for (char const* tau : {"cayley", "exp"}) {
    auto const t =
        run("body_frame_ball", "reduced_gni", "figure_1", h, 1000, "plain", {{"retraction", tau}});
    C const centre(-1.5, 3.5);
    C const z0 = C(1, 1) - centre, z1 = C(t.q[1][0], t.q[1][1]) - centre;
    C const turn = std::polar(1.0, std::asin(h * alpha));
    C const b = (z0 * turn - z1) / (turn + std::conj(turn)), a = z0 - b;
    for (std::size_t k = 0; k < t.q.size(); ++k) {
      double const angle = static_cast<double>(k) * std::asin(h * alpha);
      C const z = centre + a * std::polar(1.0, angle) + (k % 2 ? -b : b) * std::polar(1.0, -angle);
      ASSERT_NEAR(std::abs(z - C(t.q[k][0], t.q[k][1])), 0, 1e-11) << k;
    }
    EXPECT_LE(deviation(t, "moving_energy_of_p"), 1e-12);
  }
}

TEST(GeometricNonholonomic, EnergyMomentumKeepsMovingEnergyAndMomentumOfAnySphere) {
  for (char const* name : {"FJM", "FJM-rotating", "flat", "flat-rotating"}) {
    auto const exact = run("chaplygin_sphere", "energy_momentum_gni", name, 0.1, 2000);
    auto const general = run("chaplygin_sphere", "reduced_gni", name, 0.1, 2000);
    auto const midpoint = run("chaplygin_sphere", "k_midpoint", name, 0.1, 2000);
    for (auto const* t : {&exact, &general, &midpoint})
      for (char const* K : {"K1", "K2", "K3"}) EXPECT_LE(deviation(*t, K), 1e-12) << name;
    EXPECT_LE(deviation(exact, "moving_energy_of_p"), 1e-12) << name;
    EXPECT_GT(deviation(general, "moving_energy_of_p"), 1e-9) << name;
    EXPECT_GT(deviation(midpoint, "moving_energy"), 1e-9) << name;
  }
}

TEST(GeometricNonholonomic, RotationsStayRotations) {
  for (char const* method : {"reduced_gni", "energy_momentum_gni", "k_midpoint"}) {
    auto const t = run("chaplygin_sphere", method, "FJM-rotating", 0.1, 5000);
    auto const R = &t.q.back()[2];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double const product =
            R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2];
        EXPECT_NEAR(product, i == j ? 1 : 0, 1e-12) << method;
      }
  }
}

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
  between.setting = laws::setting_at(combined(0, 0.5, 0.5), combined(0, -1 / h, 1 / h), "A");
  auto const leapfrog = oscillator.method("dla_leapfrog").integrate(between);
  ASSERT_EQ(leapfrog.outcome, Outcome::ok);
  EXPECT_LE(max_difference(leapfrog.q.back(), combined(50, 0.5, 0.5)), 1e-12);
  EXPECT_LE(max_difference(leapfrog.v.back(), combined(50, -1 / h, 1 / h)), 1e-12);
  EXPECT_GE(max_difference(leapfrog.q.back(), run.q.back()), 1e-3);
}

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
