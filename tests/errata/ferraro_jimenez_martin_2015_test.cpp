// Every erratum of sections 2 to 7.2 of Ferraro, Jimenez & Martin de Diego 2015 with a numerical
// effect: the printed form fails, the corrected one holds and is what the catalogue runs.

#include <gtest/gtest.h>

#include "experiments/ferraro_jimenez_martin_2015/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/reduced_rattle.hpp"
#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {
namespace {

void expect_told_apart(Readings const& r) {
  EXPECT_GT(r.printed, 1e-3);
  EXPECT_LT(r.corrected, 1e-10);
}

TEST(FjmErrata, FreeEulerMethods) { expect_told_apart(symplecticity()); }
TEST(FjmErrata, FirstLineOfShake) { expect_told_apart(shake_line()); }
TEST(FjmErrata, DisplayAfterEquation23c) { expect_told_apart(display_after_23c()); }
TEST(FjmErrata, OrderOfComposition) {
  auto const r = order_of_composition();
  EXPECT_GT(r.printed, 1e-5);
  EXPECT_LT(r.corrected, 1e-15);
}
TEST(FjmErrata, BlockOfTheInverseMetric) { expect_told_apart(block_inverse()); }

TEST(FjmErrata, TheBlocksAgreeWithoutCoupling) {
  ReducedNode const start{{0, 0.3}, {1, 0.2}, {0.5 * std::cos(0.3), 0, -std::sin(0.3)}};
  auto const run = [&](Block block) {
    return run_of_37(BoardWithRotor{false, 0.2}, Tau::cayley, start, 0.05, 50, block);
  };
  EXPECT_LT(distance(run(Block::of_inverse), run(Block::inverse_of)), 1e-13);
}

TEST(FjmErrata, Equation23cDoesNotContainTheMultiplier) {
  auto const c = multiplier_coefficients();
  EXPECT_LT(c.of_23c, 1e-12);
  EXPECT_NEAR(c.of_14e, 1, 1e-12);
}

TEST(FjmErrata, Equation21HasNoForce) {
  // At this start the force term is -0.4366; what is left without it is O(h).
  auto const coarse = equation_21(1e-3), fine = equation_21(1e-4);
  EXPECT_NEAR(fine.printed, 0.4366, 1e-3);
  EXPECT_NEAR(coarse.corrected / fine.corrected, 10, 0.5);
}

TEST(FjmErrata, TheCatalogueRunsTheCorrectedForms) {
  auto const system = Oscillator<double>::coupled();
  for (auto const& [scheme, method] : {std::pair{Scheme::a, "gni_euler_a"},
                                       {Scheme::b, "gni_euler_b"},
                                       {Scheme::rattle, "gni_rattle"}}) {
    auto z = system.admissible_start(0.05, scheme);
    for (int i = 0; i < 40; ++i) z = system.step(z, 0.05, scheme);
    auto const run = Candidate{test_system, "T", method}.run(RawQuad(1) / 20, 40);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.q.back()[i], z.q[i], 1e-13) << method;
  }
}

}  // namespace
}  // namespace rattleback::ferraro_jimenez_martin_2015
