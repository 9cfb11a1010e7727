// Foundations of the experiments on the Chaplygin sleigh: its exact motion by quadratures, and the
// method as one map.

#include <gtest/gtest.h>

#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {
namespace {

Trajectory<double> sleigh(std::string method, long steps) {
  Study study(true, 1, {});
  return study.execute(sleigh_run(std::move(method), steps));
}

TEST(FimControls, TheExactMotionOfTheSleighIsThatOfTheCertifiedReference) {
  Study study(true, 1, {});
  auto const reference = study.reference(sleigh_run("gni", 60), {RawQuad(720) / 100})[0];
  auto const exact = paper_motion().nodes(sleigh_step, 60).back();
  EXPECT_LT((vector_of<double>(reference.q) - exact).norm(), 1e-13);
}

TEST(FimControls, TheMapOfTheSleighIsTheMethod) {
  auto const q = nodes_of<double>(sleigh("gni", 60));
  Phase z = sleigh_start();
  for (std::size_t k = 1; k < q.size(); ++k) {
    z = sleigh_map(z, sleigh_step);
    EXPECT_LT(distance(z.head(3), q[k]), 1e-11) << k;
  }
}

/// The method leaves the straight motion in a longer run, by its alternating mode; DLA does not.
TEST(FimControls, DlaStaysOnTheStraightMotionOfTheSleigh) {
  auto const motion = paper_motion();
  auto const run = sleigh("dla_midpoint", 1000);
  for (std::size_t k = 1; k < run.v.size(); ++k)
    EXPECT_NEAR(run.v[k][0], motion.speed(double(k) * sleigh_step), 0.1 * motion.V) << k;
}

/// The printed projector stays regular where the printed vectors that span the complement
/// degenerate.
TEST(FimControls, TheProjectorOfTheSnakeboardHoldsWhereItsVectorsDegenerate) {
  Vector const q = snakeboard_with_a_zero();
  EXPECT_LT(distance(printed_snakeboard_projector(q), snakeboard().at(q).projector()), 1e-30);
}

}  // namespace
}  // namespace rattleback::ferraro_iglesias_martin_2008
