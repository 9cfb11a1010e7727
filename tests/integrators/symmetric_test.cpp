// Lobatto SPARK methods, discrete gradients and compositions: orders of every component, energy and
// constraint. The reversal of a method is its own symmetry: where the velocity is that of an
// interval, the exchange of the interval's nodes. Controls: the methods without a reaction, and the
// wrong reversal.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/laws/tools.hpp"
#include "experiments/measure/fit.hpp"
#include "generated/contact_oscillator.hpp"
#include "generated/suslov.hpp"
#include "generated/two_constraint_particle.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/lie_groupoids/moser_veselov.hpp"
#include "integrators/symmetric/lobatto_spark.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/quad.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

struct Motion {
  char const *problem, *case_name, *method;
  OptionValues options = {};
  std::vector<std::pair<std::string, RawQuad>> parameters = {};
};

RunSpec spec_of(Motion const& run, long steps_per_unit, long steps) {
  return {.setting = {.case_name = run.case_name, .parameters = run.parameters},
          .options = run.options,
          .step = RawQuad(1) / steps_per_unit,
          .steps = steps};
}
Trajectory<double> trajectory(Motion const& run, long steps_per_unit, long steps) {
  return find_problem(run.problem)
      .method(run.method)
      .integrate(spec_of(run, steps_per_unit, steps));
}

Motion const contact_by(char const* method, OptionValues const& options = {}) {
  return {"contact_oscillator", "IC-C", method, options, {{"epsilon", RawQuad(7) / 10}}};
}
Motion const sleigh_by(char const* method, OptionValues const& options = {}) {
  return {"tilted_sleigh", "slides", method, options};
}

// For the momentum M v the canonical form of (4.18) is (4.18).
TEST(Symmetric, CanonicalLeapfrogIsTheLeapfrog) {
  for (auto const& by : {contact_by, sleigh_by}) {
    auto const canonical = trajectory(by("canonical_leapfrog", {}), 10, 100);
    auto const leapfrog = trajectory(by("dla_leapfrog", {}), 10, 100);
    for (auto const numbers :
         {&Trajectory<double>::q, &Trajectory<double>::v, &Trajectory<double>::multipliers}) {
      auto const &wanted = (leapfrog.*numbers).back(), &found = (canonical.*numbers).back();
      EXPECT_LE(laws::max_difference(wanted, found), 1e-12 * laws::scale_of(wanted));
    }
  }
}

struct Orders {
  double q, v, multipliers, energy;
};

/// Slopes of the errors at t = 2 over step sizes; multipliers where `node` says, in steps.
Orders orders_of(Motion const& run, std::vector<long> const& steps_per_unit, double node = 0) {
  auto const& problem = find_problem(run.problem);
  std::vector<double> h, q, v, multipliers, energy;
  for (long n : steps_per_unit) {
    auto const spec = spec_of(run, n, 2 * n);
    auto const found = problem.method(run.method).integrate(spec);
    auto const exact =
        problem.reference(spec.setting, {RawQuad(2), RawQuad(2) + RawQuad(node) / n}).states;
    h.push_back(1.0 / n);
    q.push_back(laws::max_difference(exact[0].q, found.q.back()));
    v.push_back(laws::max_difference(exact[0].v, found.v.back()));
    multipliers.push_back(laws::max_difference(exact[1].multipliers, found.multipliers.back()));
    energy.push_back(std::abs(found.invariants[0].final - found.invariants[0].initial));
  }
  return {fit_power(h, q).slope, fit_power(h, v).slope, fit_power(h, multipliers).slope,
          fit_power(h, energy).slope};
}

