// Studies: their records, tables, fits, sweeps and maps of steps, and what is written to files.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/invalid_input.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/core/measurements_json.hpp"
#include "experiments/core/runner.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/step_map.hpp"
#include "experiments/measure/sweep.hpp"
#include "tests/scratch.hpp"

namespace rattleback {
namespace {

using Names = std::set<std::string>;

TEST(Study, DependsOnWhatItIsAskedFor) {
  Study study(true, 1, [](double) {});
  EXPECT_EQ(study.dependencies, Names{});
  study.problem("chaotic_r5");
  EXPECT_EQ(study.dependencies, (Names{"problem chaotic_r5"}));
  study.method("chaotic_r7", "compose(dla_leapfrog,suzuki4)");
  EXPECT_EQ(study.dependencies,
            (Names{"problem chaotic_r5", "problem chaotic_r7", "method dla_leapfrog"}));
  study.catalogue();
  EXPECT_TRUE(study.dependencies.contains(every_problem_and_method));
}

TEST(Study, RefusesWhatTheCatalogueLacks) {
  Study study(true, 1, [](double) {});
  EXPECT_THROW(study.problem("chaotic"), InvalidInput);
  EXPECT_THROW(study.method("chaotic_r7", "leapfrog"), InvalidInput);
  EXPECT_THROW(
      study.execute({.problem = "suslov", .method = "dla_leapfrog", .step = 0.1, .steps = 1}),
      InvalidInput);
  EXPECT_EQ(study.runs, 0);
}

TEST(Study, AddsUpWhatRunsCost) {
  Study study(true, 1, [](double) {});
  rattleback::Run const run{
      .problem = "contact_oscillator", .method = "dla_leapfrog", .step = 0.1, .steps = 7};
  auto const once = study.execute(run);
  EXPECT_GT(once.counts.lagrangian_derivatives, 0);
  EXPECT_EQ(study.work.lagrangian_derivatives, once.counts.lagrangian_derivatives);
  study.execute_quad(run);
  EXPECT_EQ(study.runs, 2);
  EXPECT_EQ(study.work.lagrangian_derivatives, 2 * once.counts.lagrangian_derivatives);
  EXPECT_EQ(study.dependencies, (Names{"problem contact_oscillator", "method dla_leapfrog"}));
  EXPECT_TRUE(study.failures.empty());
}

TEST(Study, RecordsRunsThatFail) {
  Study study(true, 1, [](double) {});
  auto const failed =
      study.execute({.problem = "snakeboard", .method = "dla_leapfrog", .step = 100, .steps = 50});
  ASSERT_NE(failed.outcome, Outcome::ok);
  ASSERT_EQ(study.failures.size(), 1u);
  EXPECT_EQ(study.failures[0].outcome, failed.outcome);
  EXPECT_EQ(study.failures[0].time, failed.reached);
  EXPECT_NE(study.failures[0].what.find("dla_leapfrog on snakeboard"), std::string::npos);
}

TEST(Study, EvaluatesRowsAtTheSameRandomInstancesInEveryRun) {
  auto const worst_of = [](int count, double broken_below) {
    Study study(true, 1, {});
    study.over(count, [](Random& random) { return random.uniform(-2, 1); },
               {{"S", "size", [](double x) { return x; }},
                {"S", "half", [](double x) { return x / 2; }, true},
                {"T", "may be no number",
                 [=](double x) { return x < broken_below ? std::nan("") : 0.0; }}});
    return study.readings;
  };
  auto const ten = worst_of(10, -3), more = worst_of(200, -1.5);
  auto const& size = ten.instances.at({"S", "size"}).front().measured;
  EXPECT_EQ(size.value, worst_of(10, -3).instances.at({"S", "size"}).front().measured.value);
  EXPECT_EQ(size.details[0], Detail("random instances", 10));
  EXPECT_EQ(ten.controls.at({"S", "half"}).front().measured.value, size.value / 2);
  auto const& largest = more.instances.at({"S", "size"}).front().measured;
  EXPECT_GT(std::abs(largest.value), std::abs(size.value));
  EXPECT_LT(largest.value, -1.9) << "the largest size is that of a negative number";
  EXPECT_GT(largest.details[1].second, 10) << "the worst instance is one of the others";
  EXPECT_TRUE(std::isnan(more.instances.at({"T", "may be no number"}).front().measured.value));
}

TEST(Study, EvaluatesRowsAtGivenPoints) {
  Study study(true, 1, [](double) {});
  study.over(std::vector{1.0, -3.0, 2.0},
             {{"S", "size", [](double x) { return x; }},
              {"S", "half", [](double x) { return x / 2; }, true}},
             "three points", {.value = 0, .steps = 7});
  auto const& size = study.readings.instances.at({"S", "size"}).front();
  EXPECT_EQ(size.name, "three points");
  EXPECT_EQ(size.measured.value, -3);
  EXPECT_EQ(size.measured.steps, 7);
  EXPECT_EQ(size.measured.details.back(), Detail("the worst is instance", 2));
  EXPECT_EQ(study.readings.controls.at({"S", "half"}).front().measured.value, -1.5);
  EXPECT_THROW(study.over(std::vector<double>{}, {{"T", "none", [](double x) { return x; }}}),
               std::logic_error);
}

TEST(Measurements, SurviveTheirFile) {
  Study study(true, 1, [](double) {});
  study.measure("S", "a", "one", {.value = 0.1, .steps = 7, .growth = "linear"});
  study.measure("S", "a", "two", {.value = std::nan("")});
  study.not_run("S", "b", "why");
  study.add_finding("F", {3.5, 1, {2, 4}}, "found");
  study.add_erratum("E", 1, 1e-16, "compared");
  EXPECT_THROW(study.measure("S", "a", "two", {1}), std::logic_error);
  EXPECT_THROW(study.add_finding("F", 1, ""), std::logic_error);
  PaperMeasurements back;
  back.add(nlohmann::json::parse(measurements_json(study).dump()));
  auto const& instances = back.readings.instances.at({"S", "a"});
  ASSERT_EQ(instances.size(), 2u);
  EXPECT_EQ(instances[0].measured.value, 0.1);
  EXPECT_EQ(instances[0].measured.steps, 7);
  EXPECT_EQ(instances[0].measured.growth, "linear");
  EXPECT_TRUE(std::isnan(instances[1].measured.value));
  EXPECT_EQ(back.readings.not_run.at({"S", "b"}), "why");
  EXPECT_EQ(back.evidence.at("F").numbers.control, 1);
  EXPECT_EQ(back.evidence.at("F").numbers.neighbours, (std::vector<double>{2, 4}));
  EXPECT_EQ(back.evidence.at("F").numbers.value, 3.5);
  EXPECT_EQ(back.defects.at("E").right, 1e-16);
}

TEST(Measurements, IncludeTheNormsOfTableColumns) {
  Study study(true, 1, [](double) {});
  auto& table = study.table("t", {"x", "y"});
  table.add({3, std::nan("")});
  table.add({-4, 2});
  auto const curves = measurements_json(study).at("curves");
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].at("table"), "t");
  EXPECT_EQ(curves[0].at("column"), "x");
  EXPECT_EQ(curves[0].at("rows"), 2);
  EXPECT_EQ(curves[0].at("norm"), 5.0);
  EXPECT_EQ(curves[0].at("moment"), 0.5 * 3 - 4);
  EXPECT_EQ(curves[1].at("finite"), 1);
  EXPECT_EQ(curves[1].at("norm"), 2.0);
}

