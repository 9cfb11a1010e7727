// What an experiment's results depend on, what its runs cost and which of them failed is recorded
// where it asks for them.

#include <gtest/gtest.h>

#include "base/misuse.hpp"
#include "experiments/core/experiment.hpp"

namespace rattleback {
namespace {

using Names = std::set<std::string>;

Findings empty() {
  return {true, 1, [](double) {}};
}

TEST(Findings, DependOnWhatTheyAreAskedFor) {
  auto findings = empty();
  EXPECT_EQ(findings.used, Names{});
  findings.problem("chaotic_r5");
  EXPECT_EQ(findings.used, (Names{"problem chaotic_r5"}));
  findings.method("chaotic_r7", "compose(dla_leapfrog,suzuki4)");
  EXPECT_EQ(findings.used,
            (Names{"problem chaotic_r5", "problem chaotic_r7", "method dla_leapfrog"}));
  findings.catalogue();
  EXPECT_TRUE(findings.used.contains(every_problem_and_method));
}

TEST(Findings, RefuseWhatTheCatalogueLacks) {
  auto findings = empty();
  EXPECT_THROW(findings.problem("chaotic"), Misuse);
  EXPECT_THROW(findings.method("chaotic_r7", "leapfrog"), Misuse);
  EXPECT_THROW(
      findings.execute({.problem = "suslov", .method = "dla_leapfrog", .step = 0.1, .steps = 1}),
      Misuse);
  EXPECT_EQ(findings.runs, 0);
}

TEST(Findings, AddUpWhatRunsCost) {
  auto findings = empty();
  rattleback::Run const run{
      .problem = "contact_oscillator", .method = "dla_leapfrog", .step = 0.1, .steps = 7};
  auto const once = findings.execute(run);
  EXPECT_GT(once.counts.lagrangian_derivatives, 0);
  EXPECT_EQ(findings.work.lagrangian_derivatives, once.counts.lagrangian_derivatives);
  findings.execute_quad(run);
  EXPECT_EQ(findings.runs, 2);
  EXPECT_EQ(findings.work.lagrangian_derivatives, 2 * once.counts.lagrangian_derivatives);
  EXPECT_EQ(findings.used, (Names{"problem contact_oscillator", "method dla_leapfrog"}));
  EXPECT_TRUE(findings.failures.empty());
}

TEST(Findings, RecordRunsThatFail) {
  auto findings = empty();
  auto const failed = findings.execute(
      {.problem = "snakeboard", .method = "dla_leapfrog", .step = 100, .steps = 50});
  ASSERT_NE(failed.outcome, Outcome::ok);
  ASSERT_EQ(findings.failures.size(), 1u);
  EXPECT_EQ(findings.failures[0].outcome, failed.outcome);
  EXPECT_EQ(findings.failures[0].time, failed.reached);
  EXPECT_NE(findings.failures[0].what.find("dla_leapfrog on snakeboard"), std::string::npos);
}

}  // namespace
}  // namespace rattleback