TEST(Symmetric, OrdersOfSpark) {
  struct Row {
    char const* stages;
    double order, of_stage;
    std::vector<long> steps_per_unit, of_stage_at;
  };
  std::vector<Row> const rows{{"2", 2, 1, {10, 20, 40, 80}, {40, 80, 160}},
                              {"3", 4, 2, {10, 20, 40, 80}, {20, 40, 80}},
                              {"4", 6, 3, {5, 8, 10, 16}, {20, 40, 80}}};
  for (auto const& row : rows)
    for (auto const& by : {contact_by, sleigh_by}) {
      auto const with = [&](char const* reported) {
        return by("lobatto_spark", {{"stages", row.stages}, {"reported", reported}});
      };
      auto const orders = orders_of(with("recomputed"), row.steps_per_unit);
      auto const label = std::string(with("stage").problem) + ", s = " + row.stages;
      EXPECT_NEAR(orders.q, row.order, 0.25) << label;
      EXPECT_NEAR(orders.v, row.order, 0.25) << label;
      EXPECT_NEAR(orders.multipliers, row.order, 0.3) << label;
      auto const of_stage = orders_of(with("stage"), row.of_stage_at).multipliers;
      EXPECT_NEAR(of_stage, row.of_stage, 0.25) << label;
    }
}

/// Differences of the stage equations along every unknown, in quad, against the Jacobian's factors.
template <int s, template <class> class Problem>
Quad defect_of_the_jacobian() {
  using std::abs, std::max;
  using P = Problem<Quad>;
  Point<P, Quad> z;
  for (int i = 0; i < size_of<P>; ++i) {
    z.q[i] = Quad(7 - 2 * i) / 10;
    z.v[i] = Quad(3 * i - 2) / 5;
  }
  P const system;
  LobattoSpark::StageEquations<s, P, Quad> const equations{system, lobatto<Quad, s>(), z,
                                                           Quad(1) / 10};
  typename decltype(equations)::Unknown x;
  constexpr int unknowns = std::tuple_size_v<decltype(x)>;
  for (int i = 0; i < unknowns; ++i) x[i] = Quad(i % 5 - 2) / 3;
  auto const jacobian = equations.linearised(x).jacobian;
  Quad const e(1e-10);
  Quad defect(0);
  for (int j = 0; j < unknowns; ++j) {
    auto const along = unit<Quad, unknowns>(j);
    auto const difference =
        Quad(1) / (2 * e) * (equations(x + e * along) - equations(x - e * along));
    defect = max(defect, largest(jacobian.solve(difference) - along));
  }
  return defect;
}

TEST(Symmetric, TheJacobianOfSparkIsThatOfItsEquations) {
  EXPECT_LE((defect_of_the_jacobian<2, ContactOscillator>()), 1e-17);
  EXPECT_LE((defect_of_the_jacobian<3, ContactOscillator>()), 1e-17);
  EXPECT_LE((defect_of_the_jacobian<4, ContactOscillator>()), 1e-17);
  EXPECT_LE((defect_of_the_jacobian<3, TwoConstraintParticle>()), 1e-17);
  EXPECT_LE((defect_of_the_jacobian<4, TwoConstraintParticle>()), 1e-17);
}

TEST(Symmetric, OrdersOfDiscreteGradients) {
  std::vector<long> const steps{20, 40, 80, 160};
  for (auto const& by : {contact_by, sleigh_by}) {
    auto const midpoint = orders_of(by("discrete_gradient", {}), steps, -0.5);
    EXPECT_NEAR(midpoint.q, 2, 0.1);
    EXPECT_NEAR(midpoint.v, 2, 0.1);
    EXPECT_NEAR(midpoint.multipliers, 1, 0.15);
    auto const frame = orders_of(by("discrete_gradient", {{"form", "frame"}}), steps, -0.5);
    EXPECT_NEAR(frame.q, 2, 0.1);
    EXPECT_NEAR(frame.v, 2, 0.1);
    EXPECT_NEAR(frame.multipliers, 2, 0.1);
    auto const composed = orders_of(by("compose(discrete_gradient,yoshida4)", {{"form", "frame"}}),
                                    {10, 20, 40, 80}, -0.5);
    EXPECT_NEAR(composed.q, 4, 0.25);
    EXPECT_NEAR(composed.v, 4, 0.25);
  }
}

