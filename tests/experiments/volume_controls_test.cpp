// Effect of one step on the invariant volume, against independently computed numbers, for methods
// that preserve it and for methods that do not.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/beyond/shared/volume.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond {
namespace {

ProblemEntry::CaseRecord const& case_of(std::string const& problem, std::string const& name) {
  auto const& cases = find_problem(problem).cases;
  return *std::find_if(cases.begin(), cases.end(), [&](auto const& c) { return c.name == name; });
}

/// One step of 1/per_unit from a case's start.
double volume_of(Run run, int per_unit) {
  Study found(true, 1, [](double) {});
  run.step = RawQuad(1) / per_unit;
  auto const& start = case_of(run.problem, run.case_name);
  return volume_of_step(found, run, start.q, start.v);
}

TEST(Volume, AgreesWithComplexDifferentiationForOneStep) {
  struct Known {
    char const *problem, *case_name, *method;
    double at_tenth, at_half, at_quarter;
  };
  for (auto const& known :
       {Known{"contact_oscillator", "IC-C", "dla_euler", -1.464054e-3, -3.724392e-4, -9.390316e-5},
        Known{"contact_oscillator", "IC-C", "dla_leapfrog", -5.118077e-5, -6.362820e-6,
              -7.917887e-7},
        Known{"contact_oscillator", "IC-C", "dla_trapezoidal", -5.108832e-5, -6.359884e-6,
              -7.916965e-7},
        Known{"chaotic_r7", "IC-R", "dla_euler", -6.782029e-4, -1.734596e-4, -4.386067e-5},
        Known{"chaotic_r7", "IC-R", "dla_leapfrog", -5.078178e-5, -6.744801e-6, -8.677935e-7},
        Known{"chaotic_r7", "IC-R", "dla_trapezoidal", -4.986821e-4, -6.423902e-5, -8.133718e-6}}) {
    rattleback::Run const run{
        .problem = known.problem, .method = known.method, .case_name = known.case_name};
    auto const name = std::string(known.method) + " on " + known.problem;
    EXPECT_NEAR(volume_of(run, 10), known.at_tenth, 6e-7 * std::abs(known.at_tenth) + 1e-12)
        << name;
    EXPECT_NEAR(volume_of(run, 20), known.at_half, 6e-7 * std::abs(known.at_half) + 1e-12) << name;
    EXPECT_NEAR(volume_of(run, 40), known.at_quarter, 6e-7 * std::abs(known.at_quarter) + 1e-12)
        << name;
  }
}

TEST(Volume, StaysConstantForTheDiscreteGradientInAFrameOnly) {
  rattleback::Run run{
      .problem = "contact_oscillator", .method = "discrete_gradient", .case_name = "IC-C"};
  run.options = {{"form", "frame"}};
  EXPECT_NEAR(volume_of(run, 10), 0, 1e-12);
  run.options = {{"form", "midpoint"}};
  EXPECT_GT(std::abs(volume_of(run, 10)), 1e-6);
}

/// At y = pi/2 the skate is perpendicular to x, and the velocities (vx, vy) are not coordinates.
TEST(Volume, ExistsWhereTheChartOfTheDensityEnds) {
  Study found(true, 1, [](double) {});
  double const vy = 1.5, speed = 0.7;
  rattleback::Run const run{.problem = "knife_edge_cvt",
                            .method = "dla_leapfrog",
                            .case_name = "c0",
                            .step = RawQuad(1) / 10};
  for (double const from_end : {0.3, 1e-3, 1e-9}) {
    double const y = std::numbers::pi / 2 - from_end;
    std::vector<double> const q{0.8, y, 0.5}, v{speed * std::cos(y), vy, speed * std::sin(y)};
    // In case c0 the heading moves at a constant rate, so that cos(h vy/2) does not change.
    EXPECT_NEAR(volume_of_step(found, run, q, v), 0, 1e-10) << from_end;
  }
}

TEST(Volume, DriftsInALongRunOfAMethodThatContracts) {
  Study found(true, 1, [](double) {});
  rattleback::Run run{.problem = "contact_oscillator",
                      .method = "dla_euler",
                      .case_name = "IC-C",
                      .step = RawQuad(1) / 10,
                      .steps = 2000};
  auto const contracting = volume_along(found, run);
  EXPECT_NEAR(contracting.logarithms.back(), -1.926, 5e-4);
  EXPECT_TRUE(trend_of(contracting.times, contracting.logarithms).drifts);
  run.method = "dla_leapfrog";
  auto const swinging = volume_along(found, run);
  EXPECT_NEAR(largest(swinging.logarithms), 3.32e-4, 1e-6);
  EXPECT_FALSE(trend_of(swinging.times, swinging.logarithms).drifts);
}

TEST(Volume, RejectsMethodsWithInternalState) {
  Study found(true, 1, [](double) {});
  rattleback::Run const run{
      .problem = "contact_oscillator", .method = "gni", .step = RawQuad(1) / 10};
  auto const& start = case_of("contact_oscillator", "IC-C");
  EXPECT_THROW(volume_of_step(found, run, start.q, start.v), std::logic_error);
}

}  // namespace
}  // namespace rattleback::beyond
