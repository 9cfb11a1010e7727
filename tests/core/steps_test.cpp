// Steps and sections as the loops know them: what a failure leaves behind, what the start does,
// weights of symmetric compositions with their order conditions, and Poincare sections by the
// closing step, by interpolation between nodes, and when none is met.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/invalid_input.hpp"
#include "generated/contact_oscillator.hpp"
#include "integrators/core/ensemble/observables.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/integrate.hpp"
#include "integrators/core/run/section.hpp"
#include "integrators/core/run/volume.hpp"
#include "problems/core/numbers/extremes.hpp"

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

auto const& contact_problem() { return find_problem("contact_oscillator"); }
SharedProblem const& problem() { return contact_problem().functions; }
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

double const pi = std::numbers::pi;

RunSpec orbit_a(RawQuad step, long steps) {
  return {.setting = {.case_name = "A"},
          .step = step,
          .steps = steps,
          .section = Section{.component = "vy"}};
}

TEST(Section, AStepThatDividesThePeriodClosesIt) {
  int const N = 40, iterates = 50;
  auto spec = orbit_a(RawQuad(2 * std::sin(pi / N)), N * iterates);
  spec.every = N;
  auto const run = contact_problem().method("dla_leapfrog").integrate(spec);
  ASSERT_EQ(run.section.times.size(), std::size_t(iterates));
  for (int k = 0; k < iterates; ++k) {
    EXPECT_EQ(run.section.q[k], run.q[k + 1]);
    EXPECT_EQ(run.section.v[k], run.v[k + 1]);
    EXPECT_EQ(run.section.invariant_values[k], run.invariant_values[k + 1]);
    EXPECT_EQ(run.section.times[k], run.times[k + 1]);
  }
}

/// y is a free oscillator: orbit A meets vy = 0 upwards at every multiple of 2 pi.
double worst_time(double step, OptionValues const& tolerances) {
  auto spec = orbit_a(RawQuad(step), std::lround(20 / step));
  spec.options = tolerances;
  auto const run = contact_problem().method("odeint_dopri5").integrate(spec);
  EXPECT_EQ(run.section.times.size(), 3u);
  double worst = 0;
  for (std::size_t k = 0; k < run.section.times.size(); ++k) {
    worst = larger_or_nan(worst, std::abs(run.section.times[k] - 2 * pi * double(k + 1)));
    worst = larger_or_nan(worst, std::abs(run.section.q[k][1] + 1));
    EXPECT_LT(std::abs(run.section.v[k][1]), 1e-13);
  }
  return worst;
}

TEST(Section, CrossingsOfASolverAreAtItsTolerance) {
  for (double step : {0.02, 0.31, 1.0, 5.0}) {
    EXPECT_LT(worst_time(step, {{"rtol", "1e-13"}, {"atol", "1e-13"}}), 1e-11) << step;
    EXPECT_LT(worst_time(step, {{"rtol", "1e-8"}, {"atol", "1e-8"}}), 1e-6) << step;
  }
}

/// Largest error of the crossings of the exact orbit at nodes, as fixed steps are interpolated, and
/// its estimate.
double worst_interpolation(double step, std::pair<double, double>* estimate = nullptr) {
  ProblemCard card;
  card.coordinates = {"y"};
  card.velocities = {"vy"};
  double worst = 0;
  SectionWatch<double> watch(
      SectionRule<double>(Section{.component = "vy"}, card),
      [&](double const& index, FlatPoint<double> const& at) {
        double const turns = std::round(index * step / (2 * pi));
        worst =
            larger_or_nan({worst, std::abs(index * step - 2 * pi * turns), std::abs(at.q[0] + 1)});
      });
  for (int k = 0; k * step < 20; ++k) watch.observe({-std::cos(k * step)}, {std::sin(k * step)});
  watch.finish();
  if (estimate) *estimate = watch.interpolation_error();
  return worst;
}

TEST(Section, InterpolationIsOfSixthOrder) {
  double const coarse = worst_interpolation(0.31), fine = worst_interpolation(0.155);
  EXPECT_LT(coarse, 1e-5);
  EXPECT_LT(fine, coarse / 32);
  EXPECT_LT(worst_interpolation(0.02), 1e-11);
}

TEST(Section, TheInterpolationErrorIsEstimated) {
  for (double step : {0.155, 0.31, 0.62, 1.0}) {
    std::pair<double, double> estimate;
    double const error = worst_interpolation(step, &estimate);
    EXPECT_GT(estimate.first, error / 30) << step;
    EXPECT_LT(estimate.first, 30 * error) << step;
    EXPECT_LT(estimate.second, 1) << step;
  }
  std::pair<double, double> unresolved;
  worst_interpolation(2.5, &unresolved);
  EXPECT_GE(unresolved.second, 0.5);
}

TEST(Section, DirectionAndEndsOfTheRun) {
  auto spec = orbit_a(RawQuad(1) / 10, 200);
  auto const count = [&](Section::Direction direction, double value, long steps) {
    spec.section = Section{"vy", RawQuad(value), direction};
    spec.steps = steps;
    return contact_problem().method("dla_leapfrog").integrate(spec).section.times.size();
  };
  using enum Section::Direction;
  EXPECT_EQ(count(up, 0.5, 200), 4u);  // vy = sin t up to t = 20
  EXPECT_EQ(count(down, 0.5, 200), 3u);
  EXPECT_EQ(count(both, 0.5, 200), 7u);
  EXPECT_EQ(count(both, 0.05, 1), 1u);   // two nodes only
  EXPECT_EQ(count(both, 0.5, 6), 1u);    // in the last interval
  EXPECT_EQ(count(both, 1.5, 200), 0u);  // never
}

TEST(Section, RangeTellsWhyNothingWasCrossed) {
  auto spec = orbit_a(RawQuad(1) / 10, 200);
  spec.section = Section{.component = "y", .value = 2};
  auto const run = contact_problem().method("dla_leapfrog").integrate(spec);
  EXPECT_TRUE(run.section.times.empty());
  EXPECT_NEAR(run.section.lowest, -1, 1e-3);
  EXPECT_NEAR(run.section.highest, 1, 1e-2);
}

TEST(Section, QuadClosesToQuadRounding) {
  int const N = 40;
  auto spec = orbit_a(0, N);
  spec.step = 2 * RawQuad(0.0784590957278449450329602459934600005_quad);  // sin(pi/40)
  auto const run = contact_problem().method("dla_leapfrog").integrate_quad(spec);
  ASSERT_EQ(run.section.times.size(), 1u);
  EXPECT_EQ(run.section.q[0], run.q.back());
}

TEST(Section, UnknownComponentsAreMisuse) {
  auto spec = orbit_a(RawQuad(1) / 10, 10);
  spec.section = Section{.component = "vw"};
  EXPECT_THROW(contact_problem().method("dla_leapfrog").integrate(spec), InvalidInput);
  spec.section = Section{.component = "vy", .value = RawQuad(NAN)};
  EXPECT_THROW(contact_problem().method("dla_leapfrog").integrate(spec), InvalidInput);
}

}  // namespace
}  // namespace rattleback
