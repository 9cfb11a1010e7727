// Sweeps over arguments and steps as maps of the phase space.

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/measure/step_map.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback {
namespace {

TEST(Sweep, EvaluatesAFunctionOverArguments) {
  auto const square = [](double x) { return x * x; };
  EXPECT_EQ(values_over(one_to(3), square), (std::vector<double>{1, 4, 9}));
  EXPECT_EQ(values_over({1, -3, 2}, square), (std::vector<double>{1, 9, 4}));
  EXPECT_EQ(largest_over({1, -3, 2}, square), 9);
  EXPECT_EQ(smallest_over({1, -3, 2}, square), 1);
  EXPECT_EQ(largest_over({}, square), -std::numeric_limits<double>::infinity());
}

TEST(Sweep, PropagatesNaN) {
  auto const root = [](double x) { return std::sqrt(x); };
  EXPECT_TRUE(std::isnan(largest_over({1, -1, 4}, root)));
  EXPECT_TRUE(std::isnan(smallest_over({1, -1, 4}, root)));
}

TEST(Sweep, MedianListsItsValues) {
  auto const median = median_of({{"a", 3}, {"b", -5}, {"c", 1}});
  EXPECT_EQ(median.value, 3);
  EXPECT_EQ(median.details[1], Detail("b", -5));
}

TEST(Sweep, TabulatesColumnsOfEqualLength) {
  Study study(false, 1, {});
  tabulate(study, "powers", {{"x", {1, 2, 3}}, {"square", {1, 4, 9}}});
  auto const& table = study.tables.at("powers");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"x", "square"}));
  EXPECT_EQ(table.rows[2], (std::vector<double>{3, 9}));
  EXPECT_THROW(tabulate(study, "short", {{"x", {1, 2}}, {"y", {1}}}), std::logic_error);
}

TEST(Sweep, MeasuresInFullRunsAlone) {
  Study quick(true, 1, {}), full(false, 1, {});
  for (auto* study : {&quick, &full})
    measure_in_full(*study, "S", "as printed", "needs the full length", {3});
  EXPECT_TRUE(quick.readings.instances.empty());
  EXPECT_EQ(quick.readings.not_run.at({"S", "as printed"}), "needs the full length");
  EXPECT_EQ(full.readings.instances.at({"S", "as printed"}).front().measured.value, 3);
  EXPECT_TRUE(full.readings.not_run.empty());
}

TEST(StepMap, ReversesAReversibleStep) {
  Study study(false, 1, {});
  rattleback::Run const leapfrog{"contact_oscillator", "dla_leapfrog"},
      euler{"contact_oscillator", "dla_euler"};
  auto const& start = study.problem("contact_oscillator").cases.front();
  PhasePoint const z{start.q, start.v};
  auto const there_and_back = [&](rattleback::Run const& run) {
    return reversed(stepped(study, run, reversed(stepped(study, run, z, 0.1)), 0.1));
  };
  EXPECT_GT(distance(stepped(study, leapfrog, z, 0.1), z), 0.01);
  EXPECT_LT(distance(there_and_back(leapfrog), z), 1e-14);
  EXPECT_GT(distance(there_and_back(euler), z), 1e-6);
}

TEST(StepMap, DistanceIsTheLargestDifference) {
  EXPECT_EQ(distance({{1, 2}, {3, 4}}, {{1, 0}, {3, 7}}), 3);
  EXPECT_TRUE(std::isnan(distance({{std::nan("")}, {0}}, {{1}, {0}})));
}

}  // namespace
}  // namespace rattleback
