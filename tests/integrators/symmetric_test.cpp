// Lobatto SPARK methods, discrete gradients and compositions: orders of every component, energy and
// constraint.

#include <gtest/gtest.h>

#include "experiments/laws/tools.hpp"
#include "experiments/measure/fit.hpp"
#include "generated/contact_oscillator.hpp"
#include "generated/two_constraint_particle.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/symmetric/lobatto_spark.hpp"
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

}  // namespace
}  // namespace rattleback