TEST(Symmetric, DiscreteGradientsKeepWhatTheySay) {
  for (auto const& by : {contact_by, sleigh_by}) {
    auto const midpoint = trajectory(by("discrete_gradient", {}), 80, 160);
    auto const finer = trajectory(by("discrete_gradient", {}), 160, 320);
    auto const frame = trajectory(by("discrete_gradient", {{"form", "frame"}}), 80, 160);
    EXPECT_LE(midpoint.invariants[0].max_deviation, 1e-13);
    EXPECT_LE(frame.invariants[0].max_deviation, 1e-13);
    EXPECT_LE(frame.max_violation, 1e-15);
    EXPECT_NEAR(std::log2(midpoint.max_violation / finer.max_violation), 2, 0.1);
  }
  // In quad the energy is exact to its rounding: two Gauss points integrate the quartic potential.
  auto spec =
      spec_of(contact_by("discrete_gradient", {{"form", "frame"}, {"points", "2"}}), 10, 20);
  auto const run =
      find_problem("contact_oscillator").method("discrete_gradient").integrate_quad(spec);
  EXPECT_LE(double(run.invariants[0].max_deviation), 1e-31);
  EXPECT_LE(double(run.max_violation), 1e-33);
}

TEST(Symmetric, DiscreteGradientsRefuse) {
  auto const expect = [](Motion const& run, char const* words) {
    expect_refusal([&] { trajectory(run, 10, 1); }, words);
  };
  expect(contact_by("discrete_gradient", {{"points", "1"}}), "nearest: points=2");
  expect(contact_by("discrete_gradient", {{"points", "0"}}), "points='0'");
  expect({"pendulum_cvt", "a2", "discrete_gradient", {{"points", "2"}}}, "nearest: points=");
  expect({"pendulum_cvt", "a2", "discrete_gradient", {{"form", "frame"}}}, "frame");
}

// p^- = p~ + (h/2) mu^T lambda is bound to a step size; what the substeps carry is (q, p~, lambda).
TEST(Symmetric, CompositionsOfGniHaveOrderFour) {
  for (char const* method : {"gni", "gni_rattle"})
    for (char const* scheme : {"yoshida4", "suzuki4"}) {
      auto const name = std::string("compose(") + method + "," + scheme + ")";
      for (auto const& by : {contact_by, sleigh_by}) {
        auto const orders = orders_of(by(name.c_str(), {}), {10, 20, 40, 80});
        EXPECT_NEAR(orders.q, 4, 0.25) << name;
        EXPECT_NEAR(orders.v, 4, 0.25) << name;
        EXPECT_NEAR(orders.multipliers, 2, 0.25) << name;
      }
    }
  auto const rattle = trajectory(contact_by("compose(gni_rattle,yoshida4)"), 20, 40);
  auto const exact = find_problem("contact_oscillator")
                         .reference(spec_of(contact_by("gni_rattle"), 20, 1).setting, {2})
                         .states[0];
  EXPECT_NEAR(laws::max_difference(exact.q, rattle.q.back()), 6.1e-7, 0.1e-7);
}

RunSpec one_step(std::string const& case_name = "") {
  return {.setting = {.case_name = case_name}, .step = RawQuad(1) / 10, .steps = 1};
}

/// A plane that the force does not push away from: no reaction acts, and the motion in the plane,
/// in a quartic potential, is without constraints.
RunSpec without_reaction() {
  RawQuad const tenth = RawQuad(1) / 10;
  auto spec = one_step("plane");
  spec.setting.parameters = {{"b1", 0}, {"b2", 1}, {"b3", 0}};
  spec.setting.q = {5 * tenth, 0, 4 * tenth};
  spec.setting.v = {6 * tenth, 0, -8 * tenth};
  return spec;
}

