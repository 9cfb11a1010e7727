// The parasitic mode of reflection-based methods: rates in closed form, growth that was computed
// elsewhere, growth in runs, and the trace law.

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/parasitic/measured_growth.hpp"
#include "experiments/parasitic/mode_growth.hpp"
#include "experiments/parasitic/prediction.hpp"

namespace rattleback {
namespace {

using Numbers = std::vector<double>;

Setting at(Numbers const& q, Numbers const& v) {
  Setting setting;
  setting.q.emplace(q.begin(), q.end());
  setting.v.emplace(v.begin(), v.end());
  setting.own_state = true;
  return setting;
}

Setting of_case(std::string const& name) {
  Setting setting;
  setting.case_name = name;
  return setting;
}

// gamma = m a V/(I + m a^2) of the sleigh, m0 l V/(J + 2 Jw c^2/R^2) of the robot.
TEST(ParasiticMode, GrowsOnStraightMotionsAtTheRateOfTheSystem) {
  auto const sleigh = find_problem("chaplygin_sleigh").parasitic_mode(at({0, 0, .3}, {2, 0, 0}));
  EXPECT_NEAR(sleigh.rate[0], .2 * 2 / 1.04, 1e-12);
  auto const robot = find_problem("mobile_robot")
                         .parasitic_mode(at({0, 0, 0, 0, 0}, {.8, 0, 0, -.8 / .3, -.8 / .3}));
  EXPECT_NEAR(robot.rate[4], 2 * .4 * .8 / (1.2 + 2 * .05 * .25 / .09), 1e-12);
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
                                      {"knife_edge", "generic", 60, {0}}};
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
    auto const& method =
        problem.method(known.problem == std::string("suslov") ? "reduced_gni" : "gni");
    ModeGrowth const growth(problem, of_case(known.case_name), known.time);
    auto const predicted = growth.log_factors(growth.times().size() - 1);
    for (auto const& [steps_per_unit, allowed] : {std::pair{10, .2}, {20, .05}, {40, .02}}) {
      RunSpec run;
      run.setting.case_name = known.case_name;
      run.step = RawQuad(1) / steps_per_unit;
      run.steps = std::lround(known.time * steps_per_unit);
      auto const measured = measured_log_factors(problem, method, run, 1e-7);
      for (std::size_t i = 0; i < measured.size(); ++i)
        EXPECT_NEAR(measured[i], predicted[i], allowed)
            << known.problem << " at " << known.time << ", h = 1/" << steps_per_unit;
    }
  }
}

struct Trust {
  char const *problem, *case_name, *method, *start;
  double times[3];  ///< by the formula of an independent program, h = 0.1, 0.05, 0.025
};

// Against runs: the first time at which the energy is off by a hundredth of its start.
TEST(TrustTime, IsThatOfRuns) {
  for (auto const& known :
       {Trust{"chaplygin_sleigh", "FIM", "gni", "plain", {14.5, 16.2, 18.0}},
        Trust{"chaplygin_sleigh", "FIM", "gni", "multiplier", {37.0, 42.3, 47.5}},
        Trust{"mobile_robot", "ROB", "gni", "plain", {7.4, 9.0, 10.6}},
        Trust{"mobile_robot", "ROB", "gni", "multiplier", {24.0, 28.8, 33.5}},
        Trust{"snakeboard", "FIM", "gni", "plain", {28.4, 30.6, 33.5}},
        Trust{"snakeboard", "FIM", "gni", "multiplier", {75.6, 91.0, 106.4}},
        Trust{"tilted_sleigh", "", "gni", "multiplier", {0, 50.8, 52.2}}})
    for (int j = 0; j < 3; ++j) {
      if (known.times[j] == 0) continue;  // the smooth error comes first
      auto const& problem = find_problem(known.problem);
      auto const& method = problem.method(known.method);
      RunSpec run;
      run.setting.case_name = known.case_name;
      run.start = known.start;
      run.step = RawQuad(1) / (10 << j);
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

}  // namespace
}  // namespace rattleback
