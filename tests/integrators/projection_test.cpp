// Projections after each step and feedback: states of an independent implementation, what is kept,
// what a projection costs in symmetry, and what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>

#include "base/csv.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/registry/variants.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;

struct Start {
  std::string problem;
  Setting setting;
};

/// The contact oscillator with epsilon = 0.7, on the constraint vx + y vz = 0.
Start contact() {
  Start start{"contact_oscillator", {}};
  start.setting.parameters = {{"epsilon", 0.7_quad}};
  start.setting.q = {{0.5_quad, 0.3_quad, -0.4_quad}};
  start.setting.v = {{-0.24_quad, 0.6_quad, 0.8_quad}};
  return start;
}
/// A sleigh without forces in the chart of its centre of mass.
Start sleigh() {
  Start start{RATTLEBACK_SOURCE_FOLDER "/docs/examples/skate.toml", {}};
  RawQuad const theta = 0.4_quad, forward_x = cos(theta), forward_y = sin(theta);
  start.setting.parameters = {{"J", 0.5_quad}, {"g", 0}};
  start.setting.q = {{0, 0, theta}};
  start.setting.v = {
      {forward_x - 0.12_quad * forward_y, forward_y + 0.12_quad * forward_x, 0.6_quad}};
  return start;
}

MethodEntry const& method(Start const& start, std::string const& id) {
  return find_problem(start.problem).method(id);
}
RunSpec spec_of(Start const& start, RawQuad h, long steps, OptionValues const& options = {}) {
  return {.setting = start.setting, .options = options, .step = h, .steps = steps};
}
Trajectory<double> run(Start const& start, std::string const& id, RawQuad h, long steps,
                       OptionValues const& options = {}) {
  return method(start, id).integrate(spec_of(start, h, steps, options));
}

// States after 100 steps of 1/10.
TEST(Projection, AgreesWithAnIndependentImplementation) {
  auto const numbers_of = [](std::string const& text) {
    std::istringstream stream(text);
    std::vector<RawQuad> numbers;
    for (std::string word; stream >> word;) numbers.push_back(read_quad(word.c_str()));
    return numbers;
  };
  auto const lines = csv_lines(RATTLEBACK_SOURCE_FOLDER "/tests/reference/projections.csv",
                               {"start", "method", "q", "v"});
  EXPECT_EQ(lines.size(), 13u);
  for (auto const& line : lines) {
    auto const start = line[0] == "contact" ? contact() : sleigh();
    bool const feeds_back = line[1].starts_with("feedback");
    auto const spec = spec_of(start, 0.1_quad, 100,
                              feeds_back ? OptionValues{{"kc", "1"}, {"kE", "1"}} : OptionValues{});
    auto const q = numbers_of(line[2]), v = numbers_of(line[3]);
    auto const& entry = method(start, line[1]);
    auto const in_double = entry.integrate(spec);
    auto const in_quad = entry.integrate_quad(spec);
    ASSERT_EQ(in_double.outcome, Outcome::ok) << line[1];
    ASSERT_EQ(in_quad.outcome, Outcome::ok) << line[1];
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(in_double.q.back()[i], double(q.at(i)), 1e-12) << line[1];
      EXPECT_NEAR(in_double.v.back()[i], double(v.at(i)), 1e-12) << line[1];
      // The printed digits.
      EXPECT_LE(double(abs(in_quad.q.back()[i] - q[i])), 2e-17 * 50) << line[1];
      EXPECT_LE(double(abs(in_quad.v.back()[i] - v[i])), 2e-17 * 50) << line[1];
    }
  }
}

TEST(Projection, ConvergesWithAdaptiveSolvers) {
  auto const start = contact();
  auto const exact = find_problem(start.problem).reference(start.setting, {2}).states.front();
  for (auto const* base : {"odeint_dopri5", "odeint_rkf78", "odeint_bulirsch_stoer", "arkode_erk",
                           "cvode_bdf", "radau", "taylor"})
    for (auto const* target : {"constraint", "energy", "both"}) {
      auto const id = std::string("projected(") + base + "," + target + ")";
      auto const error_at = [&](char const* tolerance) {
        auto const t = run(start, id, 0.5_quad, 4, {{"rtol", tolerance}, {"atol", tolerance}});
        return laws::max_difference(t.q.back(), exact.q);
      };
      EXPECT_LE(error_at("1e-10"), 1e-7) << id;
      EXPECT_LE(error_at("1e-10"), error_at("1e-5") / 10) << id;
    }
}

TEST(Projection, RecordsAPotentialAboveTheEnergy) {
  // A particle on a line passes its turning point in steps beyond the stability limit 2.83.
  Start start{"contact_oscillator", {}};
  start.setting.q = {{0, 1, 0}};
  start.setting.v = {{0, 0.5_quad, 0}};
  auto const failed = run(start, "projected(odeint_rk4,energy)", 2.9_quad, 200);
  EXPECT_EQ(failed.outcome, Outcome::projection_failed);
  EXPECT_GE(failed.failed_at, 1);
  EXPECT_EQ(run(start, "projected(odeint_rk4,constraint)", 2.9_quad, 200).outcome, Outcome::ok);
}

TEST(Projection, FollowsTheLastSubstepOfAComposition) {
  auto const start = contact();
  auto const& entry = method(start, "projected(compose(dla_leapfrog,suzuki4),energy)");
  EXPECT_EQ(entry.variant_of, "dla_leapfrog");
  EXPECT_EQ(entry.card.starts.front().order, 4);
  auto const kept = entry.integrate(spec_of(start, 0.1_quad, 200));
  EXPECT_LE(kept.invariants[0].max_deviation, 1e-13);
  EXPECT_LE(kept.max_violation, 1e-13);
}

