// The parasitic mode of reflection-based methods: rates in closed form, growth that was computed
// elsewhere, growth in runs, and the trace law.

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/comparison/comparison.hpp"
#include "experiments/laws/tools.hpp"
#include "experiments/parasitic/measured_growth.hpp"
#include "experiments/parasitic/mode_growth.hpp"
#include "experiments/parasitic/prediction.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

using Numbers = std::vector<double>;

Setting of_case(std::string const& name) { return {.case_name = name}; }

// gamma = m a V/(I + m a^2) of the sleigh, m0 l V/(J + 2 Jw c^2/R^2) of the robot.
TEST(ParasiticMode, GrowsOnStraightMotionsAtTheRateOfTheSystem) {
  auto const rate_at = [](char const* problem, Numbers const& q, Numbers const& v) {
    return find_problem(problem).parasitic_modes({}, {{q}, {v}}).front().rate;
  };
  EXPECT_NEAR(rate_at("chaplygin_sleigh", {0, 0, .3}, {2, 0, 0})[0], .2 * 2 / 1.04, 1e-12);
  EXPECT_NEAR(rate_at("mobile_robot", {0, 0, 0, 0, 0}, {.8, 0, 0, -.8 / .3, -.8 / .3})[4],
              2 * .4 * .8 / (1.2 + 2 * .05 * .25 / .09), 1e-12);
}

struct Known {
  char const *problem, *case_name;
  double time;
  Numbers logs;
};

std::vector<Known> const& known_growths() {
  static std::vector<Known> const all{{"chaplygin_sleigh", "FIM", 6, {-1.403}},
                                      {"chaplygin_sleigh", "FIM", 15, {1.695}},
                                      {"chaplygin_sleigh", "FIM", 27, {6.446}},
                                      {"snakeboard", "FIM", 6, {1.061, -1.061}},
                                      {"snakeboard", "FIM", 36, {5.622, -5.622}},
                                      {"snakeboard", "FIM", 48, {7.161, -7.161}},
                                      {"mobile_robot", "ROB", 18, {7.073, .329, -1.140}},
                                      {"tilted_sleigh", "", 36, {-.901}},
                                      {"tilted_sleigh", "", 48, {7.225}},
                                      {"suslov", "SUS", 32, {10.228}},
                                      {"contact_oscillator", "A", 60, {0}},
                                      {"pendulum_cvt", "a2", 60, {0}},
                                      {"knife_edge", "generic", 60, {0}},
                                      {"chaplygin_sphere", "", 60, {0, 0}}};
  return all;
}

TEST(ParasiticMode, GrowsAsAnIndependentProgramPredicts) {
  for (auto const& known : known_growths()) {
    ModeGrowth const growth(find_problem(known.problem), of_case(known.case_name), known.time);
    auto const logs = growth.log_factors(growth.times().size() - 1);
    ASSERT_EQ(logs.size(), known.logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i)
      EXPECT_NEAR(logs[i], known.logs[i], 6e-4) << known.problem << " at " << known.time;
  }
}

TEST(ParasiticMode, GrowsInRunsAsPredicted) {
  for (auto const& known : known_growths()) {
    auto const& problem = find_problem(known.problem);
    auto const& method = problem.method(
        problem.methods.find("gni")->not_applicable_because.empty() ? "gni" : "reduced_gni");
    ModeGrowth const growth(problem, of_case(known.case_name), known.time);
    auto const predicted = growth.log_factors(growth.times().size() - 1);
    for (auto const& [steps_per_unit, allowed] : {std::pair{10, .2}, {20, .05}, {40, .02}}) {
      RunSpec const run{.setting = {.case_name = known.case_name},
                        .step = RawQuad(1) / steps_per_unit,
                        .steps = std::lround(known.time * steps_per_unit)};
      auto const measured = measured_log_factors(problem, method, run, 1e-7);
      for (std::size_t i = 0; i < measured.size(); ++i)
        EXPECT_NEAR(measured[i], predicted[i], allowed)
            << known.problem << " at " << known.time << ", h = 1/" << steps_per_unit;
    }
  }
}

