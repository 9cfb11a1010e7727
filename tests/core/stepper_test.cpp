// A method as the loops know it: what a failure leaves behind, what the start does, and weights of
// symmetric compositions with their order conditions.

#include <gtest/gtest.h>

#include <cmath>

#include "generated/contact_oscillator.hpp"
#include "integrators/core/ensemble/observables.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/core/run/integrate.hpp"
#include "integrators/core/run/volume.hpp"

namespace rattleback {
namespace {

using P = ContactOscillator<double>;

/// Adds 1 to x a step and fails when x has passed `limit`, with an end point that looks good.
template <Outcome failure>
struct Walk {
  double limit = 2.5;
  static std::vector<Option> options() {
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
StepTable<double> const& table_of_walk = step_table<P, Walk<failure>, double, P>;
template <Outcome failure = Outcome::newton_diverged>
MethodCard const& card_of_walk = card_of<Walk<failure>>();

SharedProblem const& problem() { return find_problem("contact_oscillator").functions; }
System<double> system_at_default() { return {problem(), problem()->in_double.cases()[0].system}; }

std::vector<double> state_at(double x) { return {x, 0, 0, 0, 0, 0}; }

/// A walk from x = 0.
template <Outcome failure = Outcome::newton_diverged>
struct Walker : Stepper<double> {
  explicit Walker(OptionValues const& options = {}, StepRule<double> const& rule = {})
      : Stepper(table_of_walk<failure>, card_of_walk<failure>, options, system_at_default(), rule) {
    start(state_at(0).data(), state_at(0).data() + 3, 1, {"plain", {}});
  }
};
double x_of(Stepper<double> const& stepper) { return stepper.coordinates()[0]; }

TEST(Stepper, LeavesThePointAloneWhenAStepFails) {
  Walker<> stepper;
  for (int i = 1; i <= 2; ++i) EXPECT_EQ(stepper.step(1), Outcome::ok);
  EXPECT_EQ(stepper.step(1), Outcome::newton_diverged);
  EXPECT_EQ(x_of(stepper), 2);
}

TEST(Stepper, LeavesThePointAloneWhenAPartOfACompositionFails) {
  Walker<> there({}, {{1, -0.5, 1.5}});
  EXPECT_EQ(there.step(1), Outcome::ok);
  EXPECT_EQ(x_of(there), 2);
  Walker<> stepper({}, {{0.75, 0.5, 0.75}});
  EXPECT_EQ(stepper.step(1), Outcome::ok);
  EXPECT_EQ(x_of(stepper), 2);
  EXPECT_EQ(stepper.step(1), Outcome::newton_diverged);
  EXPECT_EQ(x_of(stepper), 2);
}

TEST(Compositions, SumToOneAndReadTheSameBackwards) {
  for (auto const& scheme : compositions()) {
    RawQuad sum = 0, cubes = 0, fifths = 0, sevenths = 0;
    auto const& w = scheme.weights;
    for (std::size_t i = 0; i < w.size(); ++i) {
      EXPECT_EQ(double(w[i] - w[w.size() - 1 - i]), 0) << scheme.name;
      sum += w[i];
      cubes += w[i] * w[i] * w[i];
      fifths += pow(w[i], 5);
      sevenths += pow(w[i], 7);
    }
    // Necessary for orders 1, 4, 6, 8; the coefficients of Kahan & Li have 26 digits.
    double const rounding = 1e-24;
    EXPECT_LE(std::abs(double(sum - 1)), rounding) << scheme.name;
    EXPECT_LE(std::abs(double(cubes)), rounding) << scheme.name;
    if (scheme.order >= 6) {
      EXPECT_LE(std::abs(double(fifths)), rounding) << scheme.name;
    }
    if (scheme.order >= 8) {
      EXPECT_LE(std::abs(double(sevenths)), rounding) << scheme.name;
    }
    if (scheme.order < 6) {
      EXPECT_GT(std::abs(double(fifths)), 1e-3) << scheme.name;
    }
  }
}

TEST(Stepper, CallsAnEndPointThatIsNotFiniteAFailure) {
  Walker<Outcome::ok> stepper(OptionValues{{"limit", "1.5"}});
  EXPECT_EQ(stepper.step(1), Outcome::ok);
  EXPECT_EQ(stepper.step(1), Outcome::non_finite);
  for (double x : stepper.coordinates()) EXPECT_TRUE(std::isfinite(x));
}

TEST(Stepper, RefusesOptionsOfOthers) {
  EXPECT_THROW((Walker<>(OptionValues{{"limt", "1"}})), InvalidInput);
}

TEST(Stepper, FindsTheLargestStepFromWhereItStands) {
  Walker<> stepper;
  EXPECT_EQ(largest_step<double>(stepper, 2.0), 2);
  EXPECT_NEAR(largest_step<double>(stepper, 10.0), 2.5, 1e-5);
  auto const at = state_at(2);
  stepper.set_point(at.data(), at.data() + 3, 1);
  EXPECT_NEAR(largest_step<double>(stepper, 10.0), 0.5, 1e-5);
  EXPECT_EQ(x_of(stepper), 2);
}

TEST(Stepper, AFailedStepHasNoVolumeAndNoReversal) {
  auto const& table = table_of_walk<>;
  auto const& card = card_of_walk<>;
  RunSpec spec{.step = 1};
  EXPECT_NEAR(volume_defect(problem(), table, card, spec), 0, 1e-9);
  EXPECT_TRUE(std::isfinite(reversibility_defect(problem(), table, card, spec)));
  spec.options = {{"limit", "0.5"}};
  EXPECT_TRUE(std::isnan(volume_defect(problem(), table, card, spec)));
  EXPECT_TRUE(std::isnan(reversibility_defect(problem(), table, card, spec)));
}

/// Both kinds of batch, after a failure of the second orbit.
template <class S>
void expect_only_the_second_fails(Batch<S>& batch, std::vector<double> const& starts) {
  batch.start(starts);
  batch.advance(1);
  auto const first = orbit_of(batch, 0, 6);
  for (double x : first) EXPECT_TRUE(std::isfinite(x));
  EXPECT_EQ(first[0], starts[0] + 1);
  if (batch.size() == 1) return;
  EXPECT_FALSE(std::isfinite(orbit_of(batch, 1, 6)[0]));
}

TEST(Batch, AFailedOrbitIsNotANumberUntilTheBatchStartsAgain) {
  auto const first = state_at(0), second = state_at(2);
  auto both = first;
  both.insert(both.end(), second.begin(), second.end());
  EnsembleMethod const method{table_of_walk<>, &lane_table<P, Walk<Outcome::newton_diverged>, P>,
                              card_of_walk<>};
  auto const together = orbits_on_lanes(method, {}, system_at_default(), 1);
  expect_only_the_second_fails(*together, both);
  expect_only_the_second_fails(*together, both);

  auto const alone = single_orbit(method, {}, system_at_default(), 1);
  expect_only_the_second_fails(*alone, first);
  alone->start(second);
  for (int times = 0; times < 2; ++times) {
    alone->advance(1);
    for (double x : orbit_of(*alone, 0, 6)) EXPECT_FALSE(std::isfinite(x));
  }
  expect_only_the_second_fails(*alone, first);
}

}  // namespace
}  // namespace rattleback