TEST(Feedback, HoldsConstraintAndEnergyOnlyByItsGains) {
  auto const start = sleigh();
  auto const plain = run(start, "odeint_rk4", 0.25_quad, 400);
  OptionValues const none{{"kc", "0"}, {"kE", "0"}};
  auto const off = run(start, "feedback(odeint_rk4)", 0.25_quad, 400, none);
  EXPECT_EQ(off.q.back(), plain.q.back()) << "gains of zero change nothing";
  auto const constraint = run(start, "feedback(odeint_rk4)", 0.25_quad, 400);
  EXPECT_LT(constraint.final_violation, plain.final_violation / 2);
  // The energy of Runge-Kutta 4 drifts on the oscillator.
  auto const energy_error = [](OptionValues const& options) {
    auto const t = run(contact(), "feedback(odeint_rk4)", 0.25_quad, 4000, options);
    return std::abs(t.invariants[0].final - t.invariants[0].initial);
  };
  EXPECT_LT(energy_error({{"kc", "1"}, {"kE", "1"}}), energy_error({}) / 10);
  auto const both = run(start, "feedback(odeint_rk4)", 0.25_quad, 400, {{"kc", "1"}, {"kE", "1"}});
  EXPECT_EQ(both.options, (OptionValues{{"kc", "1"}, {"kE", "1"}}));
  EXPECT_GT(both.counts.linear_solves, plain.counts.linear_solves);
}

TEST(Feedback, ConvergesWithEverySolverOfTheEliminatedEquations) {
  auto const start = contact();
  auto const exact = find_problem(start.problem).reference(start.setting, {2}).states.front();
  for (auto const* base : {"odeint_dopri5", "odeint_rkf78", "odeint_bulirsch_stoer", "arkode_erk",
                           "cvode_bdf", "cvode_adams", "ida", "ndf", "radau"}) {
    OptionValues const options{{"rtol", "1e-10"}, {"atol", "1e-10"}, {"kc", "2"}, {"kE", "1"}};
    auto const reached = run(start, std::string("feedback(") + base + ")", 0.5_quad, 4, options);
    ASSERT_EQ(reached.outcome, Outcome::ok) << base;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(reached.q.back()[i], double(exact.q[i]), 1e-6) << base;
  }
}

/// Message of the refusal of a run of two steps; empty if it is accepted.
std::string refusal_of(std::string const& problem, std::string const& id,
                       OptionValues const& options = {}) {
  return refusal([&] { run({problem, {}}, id, 0.1_quad, 2, options); });
}

TEST(Projection, RefusesWhatDoesNotExist) {
  std::string const contact = "contact_oscillator", driven = "driven_contact";
  for (auto const& [problem, id, words] : std::initializer_list<std::array<std::string, 3>>{
           {contact, "projected(cvode_adams,constraint)", "cvode_adams cannot be projected"},
           {contact, "projected(ida,constraint)", "no function for a projection"},
           {contact, "projected(ndf,both)", "ndf cannot be projected"},
           {contact, "projected(odeint_dopri5,symmetric)", "fixed steps"},
           {contact, "projected(discrete_gradient,symmetric)", "between its nodes"},
           {contact, "projected(odeint_rk4,energi)", "'energi'; nearest: energy; allowed: const"},
           {contact, "projected(projected(odeint_rk4,energy),constraint)", "projected already"},
           {contact, "compose(projected(dla_leapfrog,energy),suzuki4)", "cannot be composed"},
           {driven, "projected(odeint_rk4,energy)", "energy is constant"},
           {driven, "projected(odeint_rk4,both)",
            "energy is constant; allowed for this problem: projected(odeint_rk4,constraint)"},
           {contact, "feedback(gni)", "does not exist: gni does not solve the eliminated equa"},
           {contact, "feedback(gni)", "allowed, for instance: feedback(odeint_rk4)"}})
    EXPECT_THAT(refusal_of(problem, id), HasSubstr(words)) << id;
  EXPECT_EQ(refusal_of(driven, "projected(odeint_rk4,constraint)"), "");
  EXPECT_THAT(refusal_of(contact, "feedback(ida)", {{"form", "index2"}}), HasSubstr("must be ode"));
  EXPECT_THAT(refusal_of(contact, "feedback(odeint_rk4)", {{"kc", "-1"}}),
              HasSubstr("kc='-1' must be a finite number >= 0"));
  EXPECT_THAT(refusal_of(contact, "feedback(odeint_rk4)", {{"kD", "1"}}),
              HasSubstr("option of feedback(odeint_rk4) 'kD'; nearest: kc; allowed: kc, kE"));
  EXPECT_THAT(refusal_of(contact, "odeint_rk4", {{"kc", "1"}}), HasSubstr("kc"));
  EXPECT_THAT(refusal_of(driven, "feedback(odeint_rk4)", {{"kE", "1"}}), HasSubstr("must be 0"));
}

TEST(Projection, ReadsItsNameFromAnExpression) {
  EXPECT_EQ(innermost_method("projected( compose(dla_leapfrog, suzuki4), energy )"),
            "dla_leapfrog");
  EXPECT_EQ(innermost_method("dla_leapfrog"), "dla_leapfrog");
  auto const name = named_variant("projected(odeint_rk4, both)");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->kind, "projected");
  EXPECT_EQ(name->inner, "odeint_rk4");
  EXPECT_EQ(name->argument, "both");
  EXPECT_EQ(refusal_of("contact_oscillator", "projected(odeint_rk4)"),
            "unknown projection ''; nearest: both; allowed: constraint, energy, both, position, "
            "symmetric");
  EXPECT_FALSE(named_variant("gni"));
}

}  // namespace
}  // namespace rattleback
