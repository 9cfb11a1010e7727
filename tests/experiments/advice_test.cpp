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
  EXPECT_NE(advice[0].rule.find("no energy error known to be bounded"), std::string::npos);
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

TEST(Advice, NamesACompositionThatIsCheaper) {
  Comparison c;
  c.reference_time = 4;
  c.methods = {method("plain", 1e-6, Growth::bounded, 0)};
  auto composed = c.methods[0];
  for (auto& point : composed.work) point.position_error *= 1e-9, point.constraint_error = 3e-5;
  c.variants.push_back({{.id = "compose(plain,suzuki4)"}, "plain", {}, composed.work});
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
