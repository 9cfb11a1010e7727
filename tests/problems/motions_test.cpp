// Problems beyond the papers: closed forms, invariants, measures, and what they refuse. For all
// problems declared invariants are conserved along the motion; the energies of cases are those
// stated; references exist where a constraint degenerates.

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

Setting setting_of(std::string const& case_name) { return {.case_name = case_name}; }

// Circle of the vertical disk by (4.18): rates and energy are exact, the radius is
// (r s/w) (h w/2) cot(h w/2).
TEST(BeyondThePapers, LeapfrogOfTheVerticalDisk) {
  RunSpec const spec{.step = RawQuad(1) / 10, .steps = 50};
  auto const& problem = find_problem("vertical_disk");
  auto const run = problem.method("dla_leapfrog").integrate(spec);
  double const w = 0.7, s = 1.1, half = 0.1 * w / 2, radius = s / w * half / std::tan(half);
  EXPECT_NEAR(run.q.back()[0], radius * std::sin(5 * w), 1e-14);
  EXPECT_NEAR(run.q.back()[1], radius * (1 - std::cos(5 * w)), 1e-14);
  EXPECT_NEAR(run.q.back()[0], -.5510056820808082, 1e-14);
  EXPECT_NEAR(run.q.back()[1], 3.041760704547453, 1e-14);
  EXPECT_NEAR(run.v.back()[2], w, 1e-15);
  EXPECT_NEAR(run.v.back()[3], s, 1e-15);
}

TEST(BeyondThePapers, InvariantsOfTheRollingDisk) {
  RunSpec const spec{
      .options = {{"rtol", "1e-13"}, {"atol", "1e-14"}}, .step = 0.01_quad, .steps = 1000};
  auto const run = find_problem("rolling_disk").method("odeint_rkf78").integrate(spec);
  std::vector<double> const wanted{2.033525403784438646764, .419794643430693122,
                                   .162811512385942829};
  ASSERT_EQ(run.invariants.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_NEAR(run.invariants[i].initial, wanted[i], 1e-14) << run.invariants[i].name;
    EXPECT_LE(run.invariants[i].max_deviation, 1e-10) << run.invariants[i].name;
  }
}

// The gauge leaves the motion in (q, v) as it is.
TEST(BeyondThePapers, GaugeDoesNotChangeTheMotion) {
  auto const gauged =
      find_problem("gauged_contact_oscillator").reference(setting_of("IC-C"), {2}).states[0];
  auto const plain =
      find_problem("contact_oscillator").reference(setting_of("IC-C"), {2}).states[0];
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(double(abs(gauged.q[i] - plain.q[i])), 1e-25);
    EXPECT_LE(double(abs(gauged.v[i] - plain.v[i])), 1e-25);
  }
}

// In steady spin the divergence is the trace of the linearised motion, of the sign of the spin: no
// invariant measure has a positive continuous density there.
TEST(BeyondThePapers, RattlebackHasNoInvariantMeasure) {
  auto const& problem = find_problem("rattleback");
  for (double spin : {5.0, -5.0}) {
    Setting setting = setting_of("reverses");
    setting.q = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    setting.v = {0, 0, 0, 0, spin};
    EXPECT_NEAR(problem.divergence(setting), spin / 5 * 3.83634222919937206, 1e-12);
  }
}
TEST(BeyondThePapers, RollingDiskKeepsTheVolume) {
  auto const& problem = find_problem("rolling_disk");
  for (double time : {0.0, 1.0, 3.0}) {
    auto const state = problem.reference(setting_of("generic"), {RawQuad(time)}).states[0];
    Setting setting = setting_of("generic");
    setting.q = state.q;
    setting.v = state.v;
    EXPECT_NEAR(problem.divergence(setting), 0, 1e-19);
  }
}

// Without spin the disk falls in a plane and lies flat when its axle is vertical.
TEST(BeyondThePapers, PassageOfTheFlatPositionIsRecorded) {
  RunSpec const spec{.setting = {.v = {{0, 0, 0, 0, 0}}}, .step = 0.02_quad, .steps = 500};
  for (char const* method : {"odeint_rkf78", "reduced_gni"}) {
    auto const run = find_problem("rolling_disk").method(method).integrate(spec);
    EXPECT_EQ(run.outcome, Outcome::singular_constraints) << method;
    EXPECT_NE(run.reason.find("flat"), std::string::npos) << method << ": " << run.reason;
    EXPECT_GT(run.q.back()[10], 0.9) << method;
  }
}

