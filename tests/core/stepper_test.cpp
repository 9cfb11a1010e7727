// A method as the loops know it: what a failure leaves behind, and what the start does.

#include <gtest/gtest.h>

#include "integrators/core/ensemble.hpp"
#include "integrators/core/reversibility.hpp"
#include "integrators/core/volume_defect.hpp"
#include "problems/contact_oscillator.hpp"

namespace rattleback {
namespace {

using P = ContactOscillator<double>;

/// Adds 1 to x a step and fails when x has passed `limit`, with an end point that looks good.
template <Outcome failure>
struct Walk {
  double limit = 2.5;
  static std::vector<Option<Walk>> options() {
    return {positive_option<Walk>("limit", &Walk::limit, "the last x")};
  }
  static MethodCard card() { return {.id = "walk", .starts = {{"plain"}}}; }
  template <class>
  static constexpr bool runs_on_lanes = true;
  template <class System, class S>
  Step<System, S> step(System const&, Point<System, S> z, NoMemory&, S h) const {
    z.q[0] = z.q[0] + h;
    Step<System, S> taken{z, {}};
    if constexpr (OnLanes<S>) {
      taken.z.q = select(z.q[0] > S(limit), not_numbers<S, size_of<System>>(), z.q);
    } else if (z.q[0] > limit) {
      taken.outcome = failure;
      if (failure == Outcome::ok) taken.z.v[0] = S(1) / S(0);
    }
    return taken;
  }
};
template <Outcome failure = Outcome::newton_diverged>
auto walker(Words const& options = {}) {
  auto stepper = make_stepper<P, Walk<failure>, double>(options, P{});
  stepper->start({}, 1, {"plain", {}});
  return stepper;
}

TEST(Stepper, LeavesThePointAloneWhenAStepFails) {
  auto const stepper = walker();
  for (int i = 1; i <= 2; ++i) EXPECT_EQ(stepper->step(1).outcome, Outcome::ok);
  EXPECT_EQ(stepper->step(1).outcome, Outcome::newton_diverged);
  EXPECT_EQ(stepper->point().q[0], 2);
}

TEST(Stepper, LeavesThePointAloneWhenAPartOfACompositionFails) {
  auto const stepper = walker();
  EXPECT_EQ(composed_step(*stepper, 1.0, {1, -0.5, 1.5}).outcome, Outcome::ok);
  EXPECT_EQ(stepper->point().q[0], 2);
  EXPECT_EQ(composed_step(*stepper, 1.0, {0.25, 0.5, 0.25}).outcome, Outcome::newton_diverged);
  EXPECT_EQ(stepper->point().q[0], 2);
}

TEST(Stepper, CallsAnEndPointThatIsNotFiniteAFailure) {
  auto const stepper = walker<Outcome::ok>({{"limit", "1.5"}});
  EXPECT_EQ(stepper->step(1).outcome, Outcome::ok);
  EXPECT_EQ(stepper->step(1).outcome, Outcome::non_finite);
  EXPECT_TRUE(is_finite(stepper->point()));
}

TEST(Stepper, RefusesOptionsOfOthers) { EXPECT_THROW(walker({{"limt", "1"}}), Misuse); }

TEST(Stepper, FindsTheLargestStepFromWhereItStands) {
  auto const stepper = walker();
  EXPECT_EQ(largest_step(*stepper, 2.0), 2);
  EXPECT_NEAR(largest_step(*stepper, 10.0), 2.5, 1e-5);
  stepper->place({{2}, {}}, 1);
  EXPECT_NEAR(largest_step(*stepper, 10.0), 0.5, 1e-5);
  EXPECT_EQ(stepper->point().q[0], 2);
}

TEST(Stepper, AFailedStepHasNoVolumeAndNoReversal) {
  auto const make = &make_stepper<P, Walk<Outcome::newton_diverged>, double>;
  RunSpec spec;
  spec.step = 1;
  EXPECT_NEAR(volume_defect<P>(make, spec), 0, 1e-9);
  EXPECT_TRUE(std::isfinite(reversibility_defect<ContactOscillator>(make, spec)));
  spec.options = {{"limit", "0.5"}};
  EXPECT_TRUE(std::isnan(volume_defect<P>(make, spec)));
  EXPECT_TRUE(std::isnan(reversibility_defect<ContactOscillator>(make, spec)));
}

/// Both kinds of batch, after a failure of the second orbit.
template <class S>
void expect_only_the_second_fails(Batch<P, S>& batch, std::vector<Point<P, double>> const& starts) {
  batch.start(starts);
  batch.advance(1);
  EXPECT_TRUE(all_finite(batch.orbit(0).q));
  EXPECT_EQ(batch.orbit(0).q[0], starts[0].q[0] + 1);
  if (batch.size() == 1) return;
  EXPECT_FALSE(all_finite(batch.orbit(1).q));
}

TEST(Batch, AFailedOrbitIsNotANumberUntilTheBatchStartsAgain) {
  std::vector<Point<P, double>> const starts{{{0}, {}}, {{2}, {}}};
  using Walker = Walk<Outcome::newton_diverged>;
  P const system;
  LaneBatch<P, Walker> together({}, system, 1, "plain");
  expect_only_the_second_fails(together, starts);
  expect_only_the_second_fails(together, starts);

  ScalarBatch<P> alone(make_stepper<P, Walker, double>({}, system), 1, "plain");
  expect_only_the_second_fails(alone, {starts[0]});
  alone.start(std::span(starts).subspan(1));
  for (int times = 0; times < 2; ++times) {
    alone.advance(1);
    EXPECT_FALSE(all_finite(alone.orbit(0).q));
    EXPECT_FALSE(all_finite(alone.orbit(0).v));
  }
  expect_only_the_second_fails(alone, {starts[0]});
}

}  // namespace
}  // namespace rattleback
