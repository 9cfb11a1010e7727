// Advice follows from the data by its rules, and from nothing else.

#include <gtest/gtest.h>

#include "experiments/comparison/comparison.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {
namespace {

/// A method of order 2 that costs so many seconds at h = 0.1, and halves h four times.
MethodComparison method(std::string id, double seconds, Growth growth, double violation,
                        Outcome outcome = Outcome::ok) {
  MethodComparison m;
  m.card.id = std::move(id);
  m.structure.outcome = outcome;
  m.structure.constraint_violation = violation;
  InvariantBehaviour energy;
  energy.name = "energy";
  energy.growth.kind = growth;
  energy.deviation = 2e-4;
  m.structure.invariants = {energy};
  m.structure.axis = {OnAxis::bounded, "pendulum_cvt a2", 0};
  for (int k = 0; k < 5; ++k) {
    WorkPoint point;
    point.value = 0.1 / (1 << k);
    point.cpu_seconds = seconds * (1 << k);
    point.position_error = 1e-2 / (1 << (2 * k));
    m.work.push_back(point);
  }
  return m;
}

std::string all_of(std::vector<Advice> const& advice) {
  std::string text;
  for (auto const& a : advice) text += a.sentence + "\n";
  return text;
}

TEST(Advice, TakesTheCheapestMethodThatKeepsItsStructure) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("cheap_but_drifting", 1e-6, Growth::linear, 0),
               method("cheap_but_off_the_constraint", 1e-6, Growth::bounded, 1e-3),
               method("cheap_but_undecided", 1e-6, Growth::undecided, 0),
               method("good", 1e-5, Growth::bounded, 1e-15),
               method("dear", 1e-4, Growth::bounded, 0)};
  auto const advice = advice_of(c);
  ASSERT_FALSE(advice.empty());
  EXPECT_NE(advice[0].sentence.find("take good:"), std::string::npos) << advice[0].sentence;
  // 1e-3 lies between the second and the third run: 10^(1/2) times the first one's cost.
  EXPECT_NE(advice[0].sentence.find("costs 31.6 microseconds"), std::string::npos)
      << advice[0].sentence;
  EXPECT_NE(all_of(advice).find("Energy drifts with cheap_but_drifting (linear)"),
            std::string::npos);
}

TEST(Advice, SaysWhenThereIsNone) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("drifting", 1e-6, Growth::exponential, 0),
               method("stopping", 1e-6, Growth::bounded, 0, Outcome::newton_diverged)};
  auto const text = all_of(advice_of(c));
  EXPECT_NE(text.find("No method of the catalogue keeps"), std::string::npos) << text;
  EXPECT_NE(text.find("ended early with stopping"), std::string::npos) << text;
}

TEST(Advice, FallsBackOnWhatCouldNotBeTold) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("drifting", 1e-6, Growth::linear, 0),
               method("walking", 1e-5, Growth::square_root, 0),
               method("untold", 2e-5, Growth::undecided, 0)};
  auto const advice = advice_of(c);
  EXPECT_NE(advice[0].sentence.find("take walking:"), std::string::npos) << advice[0].sentence;
  EXPECT_NE(advice[0].sentence.find("growing like a random walk"), std::string::npos);
}

TEST(Advice, CountsWhatIsExactAsKept) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("exact", 1e-6, Growth::undecided, 0)};
  c.methods[0].structure.invariants[0].exact = true;
  EXPECT_NE(all_of(advice_of(c)).find("take exact:"), std::string::npos);
}

TEST(Advice, PassesOverWhatIsBoundedFarAway) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("cheap_but_far", 1e-6, Growth::bounded, 0),
               method("near", 1e-5, Growth::bounded, 0)};
  c.methods[0].structure.invariants[0].deviation = 0.25;
  EXPECT_NE(all_of(advice_of(c)).find("take near:"), std::string::npos);
  c.methods[0].structure.invariants[0].initial = 1e3;
  EXPECT_NE(all_of(advice_of(c)).find("take cheap_but_far:"), std::string::npos);
}

/// What is bounded with a large error is no better than a random walk with a small one.
TEST(Advice, PrefersASmallErrorThatWalksToALargeOneThatIsBounded) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("relaxing", 1e-6, Growth::bounded, 0),
               method("walking", 1e-5, Growth::square_root, 0)};
  c.methods[0].structure.invariants[0].deviation = 0.8;
  EXPECT_NE(all_of(advice_of(c)).find("take walking:"), std::string::npos);
}