void expect_refusal(char const* problem, Setting const& setting, char const* words) {
  RunSpec const spec{.setting = setting, .step = 0.01_quad, .steps = 1};
  rattleback::expect_refusal([&] { find_problem(problem).method("odeint_rkf78").integrate(spec); },
                             words);
}

TEST(BeyondThePapers, ImpossibleBodiesAndPointsAreRefused) {
  auto const with = [](char const* name, RawQuad value) {
    return Setting{.parameters = {{name, value}}};
  };
  expect_refusal("rattleback", with("c", -1), "parameter c=-1");
  expect_refusal("rattleback", with("I33", 1), "no rigid body");
  expect_refusal("rolling_disk", with("C", 1), "C <= 2 A");
  expect_refusal("vertical_disk", with("J", 1), "J <= 2 I");
  Setting const flat{.q = {{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  expect_refusal("rolling_disk", flat, "lies flat");
}

constexpr double limit = 1e-8;  // relative to max(1, |I|)

/// The motion of a case at 400 nodes up to 100 units of time, by a solver with tolerance 1e-12.
Trajectory<double> motion(ProblemEntry const& problem, std::string const& case_name) {
  RunSpec const spec{.setting = {.case_name = case_name},
                     .options = {{"rtol", "1e-12"}, {"atol", "1e-12"}},
                     .step = RawQuad(problem.card.time_scale) / 4,
                     .steps = 400,
                     .every = 1};
  return problem.method("odeint_rkf78").integrate(spec);
}

double change(std::vector<double> const& values) {
  double largest = 0, size = 1;
  for (double value : values) {
    largest = larger_or_nan(largest, std::abs(value - values.front()));
    size = larger_or_nan(size, std::abs(value));
  }
  return largest / size;
}

void expect_constant_invariants(ProblemEntry const& problem, std::string const& case_name) {
  SCOPED_TRACE(problem.card.id + ", " + case_name);
  auto const run = motion(problem, case_name);
  ASSERT_GT(run.times.size(), 10u) << run.reason;
  // The energy is not an invariant if affine constraints do work.
  for (std::size_t k = problem.affine || problem.driven ? 1 : 0; k < run.invariants.size(); ++k) {
    std::vector<double> values;
    for (auto const& row : run.invariant_values) values.push_back(row[k]);
    EXPECT_LE(change(values), limit) << run.invariants[k].name;
  }
}

TEST(Invariants, StayConstantOnEveryCase) {
  for (auto const& problem : registry())
    for (auto const& at : problem.cases)
      // A method's first state need not be a point of the motion.
      if (!at.is_method_state) expect_constant_invariants(problem, at.name);
}

TEST(Energies, EqualThoseOfTheCases) {
  EXPECT_NEAR(find_problem("chaotic_r7").energy({}), 1.36765, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "H306"}), 3.06, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "sample7"}), 3.06, 1e-14);
  for (char const* orbit : {"A", "B"})
    EXPECT_NEAR(find_problem("contact_oscillator").energy({.case_name = orbit}), 1.5, 1e-15);
}

// On the snakeboard the forward velocity changes sign with cos(phi), and a speed with its sign.
TEST(InvariantsControl, SeesASpeedWhoseSignChanges) {
  std::vector<double> values;
  for (auto const& v : motion(find_problem("snakeboard"), "FIM").v)
    values.push_back(std::copysign(std::sqrt(2 * v[0] * v[0] + 0.5 * v[2] * v[2]), v[0]));
  EXPECT_GT(change(values), limit);
}

TEST(References, ExistOnTheKnifeEdgeWhereAVelocityIsNotDetermined) {
  // At cos(phi) = 0 the constraint of the knife edge no longer determines vy.
  auto const& knife = find_problem("knife_edge");
  auto const reference = knife.reference({}, {2, 7});
  EXPECT_GT(reference.digits, 25);
  auto const closed = knife.exact({}, {2, 7});
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_LT(std::abs(static_cast<double>(reference.states[i].q[j] - closed[i].q[j])), 1e-25);
      EXPECT_LT(std::abs(static_cast<double>(reference.states[i].v[j] - closed[i].v[j])), 1e-25);
    }
}

}  // namespace
}  // namespace rattleback
