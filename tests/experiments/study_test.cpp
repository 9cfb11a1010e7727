// What an experiment's results depend on, what its runs cost and which of them failed is recorded
// where it asks for them.

#include <gtest/gtest.h>

#include "base/misuse.hpp"
#include "experiments/core/experiment.hpp"

namespace rattleback {
namespace {

using Names = std::set<std::string>;

Study empty() {
  return {true, 1, [](double) {}};
}

TEST(Study, DependsOnWhatItIsAskedFor) {
  auto study = empty();
  EXPECT_EQ(study.used, Names{});
  study.problem("chaotic_r5");
  EXPECT_EQ(study.used, (Names{"problem chaotic_r5"}));
  study.method("chaotic_r7", "compose(dla_leapfrog,suzuki4)");
  EXPECT_EQ(study.used, (Names{"problem chaotic_r5", "problem chaotic_r7", "method dla_leapfrog"}));
  study.catalogue();
  EXPECT_TRUE(study.used.contains(every_problem_and_method));
}

TEST(Study, RefusesWhatTheCatalogueLacks) {
  auto study = empty();
  EXPECT_THROW(study.problem("chaotic"), Misuse);
  EXPECT_THROW(study.method("chaotic_r7", "leapfrog"), Misuse);
  EXPECT_THROW(
      study.execute({.problem = "suslov", .method = "dla_leapfrog", .step = 0.1, .steps = 1}),
      Misuse);
  EXPECT_EQ(study.runs, 0);
}

TEST(Study, AddsUpWhatRunsCost) {
  auto study = empty();
  rattleback::Run const run{
      .problem = "contact_oscillator", .method = "dla_leapfrog", .step = 0.1, .steps = 7};
  auto const once = study.execute(run);
  EXPECT_GT(once.counts.lagrangian_derivatives, 0);
  EXPECT_EQ(study.work.lagrangian_derivatives, once.counts.lagrangian_derivatives);
  study.execute_quad(run);
  EXPECT_EQ(study.runs, 2);
  EXPECT_EQ(study.work.lagrangian_derivatives, 2 * once.counts.lagrangian_derivatives);
  EXPECT_EQ(study.used, (Names{"problem contact_oscillator", "method dla_leapfrog"}));
  EXPECT_TRUE(study.failures.empty());
}

TEST(Study, RecordsRunsThatFail) {
  auto study = empty();
  auto const failed =
      study.execute({.problem = "snakeboard", .method = "dla_leapfrog", .step = 100, .steps = 50});
  ASSERT_NE(failed.outcome, Outcome::ok);
  ASSERT_EQ(study.failures.size(), 1u);
  EXPECT_EQ(study.failures[0].outcome, failed.outcome);
  EXPECT_EQ(study.failures[0].time, failed.reached);
  EXPECT_NE(study.failures[0].what.find("dla_leapfrog on snakeboard"), std::string::npos);
}

}  // namespace
}  // namespace rattleback
