// Records of a study: dependencies, work of its runs, failures, and the file of its measurements.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/invalid_input.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/core/measurements_json.hpp"

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

}  // namespace
}  // namespace rattleback
