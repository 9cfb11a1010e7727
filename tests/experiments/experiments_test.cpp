// Fitting and writing: what stands between a computation and its files.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/invalid_input.hpp"
#include "experiments/core/runner.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"
#include "tests/scratch.hpp"

namespace rattleback {
namespace {

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

}  // namespace
}  // namespace rattleback
