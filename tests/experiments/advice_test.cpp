// Advice follows from the data by its rules, and from nothing else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/comparison/comparison.hpp"
#include "integrators/core/run/reference_watch.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A method of order 2 that costs so many seconds at h = 0.1, and halves h four times.
MethodComparison method(std::string id, double seconds, Growth growth, double violation = 0,
                        Outcome outcome = Outcome::ok) {
  MethodComparison m;
  m.card.id = std::move(id);
  m.structure.outcome = outcome;
  m.structure.constraint_violation = violation;
  m.structure.step = 0.1;
  m.structure.steps = 20000;
  InvariantBehaviour energy;
  energy.name = "energy";
  energy.growth.kind = growth;
  energy.deviation = 2e-4;
  m.structure.invariants = {energy};
  m.structure.axis = {DriftTest::bounded, "pendulum_cvt a2", 0};
  for (int k = 0; k < 5; ++k) {
    WorkPoint point;
    point.value = 0.1 / (1 << k);
    point.cpu_seconds = seconds * (1 << k);
    point.position_error = 1e-2 / (1 << (2 * k));
    m.work.push_back(point);
  }
  return m;
}

Comparison comparison_of(std::vector<MethodComparison> methods) {
  return {.reference_time = 4, .methods = std::move(methods)};
}

std::string all_of(std::vector<Advice> const& advice) {
  std::string text;
  for (auto const& a : advice) text += a.sentence + "\n";
  return text;
}

TEST(Advice, TakesTheCheapestMethodThatKeepsItsStructure) {
  auto c = comparison_of({method("cheap_but_drifting", 1e-6, Growth::linear),
                          method("cheap_but_off_the_constraint", 1e-6, Growth::bounded, 1e-3),
                          method("cheap_but_undecided", 1e-6, Growth::undecided),
                          method("good", 1e-5, Growth::bounded, 1e-15),
                          method("dear", 1e-4, Growth::bounded)});
  auto const advice = advice_of(c);
  ASSERT_FALSE(advice.empty());
  EXPECT_THAT(advice[0].sentence, HasSubstr("take good with steps of 0.1:"));
  // The third run is the first whose error is below 1e-3.
  EXPECT_THAT(advice[0].sentence,
              HasSubstr("with h = 0.025 the position error at t = 4 is 6.3e-04, for 40 "
                        "microseconds of CPU time"));
  EXPECT_THAT(advice[0].sentence,
              HasSubstr("stays below 2.0e-04 (0.02 per cent of the largest kinetic "
                        "energy 1) up to t = 2000"));
  EXPECT_THAT(all_of(advice), HasSubstr("The energy drifts with cheap_but_drifting (linear)"));
}

TEST(Advice, SaysWhenThereIsNone) {
  auto c = comparison_of({method("drifting", 1e-6, Growth::exponential),
                          method("stopping", 1e-6, Growth::bounded, 0, Outcome::newton_diverged)});
  auto const text = all_of(advice_of(c));
  EXPECT_THAT(text, HasSubstr("no method compared here preserves both"));
  EXPECT_THAT(text, HasSubstr("ended early with stopping"));
}

TEST(Advice, FallsBackOnWhatCouldNotBeTold) {
  auto c = comparison_of({method("drifting", 1e-6, Growth::linear),
                          method("walking", 1e-5, Growth::square_root),
                          method("untold", 2e-5, Growth::undecided)});
  auto const advice = advice_of(c);
  EXPECT_THAT(advice[0].sentence, HasSubstr("take walking with"));
  EXPECT_THAT(advice[0].sentence, HasSubstr("grows like a random walk"));
}

TEST(Advice, CountsWhatIsExactAsKept) {
  auto c = comparison_of({method("exact", 1e-6, Growth::undecided)});
  c.methods[0].structure.invariants[0].exact = true;
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("take exact with"));
}

TEST(Advice, PassesOverWhatIsBoundedFarAway) {
  auto c = comparison_of(
      {method("cheap_but_far", 1e-6, Growth::bounded), method("near", 1e-5, Growth::bounded)});
  auto& far = c.methods[0].structure.invariants[0];
  far.deviation = 0.05;
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("take near with"));
  far.scale = 1e3;
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("take cheap_but_far with"));
}

TEST(Advice, NamesMethodsThatLoseTheMotion) {
  auto c = comparison_of(
      {method("losing", 1e-6, Growth::bounded), method("near", 1e-5, Growth::bounded)});
  auto& energy = c.methods[0].structure.invariants[0];
  energy.deviation = 0.25, energy.scale = 0.4, energy.lost_at = 87;
  auto const text = all_of(advice_of(c));
  EXPECT_THAT(text, HasSubstr("take near with"));
  EXPECT_THAT(text, HasSubstr("The motion is lost with losing (from t = 87 on)"));
}

