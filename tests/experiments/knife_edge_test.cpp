// Classification of runs on the knife edge: each class from an artificial sequence, then the runs
// of Fernandez, Bloch & Olver 2012, section 5.3.

#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

#include <gtest/gtest.h>

#include "experiments/fernandez_bloch_olver_2012/shared/ten_digits.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// Steps that follow the motion, without another root in view.
std::vector<StepRecord> good_steps(std::size_t count) {
  return std::vector<StepRecord>(
      count, {.roots = 1, .chosen = 0.07, .gap = none, .nominal = 0.07, .denominator = 1});
}

void expect(PassageReport const& found, Passage passage, long step, long nodes) {
  EXPECT_EQ(found.passage, passage);
  EXPECT_EQ(found.step, step);
  EXPECT_EQ(found.nodes, nodes);
}

TEST(Passage, ReturnsCompleteForARunWithoutTrouble) {
  expect(classify(good_steps(10), Outcome::ok), Passage::complete, -1, 11);
  expect(classify({}, Outcome::ok), Passage::complete, -1, 1);
}

TEST(Passage, ReturnsAmbiguousForASecondRootWithinAStep) {
  auto steps = good_steps(10);
  steps[4].gap = 0.0701;
  expect(classify(steps, Outcome::ok), Passage::complete, -1, 11);
  steps[4].gap = 0.0699;
  steps[6].gap = 0.03;
  expect(classify(steps, Outcome::ok), Passage::ambiguous, 6, 11);
  EXPECT_TRUE(classify(steps, Outcome::ok).completed());
}

TEST(Passage, WithoutARealRootIsAFoldAndKeepsThePrefix) {
  auto steps = good_steps(14);
  steps[3].gap = 0.01;  // that it was ambiguous before does not matter then
  expect(classify(steps, Outcome::no_real_root), Passage::fold, 14, 15);
  EXPECT_FALSE(classify(steps, Outcome::no_real_root).completed());
}

TEST(Passage, TakesTheWrongBranchWhereTheIncrementIsMoreThanItselfOff) {
  auto steps = good_steps(10);
  steps[5].chosen = 0.1399;
  expect(classify(steps, Outcome::ok), Passage::complete, -1, 11);
  steps[5].chosen = 0.1401;
  expect(classify(steps, Outcome::ok), Passage::wrong_branch, 5, 6);
  steps[5].chosen = -0.001;
  expect(classify(steps, Outcome::no_real_root), Passage::wrong_branch, 5, 6);
}

TEST(Passage, ReturnsSingularForADivisionByZero) {
  auto steps = good_steps(10);
  steps[7].denominator = -2e-6;
  expect(classify(steps, Outcome::ok), Passage::complete, -1, 11);
  steps[7].denominator = -1e-7;
  steps[8].chosen = 3;  // what follows is a consequence
  expect(classify(steps, Outcome::ok), Passage::singular, 7, 8);
  steps[7].denominator = std::nan("");
  expect(classify(steps, Outcome::ok), Passage::singular, 7, 8);
  expect(classify(good_steps(3), Outcome::non_finite), Passage::singular, 3, 4);
}

TEST(Passage, ReturnsAClassOfItsOwnForASolverThatGivesUp) {
  expect(classify(good_steps(3), Outcome::newton_diverged), Passage::failed, 3, 4);
}

TEST(Passage, WithoutAnExactIncrementIsNotAWrongBranch) {
  auto steps = good_steps(3);
  steps[2].nominal = std::nan("");
  expect(classify(steps, Outcome::no_real_root), Passage::fold, 3, 4);
}

TEST(Crossings, TellNearFromAway) {
  EXPECT_TRUE(near_a_crossing(18.5));
  EXPECT_FALSE(near_a_crossing(18.4));
  EXPECT_FALSE(near_a_crossing(71.5));
  std::vector<double> values(100, 1.0);
  values[18] = -5;  // at 18.5 as an interval, at 18 as a node
  EXPECT_EQ(scores(values, at_intervals).largest_near, 5);
  EXPECT_EQ(scores(values, at_nodes).largest_near, 1);
  EXPECT_EQ(scores(values, at_nodes).largest_away, 5);
  EXPECT_EQ(scores(values, at_nodes).median, 1);
}

TEST(Crossings, FindPeaksOnASlopeAndMissThemOnALine) {
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i) values.push_back(100 - i);
  EXPECT_EQ(peaks(values, at_nodes), (std::vector<long>{-1, -1}));
  EXPECT_EQ(distance_from_printed(peaks(values, at_nodes)), 5);
  values[23] += 5;  // lower than the nodes at the window's edge
  values[67] += 5;
  EXPECT_EQ(peaks(values, at_nodes), (std::vector<long>{23, 67}));
  EXPECT_EQ(distance_from_printed(peaks(values, at_nodes)), 1);
}

TEST(KnifeEdge, HdelWithConstantStepsFoldsAfterStep14) {
  Study study(true, 1, {});
  auto const run = hdel_r1(study);
  expect(run.report, Passage::fold, 14, 15);
  EXPECT_EQ(run.steps.size(), 14u);
  EXPECT_NEAR(run.errors.back(), 0.008203117292702, 1e-12);
  EXPECT_NEAR(run.node(14)[1], 1.36282248126530445, 1e-12);
}

TEST(KnifeEdge, HdelWithMatchedStepsIsComplete) {
  Study study(true, 1, {});
  auto const run = hdel_r3(study, "euler");
  expect(run.report, Passage::complete, -1, 101);
  EXPECT_EQ(run.steps[22].roots, 3);
  EXPECT_NEAR(run.steps[22].chosen, 0.1022405597, 1e-10);
  EXPECT_NEAR(run.steps[22].gap, 0.1022405597 + 0.0057638871, 1e-10);
}

TEST(KnifeEdge, HdelFromTheExactSecondPointIsLostAtTheSecondCrossing) {
  Study study(true, 1, {});
  auto const run = hdel_r3(study, "exact");
  EXPECT_FALSE(run.report.completed());
  EXPECT_TRUE(run.report.passage == Passage::wrong_branch || run.report.passage == Passage::fold);
  EXPECT_TRUE(near_a_crossing(double(run.report.step)));
  EXPECT_GT(run.report.step, 60);
}

TEST(KnifeEdge, PthdelIsAmbiguousAtTheFirstCrossing) {
  Study study(true, 1, {});
  auto const run = knife_run(study, "pthdel", "euler");
  expect(run.report, Passage::ambiguous, 22, 101);
  EXPECT_NEAR(run.steps[22].gap, 0.0955332842 - 0.0473517189, 1e-10);
}

TEST(KnifeEdge, RdlaDividesByNoZero) {
  Study study(true, 1, {});
  auto const run = knife_run(study, "rdla", "euler");
  expect(run.report, Passage::complete, -1, 101);
  EXPECT_NEAR(run.steps[21].denominator, 0.468, 1e-3);
  EXPECT_NEAR(run.steps[22].denominator, 9.3, 0.05);
}

TEST(TenDigits, RoundEveryOperation) {
  EXPECT_EQ(double(TenDigits(1.0 / 3)), 0.3333333333);
  EXPECT_EQ(double(TenDigits(1) / TenDigits(3) * TenDigits(3)), 0.9999999999);
  EXPECT_EQ(double(TenDigits(1e10) + TenDigits(1)), 1e10);
}

}  // namespace
}  // namespace rattleback::fernandez_bloch_olver_2012