Experiment experiment() {
  return {.id = "e", .paper = "p", .title = "t", .about = "a", .compute = [](Study& f) {
            f.table("numbers", {"x", "y"}).add({0.1, std::nan("")});
            f.outcome("solver", Outcome::solver_failed, "gave up", 3.5);
          }};
}

TEST(Runner, WritesShortestRoundTripNumbersAndFailures) {
  TemporaryFolder const folder;
  run_experiment(experiment(), folder.path, false, 1, {});
  std::ifstream csv(folder.path / "data" / "numbers.csv");
  std::string const text{std::istreambuf_iterator<char>(csv), {}};
  EXPECT_EQ(text, "x,y\n0.1,nan\n");
  auto const description = nlohmann::json::parse(std::ifstream(folder.path / "experiment.json"));
  EXPECT_EQ(description["outcomes"][0]["outcome"], "solver_failed");
  EXPECT_EQ(description["outcomes"][0]["reason"], "gave up");
  auto const file = nlohmann::json::parse(std::ifstream(folder.path / "measurements.json"));
  EXPECT_TRUE(file["measured"].empty());
}

TEST(Runner, RefusesMeasurementsThatNoStatementAskedFor) {
  TemporaryFolder const folder;
  auto stray = experiment();
  stray.compute = [](Study& f) { f.measure("X", {2}); };
  EXPECT_THROW(run_experiment(stray, folder.path, false, 1, {}), InvalidInput);
}

TEST(Experiments, NameTheFileTheyComeFrom) {
  for (auto const& e : experiments()) EXPECT_TRUE(e.source.starts_with("experiments/")) << e.id;
}

TEST(Tables, RefuseRowsOfTheWrongWidthAndSecondTables) {
  Study study(false, 1, {});
  auto& table = study.table("t", {"x", "y"});
  EXPECT_THROW(table.add({1}), std::logic_error);
  EXPECT_THROW(study.table("t", {"x"}), std::logic_error);
}

TEST(Fit, RecoversLinesAndPowers) {
  auto const line = fit_line({0, 1, 2, 3}, {1, 3, 5, 7});
  EXPECT_NEAR(line.slope, 2, 1e-14);
  EXPECT_NEAR(line.intercept, 1, 1e-14);
  EXPECT_NEAR(line.max_residual, 0, 1e-14);
  EXPECT_NEAR(fit_power({0.1, 0.2, 0.4}, {3e-3, 12e-3, 48e-3}).slope, 2, 1e-13);
  EXPECT_THROW(fit_line({0, 1}, {0, 1}), std::invalid_argument);
  // Slope 0.5 with residuals (1, -2, 1)/6: standard error sqrt((1/6)/1/2), Student quantile 12.706.
  EXPECT_NEAR(fit_line({0, 1, 2}, {0, 0, 1}).confidence, 12.7062 * std::sqrt(1.0 / 12), 1e-4);
}

TEST(Convergence, RefusesWhatCannotBeFitted) {
  auto const& problem = find_problem("contact_oscillator");
  auto const& method = problem.method("dla_leapfrog");
  EXPECT_THROW(observed_orders(problem, method, "", {10, 20, 40}), InvalidInput);
  EXPECT_THROW(observed_orders(problem, method, "", {10, 20, 40, 40}), InvalidInput);
  EXPECT_THROW(observed_orders(problem, method, "none", {10, 20, 40, 80}), InvalidInput);
  EXPECT_FALSE(observed_orders(problem, problem.method("ida"), "", {10, 20, 40, 80})
                   .not_applicable_because.empty());
}

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