// A balance of 67 per cent, lost from t = 1 on, below "take gni".
TEST(Advice, TakesNoMethodForADrivenSystemThatItNamesAsLost) {
  auto c = comparison_of(
      {method("losing", 1e-6, Growth::bounded), method("near", 1e-5, Growth::linear)});
  c.problem.driven = "force";
  c.methods[0].structure.invariants[0].lost_at = 1;
  EXPECT_THAT(advice_of(c)[0].sentence, HasSubstr("take near:"));
  c.methods.resize(1);
  EXPECT_THAT(advice_of(c)[0].sentence, HasSubstr("No method"));
}

TEST(Advice, TakesNothingForAnEnergyThatIsExactByConstruction) {
  auto c = comparison_of(
      {method("by_construction", 1e-6, Growth::bounded), method("near", 1e-5, Growth::bounded)});
  c.methods[0].card.preserves_energy = true;
  EXPECT_THAT(advice_of(c)[0].sentence, HasSubstr("take near with"));
}

TEST(Advice, PutsABoundedEnergyBeforeAnUndecidedOne) {
  auto c = comparison_of(
      {method("undecided", 1e-6, Growth::undecided), method("bounded", 1e-5, Growth::bounded)});
  c.methods[1].structure.axis.kind = DriftTest::drifts;
  auto const text = all_of(advice_of(c));
  EXPECT_THAT(text, Not(HasSubstr("take undecided")));
  EXPECT_THAT(text, HasSubstr("take bounded with"));
}

// All errors of a motion at rest are 0, and so is its energy scale.
TEST(Advice, FindsThatAMotionAtRestKeepsItsEnergy) {
  auto c = comparison_of({method("still", 1e-6, Growth::undecided)});
  auto& energy = c.methods[0].structure.invariants[0];
  energy.exact = true, energy.deviation = energy.scale = 0;
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("take still with"));
}

TEST(Advice, GivesTheRunsThatItRecommends) {
  auto c = comparison_of({method("good", 0.02, Growth::bounded)});
  auto const advice = advice_of(c).front();
  ASSERT_TRUE(advice.run);
  EXPECT_EQ(advice.run->id, "good");
  EXPECT_EQ(advice.run->value, 0.1);
  EXPECT_EQ(advice.run->until, 2000);
  EXPECT_THAT(advice.sentence, HasSubstr("for 80 ms of CPU"));
}

TEST(Advice, SaysThatTheBestIsAPlainSolver) {
  auto c = comparison_of({method("runge_kutta", 1e-6, Growth::bounded)});
  EXPECT_THAT(all_of(advice_of(c)), Not(HasSubstr("plain solver")));
  c.methods[0].card.baseline = true;
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("It is a plain solver"));
  c.methods[0].card.preserves_constraint = true;  // projected
  EXPECT_THAT(all_of(advice_of(c)), Not(HasSubstr("plain solver")));
}

/// A large bounded error is not better than a small random walk.
TEST(Advice, PrefersASmallErrorThatWalksToALargeOneThatIsBounded) {
  auto c = comparison_of(
      {method("relaxing", 1e-6, Growth::bounded), method("walking", 1e-5, Growth::square_root)});
  c.methods[0].structure.invariants[0].deviation = 0.08;
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("take walking with"));
}

TEST(Advice, TakesNothingForGrantedThatOnlySymmetryProtects) {
  auto c = comparison_of(
      {method("protected", 1e-6, Growth::bounded), method("holding", 1e-5, Growth::bounded)});
  c.problem.reversing_symmetry = "(q, v) -> (q, -v)";
  c.methods[0].structure.axis = {DriftTest::drifts, "pendulum_cvt a2", -3e-4};
  auto const both = advice_of(c);
  EXPECT_THAT(both[0].sentence, HasSubstr("For long runs take holding with"));
  EXPECT_THAT(both[1].sentence, HasSubstr("(such as oscillations), take protected with"));
  EXPECT_THAT(
      both[1].sentence,
      HasSubstr("maps to itself, its energy drifts: on pendulum_cvt a2 by a fraction of 3.0e-04"));
  EXPECT_THAT(both[2].sentence, HasSubstr("(q, v) -> (q, -v)"));

  // Without one that holds the advice depends on the user's orbit, and says so.
  for (auto const kind : {DriftTest::drifts, DriftTest::fails, DriftTest::not_applicable}) {
    c.methods.resize(1);
    c.methods[0].structure.axis.kind = kind;
    auto const one = advice_of(c);
    EXPECT_THAT(one[0].sentence, HasSubstr("(such as oscillations), take protected with"));
    EXPECT_THAT(one[0].sentence, HasSubstr("No method compared here is known to preserve"));
  }
}

TEST(Advice, KnowsTheFormsOfAMethod) {
  auto c = comparison_of({method("plain", 1e-5, Growth::linear)});
  c.variants = {method("plain, form frame", 1e-5, Growth::bounded)};
  EXPECT_THAT(all_of(advice_of(c)), HasSubstr("For long runs take plain, form frame with"));
}