TEST(Advice, TakesNothingForGrantedThatOnlySymmetryProtects) {
  Comparison c;
  c.reference_time = 4;
  c.problem.reversing_symmetry = "(q, v) -> (q, -v)";
  c.methods = {method("protected", 1e-6, Growth::bounded, 0),
               method("holding", 1e-5, Growth::bounded, 0)};
  c.methods[0].structure.axis = {OnAxis::drifts, "pendulum_cvt a2", -3e-4};
  auto const both = advice_of(c);
  EXPECT_NE(both[0].sentence.find("For long runs take holding:"), std::string::npos)
      << both[0].sentence;
  EXPECT_NE(
      both[1].sentence.find("takes the torus of your orbit to itself, you may take protected"),
      std::string::npos)
      << both[1].sentence;
  EXPECT_NE(both[1].sentence.find("drifts (pendulum_cvt a2: by 3.0e-04"), std::string::npos)
      << both[1].sentence;
  EXPECT_NE(both[2].sentence.find("(q, v) -> (q, -v)"), std::string::npos) << both[2].sentence;

  // Without one that holds the advice depends on the user's orbit, and says so.
  for (auto const kind : {OnAxis::drifts, OnAxis::fails, OnAxis::not_applicable}) {
    c.methods.resize(1);
    c.methods[0].structure.axis.kind = kind;
    auto const one = advice_of(c);
    EXPECT_NE(one[0].sentence.find(
                  "take protected where a reversing map takes the torus of your orbit to itself"),
              std::string::npos)
        << one[0].sentence;
    EXPECT_NE(one[0].sentence.find("No method of this comparison is known to hold"),
              std::string::npos);
  }
}

TEST(Advice, KnowsTheFormsOfAMethod) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("plain", 1e-5, Growth::linear, 0)};
  auto form = method("plain, form frame", 1e-5, Growth::bounded, 0);
  c.variants.push_back({form.card, "plain", {}, form.structure, form.work});
  EXPECT_NE(all_of(advice_of(c)).find("For long runs take plain, form frame:"), std::string::npos);
}

/// Drifts that a study of the same family measures, and methods that cannot drift.
TEST(ReversibilityAxis, TellsWhoDriftsWhereNothingProtects) {
  auto const card = [](char const* id) { return MethodCard{.id = id}; };
  auto const leapfrog = on_reversibility_axis(card("dla_leapfrog"), {});
  EXPECT_EQ(leapfrog.kind, OnAxis::drifts);
  EXPECT_EQ(leapfrog.where, "pendulum_cvt a2");
  EXPECT_LT(leapfrog.rate, -1e-5);
  auto const fine = on_reversibility_axis(card("lobatto_spark"), {{"stages", "4"}});
  EXPECT_LT(std::abs(fine.rate), 1e-3 * std::abs(leapfrog.rate));
  EXPECT_EQ(on_reversibility_axis(card("discrete_gradient"), {}).kind, OnAxis::kept);
  EXPECT_EQ(on_reversibility_axis(card("gni"), {}).kind, OnAxis::bounded);
  // Harmonic fibres do not show this one.
  auto const rattle = on_reversibility_axis(card("gni_rattle"), {});
  EXPECT_EQ(rattle.kind, OnAxis::drifts);
  EXPECT_EQ(rattle.where, "pendulum_cvt a3 from -v");
  EXPECT_EQ(on_reversibility_axis(card("veselova_dla"), {}).kind, OnAxis::not_applicable);
  EXPECT_EQ(on_reversibility_axis(card("my_own"), {}).kind, OnAxis::not_applicable);
}

TEST(LongRun, GetsLongerWhileTheEnergyIsUndecided) {
  auto const& problem = find_problem("contact_oscillator");
  auto const decided =
      structure_of(problem, problem.method("dla_leapfrog"), {}, "", {}).invariants.front();
  EXPECT_EQ(decided.growth.kind, Growth::bounded);
  EXPECT_EQ(decided.time, 2000);
  EXPECT_EQ(decided.needs(), "");
  auto const longer =
      structure_of(problem, problem.method("dla_left"), {}, "", {}).invariants.front();
  EXPECT_EQ(longer.growth.kind, Growth::drifting);
  InvariantBehaviour open{.name = "energy", .time = 64000};
  open.growth = {Growth::undecided, 0, 0.7, Growth::linear};
  EXPECT_EQ(open.needs(), "needs a run longer than t = 64000: so far linear has probability 0.70");
}

TEST(Advice, NamesACompositionThatIsCheaper) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("plain", 1e-6, Growth::bounded, 0)};
  auto composed = c.methods[0];
  for (auto& point : composed.work) point.position_error *= 1e-9, point.constraint_error = 3e-5;
  c.variants.push_back({{.id = "compose(plain,suzuki4)"}, "plain", {}, {}, composed.work});
  auto const text = all_of(advice_of(c));
  EXPECT_NE(text.find("take compose(plain,suzuki4): an error of 1e-9 at t = 4 costs"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("off by 3.0e-05"), std::string::npos) << text;
}

TEST(Comparison, NeedsACertifiedReference) {
  auto problem = find_problem("contact_oscillator");
  problem.reference = [](Setting const&, std::vector<RawQuad> const& times) {
    Reference r;
    for (RawQuad t : times) r.states.push_back({t, {0, 0, 0}, {0, 0, 0}, {0}});
    r.digits = 3.2;
    return r;
  };
  try {
    compare(problem, {"dla_leapfrog"}, {}, [](double) {});
    FAIL() << "an uncertified reference was taken";
  } catch (Misuse const& misuse) {
    EXPECT_NE(std::string(misuse.what()).find("agree to 3.2 digits, 12 are needed"),
              std::string::npos)
        << misuse.what();
  }
}

}  // namespace
}  // namespace rattleback