// The trace of the rate in orthonormal frames is minus the divergence of the motion in the
// Riemannian volume, at sampled points as on the motions of the cases.
TEST(ParasiticMode, ExpandsWhatTheMotionContracts) {
  auto const trace_at = [](ProblemEntry const& problem, Setting const& setting, Numbers const& q,
                           Numbers const& v) {
    return ModeAt(problem, setting, q, v).orthonormal_rate().trace();
  };
  double without_density = 0;
  int problems = 0;
  for (auto const& problem : registry()) {
    // Drag contracts the motion and leaves the volume of the discrete one alone.
    if (!problem.riemannian_divergence || problem.driven) continue;
    ++problems;
    for (auto const& c : problem.cases) {
      if (c.is_method_state) continue;
      auto const setting = of_case(c.name);
      double const trace = trace_at(problem, setting, c.q, c.v);
      EXPECT_NEAR(trace, -problem.riemannian_divergence(laws::setting_at(c.q, c.v, c.name)),
                  1e-8 * (1 + std::abs(trace)) / problem.card.time_scale)
          << problem.card.id << " " << c.name;
    }
    if (!problem.starts.starts_with("coordinates and")) continue;
    for (std::uint64_t orbit = 0; orbit < 20; ++orbit) {
      auto const [q, v] = problem.sample(39, orbit, 1.0);
      double const trace = trace_at(problem, {}, q, v);
      EXPECT_NEAR(trace, -problem.riemannian_divergence(laws::setting_at(q, v)),
                  1e-8 * (1 + std::abs(trace)))
          << problem.card.id << " orbit " << orbit;
      if (problem.card.id == "contact_oscillator")
        without_density = larger_or_nan(
            without_density, std::abs(trace + problem.divergence(laws::setting_at(q, v))));
    }
  }
  EXPECT_GT(problems, 25);
  EXPECT_GT(without_density, 0.01);  // the density matters
}

TEST(ParasiticMode, StaysNeutralIfNoReactionMovesTheConstraint) {
  auto const is_neutral = [](char const* problem, char const* case_name) {
    bool const neutral = ModeGrowth(find_problem(problem), of_case(case_name), 10).neutral();
    EXPECT_EQ(keeps_size_of_mode(find_problem(problem), of_case(case_name), 10), neutral)
        << problem;
    return neutral;
  };
  for (auto const& [problem, case_name] : {std::pair{"contact_oscillator", "A"},
                                           {"knife_edge", "generic"},
                                           {"nonholonomic_particle", ""},
                                           {"vertical_disk", ""},
                                           {"pendulum_cvt", "a2"},
                                           {"chaplygin_sphere", ""}})
    EXPECT_TRUE(is_neutral(problem, case_name)) << problem;
  for (auto const& [problem, case_name] : {std::pair{"snakeboard", "FIM"},
                                           {"chaplygin_sleigh", "FIM"},
                                           {"suslov", "SUS"},
                                           {"mobile_robot", "ROB"},
                                           {"tilted_sleigh", ""},
                                           {"rattleback", ""}})
    EXPECT_FALSE(is_neutral(problem, case_name)) << problem;
}

// -s (h/2) n.V''n, with V'' = 1 on the contact oscillator: Euler A loses a neutral system.
TEST(ParasiticMode, GrowsWithAFreeStepThatIsNotSymmetric) {
  auto const& problem = find_problem("contact_oscillator");
  RunSpec const run{.setting = {.case_name = "IC-C"}, .step = RawQuad(1) / 40, .steps = 40 * 16};
  for (auto const& [id, expected] : {std::pair{"gni_euler_a", .2}, {"gni_euler_b", -.2}}) {
    auto const& method = problem.method(id);
    auto const growth = ModeGrowth(problem, run.setting, 16)
                            .with_asymmetry(method.card.free_step_asymmetry * double(run.step));
    EXPECT_NEAR(growth.log_factors(growth.times().size() - 1).front(), expected, 1e-6) << id;
    EXPECT_NEAR(measured_log_factors(problem, method, run, 1e-7).front(), expected, .004) << id;
    EXPECT_FALSE(growth.neutral());
  }
}