double defect(std::string const& problem, std::string const& method, RunSpec const& spec) {
  return find_problem(problem).method(method).reversibility_defect(spec);
}

/// |R F R F z - z| with R = (q, -v) at the node, whatever the velocities belong to.
double defect_by_velocities(std::string const& method, RunSpec spec) {
  auto const& entry = find_problem("quadric_particle").method(method);
  spec.start = "plain";
  auto const begun = entry.integrate(spec);
  auto const reversed = [](std::vector<double> const& v) {
    std::vector<RawQuad> opposite;
    for (double x : v) opposite.push_back(-x);
    return opposite;
  };
  spec.setting.q.emplace(begun.q.back().begin(), begun.q.back().end());
  spec.setting.v = reversed(begun.v.back());
  spec.setting.is_method_state = true;
  auto const back = entry.integrate(spec);
  double largest = 0;
  for (std::size_t i = 0; i < begun.start_q.size(); ++i)
    largest = larger_or_nan({largest, std::abs(back.q.back()[i] - begun.start_q[i]),
                             std::abs(back.v.back()[i] + begun.start_v[i])});
  return largest;
}

TEST(Reversal, WithoutAReactionDiscreteMechanicsOnPairsOfNodesIsReversible) {
  for (std::string const method :
       {"dla_euler", "dla_euler_adjoint", "dla_trapezoidal", "dla_leapfrog", "dla_left",
        "dla_midpoint", "reversible_non_dla", "particle_dla", "gni", "gni_euler_a", "gni_euler_b",
        "gni_rattle", "gni_composition"})
    EXPECT_LE(defect("quadric_particle", method, without_reaction()), 2e-15) << method;
}

TEST(Reversal, FailsAtNodesForVelocitiesOfIntervals) {
  for (std::string const method : {"dla_euler", "dla_euler_adjoint", "reversible_non_dla"})
    EXPECT_GT(defect_by_velocities(method, without_reaction()), 1e-3) << method;
  EXPECT_LE(defect_by_velocities("dla_leapfrog", without_reaction()), 2e-15);
}

// C_d of (4.12) is not closed under the exchange. R F R F z projects v_0 onto the constraint at
// q_1, and begins at q_1 - h v: the defect is the part of v_0 along A(q_1) = (1, 0, y_1).
TEST(Reversal, MissesByTheVelocityAcrossTheOtherConstraintAtFirstOrder) {
  auto const spec = one_step();
  auto const begun = find_problem("contact_oscillator").method("dla_euler").integrate(spec);
  auto const &q = begun.start_q, &v = begun.start_v;
  double const h = 0.1;
  double const y1 = q[1] + h * v[1];
  double const across = std::abs(v[0] + y1 * v[2]) / (1 + y1 * y1);
  double const expected = across * std::max(1.0, std::abs(y1));
  EXPECT_GT(expected, 1e-3);
  EXPECT_NEAR(defect("contact_oscillator", "dla_euler", spec), expected, 1e-15);
  EXPECT_GT(defect("contact_oscillator", "dla_euler_adjoint", spec), 1e-3);
}

// The momentum of (6.7) is that of a node: without constraints its negative takes the step back.
TEST(Reversal, WorksOnMomentaAtNodesOfTheFreeRigidBody) {
  using P = Suslov<double>;
  double const h = 0.1;
  P const system;
  auto const start = P::cases().front();
  Vec<double, 3> const M = constant_mass_matrix(system) * Vec<double, 3>{1, 0.3, -0.5};
  auto const there = MoserVeselov::moser_veselov_step(system, start.q, M, h);
  auto const back = MoserVeselov::moser_veselov_step(system, there.q, -there.M, h);
  ASSERT_EQ(back.outcome, Outcome::ok);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(back.q[i], start.q[i], 1e-15);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(back.M[i], -M[i], 1e-14);
  EXPECT_GT(defect("suslov", "moser_veselov", one_step()), 1e-5);
}

}  // namespace
}  // namespace rattleback
