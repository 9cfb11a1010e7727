// Controls of the studies of driven systems and of physics engines, without an engine:
// displacements, rates, exact states and energies that were computed elsewhere, runs that must be
// told from those that the studies report, and programs that fail.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numbers>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/beyond/shared/engines/engine_runs.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/trend.hpp"
#include "tests/scratch.hpp"

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

/// Folder of engines, with a program of this text that ignores its input.
struct Engines {
  TemporaryFolder const folder;
  Variable const variable{"RATTLEBACK_ENGINES", folder.path};
  explicit Engines(std::string const& script) {
    std::ofstream(folder.path / "ode") << "#!/bin/sh\ncat > /dev/null\n" << script;
    std::filesystem::permissions(folder.path / "ode", std::filesystem::perms::owner_all);
  }
};

TEST(Engines, FailInTheirRowsOnly) {
  std::string const node = "0 0 0 1 1 0 0 0 1 0 0 0 1 1 1 0 -1 1 0.7";
  for (auto const& [script, reason] : std::vector<std::pair<std::string, std::string>>{
           {"echo out of memory; exit 3", "ended with status 3: out of memory"},
           {"kill -SEGV $$", "ended with status 139: "},
           {"echo energy 2.998; echo " + node, "1 of 11 nodes"},
           {"echo " + node + "; echo 0 0 nan 1 1 0 0 0 1 0 0 0 1 1 1 0 -1 1 0.7",
            "a number that is not finite"},
           {"echo energy 3; for i in 0 1 2 3 4 5 6 7 8 9 10; do echo " + node + "; done",
            "its initial energy differs by 5.0e-01"}}) {
    Engines const engines(script);
    Study study(true, 1, [](double) {});
    auto const errors = rolling_errors(study, {"ode", "ODE", "ode"}, "ball", 1, 10);
    EXPECT_TRUE(std::isnan(errors.position)) << script;
    ASSERT_EQ(study.failures.size(), 1U) << script;
    EXPECT_TRUE(study.failures[0].reason.starts_with(reason)) << study.failures[0].reason;
  }
}

TEST(Engines, MeasureNothingIfTheyAreAbsent) {
  Engines const engines("");
  Study study(true, 1, [](double) {});
  EXPECT_FALSE(is_installed("mujoco"));
  EXPECT_TRUE(
      std::isnan(rolling_errors(study, {"mujoco", "MuJoCo", "mujoco"}, "ball", 1, 10).position));
  EXPECT_TRUE(study.failures.empty());
}

/// States that runs in quad precision and Runge-Kutta 4 on equations of another form gave.
TEST(Engines, CompareWithStatesComputedElsewhere) {
  Study study(true, 1, [](double) {});
  struct State {
    char const* system;
    RawQuad time, x, y;
    double tolerance;
  };
  for (auto const& [name, time, x, y, tolerance] :
       {State{"ball", 10, 10, 10, 1e-15},
        State{"sphere", 10, 0.8241562570919441776950_quad, 1.1714166061694379905588_quad, 1e-12},
        State{"top", 10, -4.239567201719516731373_quad, -3.628903577929259771650_quad, 1e-12},
        State{"disk", 10, 9.3671841055802929076889_quad, 0.8742007891275486164417_quad, 1e-12},
        State{"robot", 10, -6.036911173689183840451_quad, 4.8072402225136565689922_quad, 1e-12},
        State{"rattleback", 1, 0.0009308131098073853595_quad, -0.001127447977474175123_quad,
              1e-10}}) {
    auto const q = study.reference(rolling_system(study, name).run, {time}).at(0).q;
    EXPECT_NEAR(double(q[0] - x), 0, tolerance) << name;
    EXPECT_NEAR(double(q[1] - y), 0, tolerance) << name;
  }
}

TEST(Engines, StartWithTheEnergyOfTheProblem) {
  Study study(true, 1, [](double) {});
  for (char const* const name : {"ball", "sphere", "top", "disk", "rattleback"}) {
    auto const s = rolling_system(study, name);
    auto const start = s.motion(s.q, s.v);
    double const height = s.is_ball() ? s.body->m * s.body->g * s.body->A[0] : 0;
    EXPECT_NEAR(start.energy(*s.body) - height,
                study.problem(s.run.problem).energy(s.run.spec().setting), 1e-15)
        << name;
    EXPECT_NEAR(start.slip(*s.body).norm(), 0, 1e-15) << name;
  }
}

}  // namespace
}  // namespace rattleback::beyond