// The printed forms of the snakeboard have rank 1 at phi = pi/2, the regular ones have rank 2.
TEST(ParasiticMode, LosesNoRankOnTheSnakeboard) {
  auto const& problem = find_problem("snakeboard");
  Numbers const q{0, 0, 0, 0, M_PI / 2}, v{0, 0, .3, 1, .2};
  EXPECT_FALSE(problem.parasitic_modes({}, {{q}, {v}}).front().singular);
}

struct Trust {
  char const *problem, *case_name, *method, *start;
  double times[3];  ///< by the formula of an independent program, h = 0.1, 0.05, 0.025
};

// Against runs: the first time at which the energy is off by a hundredth of its start.
TEST(TrustTime, AgreesWithRuns) {
  for (auto const& known :
       {Trust{"chaplygin_sleigh", "FIM", "gni", "plain", {14.5, 16.2, 18.0}},
        Trust{"chaplygin_sleigh", "FIM", "gni", "multiplier", {37.0, 42.3, 47.5}},
        Trust{"mobile_robot", "ROB", "gni", "plain", {0, 9.0, 10.6}},
        Trust{"mobile_robot", "ROB", "gni", "multiplier", {24.0, 28.8, 33.5}},
        Trust{"snakeboard", "FIM", "gni", "plain", {28.4, 30.6, 33.5}},
        Trust{"snakeboard", "FIM", "gni", "multiplier", {75.6, 91.0, 106.4}},
        Trust{"tilted_sleigh", "", "gni", "multiplier", {0, 50.8, 52.2}}})
    for (int j = 0; j < 3; ++j) {
      // The smooth error of the tilted sleigh comes first. The first cell of the robot holds in the
      // coordinates of its centre of mass: Run.PredictsTheTrustTimeOfATextProblem.
      if (known.times[j] == 0) continue;
      auto const& problem = find_problem(known.problem);
      auto const& method = problem.method(known.method);
      RunSpec run{.setting = {.case_name = known.case_name},
                  .start = known.start,
                  .step = RawQuad(1) / (10 << j)};
      run.steps = std::lround(1.3 * known.times[j] / double(run.step));
      run.every = 1;
      auto const ended = method.integrate(run);
      double const energy = ended.invariant_values[0][0];
      double measured = 0;
      for (std::size_t i = 0; i < ended.times.size() && measured == 0; ++i)
        if (std::abs(ended.invariant_values[i][0] - energy) > 0.01 * energy)
          measured = ended.times[i];
      auto const predicted = predict_parasitic_mode(problem, method, run, energy).trust_time;
      ASSERT_TRUE(predicted) << known.problem << " " << known.start << " " << j;
      EXPECT_NEAR(*predicted, measured, 0.03 * measured)
          << known.problem << " " << known.start << ", h = 0.1/" << (1 << j);
    }
}

TEST(TrustTime, NeedsAMotion) {
  auto const& problem = find_problem("contact_oscillator");
  RunSpec run{.step = RawQuad(1) / 10, .steps = 100};
  run.setting.q = run.setting.v = std::vector<RawQuad>(3, 0);
  auto const predicted = predict_parasitic_mode(problem, problem.method("gni"), run, 0);
  EXPECT_EQ(predicted.size_start, 0);
  EXPECT_FALSE(predicted.trust_time);
}

// The energy of the intervals of this method does not show its mode, which holds a hundredth of the
// energy of the snakeboard from t = 75.6 on.
TEST(TrustTime, MakesAMotionLost) {
  auto const& problem = find_problem("snakeboard");
  ComparisonSpec spec{.until = 200};
  spec.energy_scale = energy_scale(problem, {}, spec.until);
  spec.mode = growth_of_mode(problem, {}, spec.until);
  auto const energy =
      structure_of(problem, problem.method("reversible_non_dla"), spec, "staggered", {})
          .invariants.front();
  EXPECT_LT(energy.relative_deviation(), 1e-5);
  EXPECT_EQ(energy.words(), "lost");
  EXPECT_FALSE(energy.stays());
  EXPECT_NEAR(energy.lost_at, 75.6, 0.1);
}

}  // namespace
}  // namespace rattleback