/// Drifts that a study of the same family measures, and methods that cannot drift.
TEST(ReversibilityAxis, TellsWhoDriftsWhereNothingProtects) {
  auto const card = [](char const* id) { return MethodCard{.id = id}; };
  auto const leapfrog = drift_test_of(card("dla_leapfrog"), {});
  EXPECT_EQ(leapfrog.kind, DriftTest::drifts);
  EXPECT_EQ(leapfrog.where, "pendulum_cvt a2");
  EXPECT_LT(leapfrog.rate, -1e-5);
  auto const fine = drift_test_of(card("lobatto_spark"), {{"stages", "4"}});
  EXPECT_LT(std::abs(fine.rate), 1e-3 * std::abs(leapfrog.rate));
  EXPECT_EQ(drift_test_of(card("discrete_gradient"), {}).kind, DriftTest::kept);
  EXPECT_EQ(drift_test_of(card("gni"), {}).kind, DriftTest::bounded);
  // Harmonic fibres do not show this one.
  auto const rattle = drift_test_of(card("gni_rattle"), {});
  EXPECT_EQ(rattle.kind, DriftTest::drifts);
  EXPECT_EQ(rattle.where, "pendulum_cvt a3 from -v");
  EXPECT_EQ(drift_test_of(card("veselova_dla"), {}).kind, DriftTest::not_applicable);
  EXPECT_EQ(drift_test_of(card("my_own"), {}).kind, DriftTest::not_applicable);
}

TEST(LongRun, GetsLongerWhileTheGrowthOfTheEnergyIsNotClaimed) {
  auto const& problem = find_problem("contact_oscillator");
  ComparisonSpec spec{.energy_scale = energy_scale(problem, {}, 2000)};
  auto const decided =
      structure_of(problem, problem.method("dla_leapfrog"), spec, "", {}).invariants.front();
  EXPECT_EQ(decided.growth.kind, Growth::bounded);
  EXPECT_EQ(decided.time, 2000);
  EXPECT_EQ(decided.needs(), "");
  // Its energy falls and settles: a drift in the long run, but not in one twice as long.
  auto const settling =
      structure_of(problem, problem.method("dla_left"), spec, "", {}).invariants.front();
  EXPECT_EQ(settling.growth.kind, Growth::bounded);
  EXPECT_EQ(settling.time, 4000);
  auto const& suslov = find_problem("suslov");
  spec.energy_scale = energy_scale(suslov, {}, 2000);
  auto const drifting =
      structure_of(suslov, suslov.method("moser_veselov"), spec, "", {}).invariants.front();
  EXPECT_EQ(drifting.growth.kind, Growth::drifting);
  EXPECT_EQ(drifting.time, 4000);
  InvariantBehaviour open{.name = "energy", .time = 64000};
  open.growth = {Growth::undecided, 0, Growth::linear};
  EXPECT_EQ(open.needs(),
            "needs a run longer than t = 64000: so far linear is likely, but not confirmed");
}

TEST(Advice, NamesACompositionThatIsCheaper) {
  auto c = comparison_of({method("plain", 1e-6, Growth::bounded)});
  auto composed = c.methods[0];
  for (auto& point : composed.work) point.position_error *= 1e-9, point.constraint_error = 3e-5;
  composed.card.id = "compose(plain,suzuki4)";
  composed.structure = {};
  c.variants = {composed};
  auto const text = all_of(advice_of(c));
  EXPECT_THAT(
      text, HasSubstr("take compose(plain,suzuki4): with h = 0.1 the position error at t = 4 is"));
  EXPECT_THAT(text, HasSubstr("violation is then 3.0e-05"));
}

TEST(Comparison, LimitsTheTimeOfItsReference) {
  auto problem = find_problem("contact_oscillator");
  auto const exact = problem.reference;
  problem.reference = [&](Setting const& setting, std::vector<RawQuad> const& times) {
    for (long i = 0; times.back() > 0 && i < 100'000'000; ++i) look_at_reference(double(i));
    return exact(setting, times);
  };
  ComparisonSpec const spec{.until = 4, .seconds_a_method = 0.3};
  expect_refusal([&] { compare(problem, {"dla_leapfrog"}, spec, {}); },
                 "takes longer than the limit of 0.3 s; type --limit 1.2");
}

TEST(Comparison, NeedsACertifiedReference) {
  auto problem = find_problem("contact_oscillator");
  problem.reference = [](Setting const&, std::vector<RawQuad> const& times) {
    Reference r;
    for (RawQuad t : times) r.states.push_back({t, {0, 0, 0}, {0, 0, 0}, {0}});
    r.digits = 3.2;
    return r;
  };
  expect_refusal([&] { compare(problem, {"dla_leapfrog"}, {}, {}); },
                 "agree to 3.2 digits, 12 are needed");
}

}  // namespace
}  // namespace rattleback
