// Controls of the study of driven systems: displacements and rates that were computed elsewhere,
// and runs that must be told from those that the study reports.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond {
namespace {

Run by(char const* method, OptionValues options, Run run) {
  return run_by(variant(method, std::move(options)), std::move(run));
}

TEST(CheckedMotion, ReachesTheGaitsComputedElsewhere) {
  Study study(true, 1, [](double) {});
  struct {
    char const* problem;
    double frequency;
    std::vector<double> q;
  } const known[]{
      {"driven_snakeboard", 1.1, {-264.47616085, -7.09654722, 0.38705907, -0.95877359, 0.5796747}},
      {"roller_racer", 1.5, {-172.433399, -44.411591, 0.847557, -0.379545}}};
  for (auto const& [problem, frequency, q] : known) {
    RawQuad const period = 2 * std::numbers::pi / frequency;
    auto const motion = checked_motion(study, driven_run(driven_system(problem), period, 100));
    EXPECT_LT(largest_difference(q, motion.run.q.back()), 1e-6) << problem;
    EXPECT_LT(motion.disagreement, 1e-6) << problem;
  }
}

TEST(DrivenRun, PreservesTheEnergyWithoutDragAndForceOnly) {
  Study study(true, 1, [](double) {});
  for (char const* problem :
       {"driven_contact", "driven_sleigh", "driven_snakeboard", "steered_car", "roller_racer"}) {
    auto const change = [&](Forces forces) {
      auto const run = driven_run(driven_system(problem), RawQuad(1) / 10, 100, 0, forces);
      auto const& energy = study.execute(solved(run, "odeint_rkf78", "1e-12")).observables.front();
      return std::abs(energy.final - energy.initial);
    };
    EXPECT_LT(change(Forces::off), 1e-9) << problem;
    EXPECT_GT(change(Forces::on), 1e-2) << problem;
  }
}

TEST(MethodsWithForces, ListEachDiscreteForce) {
  auto const all = methods_with_forces("driven_sleigh");
  for (char const* label : {"dla_leapfrog, mid", "dla_leapfrog, trap", "dla_leapfrog, proj",
                            "gni, interval", "gni, nodal", "dla_euler, old", "lobatto_spark, 3"})
    EXPECT_EQ(std::ranges::count(all, label, &MethodVariant::label), 1) << label;
  EXPECT_TRUE(std::ranges::none_of(all, &MethodVariant::adaptive));
}

TEST(Balance, GrowsLinearlyWithDragAtTheRateComputedElsewhere) {
  Study study(true, 1, [](double) {});
  auto const trend = [&](char const* problem, Forces forces, char const* method = "dla_leapfrog") {
    auto const ended = study.execute(
        by(method, {}, driven_run(driven_system(problem), RawQuad(1) / 10, 5000, 1, forces)));
    auto const balance = column_of(ended.invariant_values, 0);
    // The motion is transient in the first tenth.
    return trend_of({ended.times.begin() + 500, ended.times.end()},
                    {balance.begin() + 500, balance.end()});
  };
  EXPECT_NEAR(trend("driven_sleigh", Forces::on).rate * 100, 5.54e-3, 5e-5);
  EXPECT_NEAR(trend("driven_sleigh", Forces::on, "dla_trapezoidal").rate * 100, 2.96e-4, 1.5e-5);
  EXPECT_NEAR(trend("driven_snakeboard", Forces::on).rate * 100, 8.26e-3, 8e-5);
  EXPECT_NEAR(trend("driven_contact", Forces::on).rate * 100, -6.46e-4, 1e-5);
  EXPECT_FALSE(trend("driven_snakeboard", Forces::off).drifts);
  EXPECT_FALSE(trend("driven_contact", Forces::off).drifts);
}

TEST(Gni, LosesTheSleighWithTheNodalForceOnly) {
  Study study(true, 1, [](double) {});
  auto const run = driven_run(driven_system("driven_sleigh"), RawQuad(1) / 10, 2000);
  auto const exact = checked_motion(study, run).run.q.back();
  auto const error = [&](char const* method, char const* force) {
    return largest_difference(exact, study.execute(by(method, {{"force", force}}, run)).q.back());
  };
  EXPECT_GT(error("gni", "nodal"), 10);
  EXPECT_LT(error("gni", "interval"), 0.1);
  EXPECT_LT(error("equal_norm_gni", "nodal"), 0.2);
}

}  // namespace
}  // namespace rattleback::beyond
