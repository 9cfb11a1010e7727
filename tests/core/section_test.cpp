// Poincare sections: by the closing step, by interpolation between nodes, and when none is met.

#include "integrators/core/run/section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

double const pi = std::numbers::pi;

RunSpec orbit_a(RawQuad step, long steps) {
  return {.setting = {.case_name = "A"},
          .step = step,
          .steps = steps,
          .section = Section{.component = "vy"}};
}

auto const& contact_problem() { return find_problem("contact_oscillator"); }

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
