// Judging, fitting and writing: what stands between a computation and a verdict.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/core/convergence.hpp"
#include "experiments/core/declaration.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/core/runner.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {
namespace {

Claim claim_within(double value, double tolerance) {
  return {.id = "X", .printed = "2", .criterion = within(value, tolerance), .reason = "because"};
}

Findings findings_with(double value, bool quick = false) {
  Findings findings(quick, 1, [](double) {});
  findings.measure("X", value);
  return findings;
}

TEST(Verdict, FollowsTheCriterionAtItsEdges) {
  auto const claim = claim_within(2, 0.25);
  EXPECT_EQ(judge(claim, findings_with(2.25)).word, "reproduced");
  EXPECT_EQ(judge(claim, findings_with(1.75)).word, "reproduced");
  EXPECT_EQ(judge(claim, findings_with(2.2500001)).word, "not reproduced");
  EXPECT_EQ(judge(claim, findings_with(-2)).word, "not reproduced");
}

TEST(Verdict, NamesCorrectionAndAssumption) {
  auto claim = claim_within(2, 0.25);
  claim.assumption = "the start";
  EXPECT_EQ(judge(claim, findings_with(2)).word, "reproduced under an assumption");
  EXPECT_EQ(judge(claim, findings_with(2)).note, "the start");
  claim.correction = "the sign";
  EXPECT_EQ(judge(claim, findings_with(2)).word, "reproduced after correction");
  EXPECT_EQ(judge(claim, findings_with(2)).note, "the sign");
  EXPECT_EQ(judge(claim, findings_with(3)).word, "not reproduced");
}

TEST(Verdict, IsNotCheckableWithoutAFiniteNumber) {
  auto const claim = claim_within(2, 0.25);
  EXPECT_EQ(judge(claim, Findings(false, 1, {})).word, "not checkable");
  EXPECT_EQ(judge(claim, findings_with(std::nan(""))).word, "not checkable");
  auto unmeasured = findings_with(2);
  unmeasured.not_checkable("X", "the paper gives no data");
  EXPECT_EQ(judge(claim, unmeasured).word, "not checkable");
  EXPECT_EQ(judge(claim, unmeasured).note, "the paper gives no data");
}

TEST(Verdict, OfAQuickRunHasItsOwnCriterion) {
  auto claim = claim_within(2, 0.25);
  claim.quick_criterion = within(2, 1);
  EXPECT_EQ(judge(claim, findings_with(2.9, true)).word, "reproduced");
  EXPECT_EQ(judge(claim, findings_with(2.9, false)).word, "not reproduced");
}

TEST(Criteria, BoundOneSideOnly) {
  EXPECT_TRUE(at_most(1).holds(-1e300));
  EXPECT_FALSE(at_most(1).holds(std::nextafter(1.0, 2.0)));
  EXPECT_TRUE(at_least(1).holds(1e300));
  EXPECT_FALSE(at_least(1).holds(std::nan("")));
}

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "experiments_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

Experiment experiment() {
  return {.id = "e",
          .paper = "p",
          .title = "t",
          .about = "a",
          .choices = {},
          .claims = {claim_within(2, 0.25)},
          .figures = {},
          .compute = [](Findings& f) {
            f.table("numbers", {"x", "y"}).add({0.1, std::nan("")});
            f.measure("X", 2.0);
            f.outcome("solver", Outcome::solver_failed, "gave up", 3.5);
          }};
}

TEST(Runner, WritesShortestRoundTripNumbersAndFailures) {
  Folder const folder;
  run_experiment(experiment(), folder.path, false, 1, {});
  std::ifstream csv(folder.path / "data" / "numbers.csv");
  std::string const text{std::istreambuf_iterator<char>(csv), {}};
  EXPECT_EQ(text, "x,y\n0.1,nan\n");
  auto const description = nlohmann::json::parse(std::ifstream(folder.path / "experiment.json"));
  EXPECT_EQ(description["outcomes"][0]["outcome"], "solver_failed");
  EXPECT_EQ(description["outcomes"][0]["reason"], "gave up");
  auto const claims = nlohmann::json::parse(std::ifstream(folder.path / "claims.json"));
  EXPECT_EQ(claims[0]["verdict"], "reproduced");
  EXPECT_EQ(claims[0]["printed"], "2");
}

TEST(Runner, RefusesMeasurementsThatNoClaimAskedFor) {
  Folder const folder;
  auto stray = experiment();
  stray.claims.clear();
  EXPECT_THROW(run_experiment(stray, folder.path, false, 1, {}), std::logic_error);
}

TEST(Declaration, ShowsEveryChangeOfAClaim) {
  auto const before = declaration(experiment()).dump();
  EXPECT_EQ(declaration(experiment()).dump(), before);
  auto const differs = [&](auto change) {
    auto changed = experiment();
    change(changed.claims[0]);
    return declaration(changed).dump() != before;
  };
  EXPECT_TRUE(differs([](Claim& c) { c.criterion.low = std::nextafter(c.criterion.low, 0.0); }));
  EXPECT_TRUE(differs([](Claim& c) { c.criterion.high = at_least(0).high; }));
  EXPECT_TRUE(differs([](Claim& c) { c.criterion.words += "."; }));
  EXPECT_TRUE(differs([](Claim& c) { c.quick_criterion = c.criterion; }));
  for (auto const word : {&Claim::id, &Claim::place, &Claim::statement, &Claim::printed,
                          &Claim::reason, &Claim::correction, &Claim::assumption})
    EXPECT_TRUE(differs([&](Claim& c) { c.*word += "."; }));
}

TEST(Experiments, NameTheFileTheyComeFrom) {
  for (auto const& e : experiments()) EXPECT_TRUE(e.source.starts_with("experiments/")) << e.id;
}

TEST(Tables, RefuseRowsOfTheWrongWidthAndSecondTables) {
  Findings findings(false, 1, {});
  auto& table = findings.table("t", {"x", "y"});
  EXPECT_THROW(table.add({1}), std::logic_error);
  EXPECT_THROW(findings.table("t", {"x"}), std::logic_error);
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
  EXPECT_THROW(observed_orders(problem, method, "", {10, 20, 40}), Misuse);
  EXPECT_THROW(observed_orders(problem, method, "", {10, 20, 40, 40}), Misuse);
  EXPECT_THROW(observed_orders(problem, method, "none", {10, 20, 40, 80}), Misuse);
  EXPECT_FALSE(
      observed_orders(problem, problem.method("ida"), "", {10, 20, 40, 80}).refusal.empty());
}

}  // namespace
}  // namespace rattleback
