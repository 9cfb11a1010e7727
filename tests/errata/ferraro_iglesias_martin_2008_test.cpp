// Every misprint of Ferraro, Iglesias-Ponte & Martin de Diego 2008 with a numerical effect: the
// printed form fails, the right one holds.

#include <gtest/gtest.h>

#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {
namespace {

void expect_told_apart(Defects const& d) {
  EXPECT_GT(d.printed, 1e-2);
  EXPECT_LT(d.right, 1e-12);
}

TEST(FimErrata, MomentaAreTranslatedByTheInverse) {
  Study study(true, 1, {});
  expect_told_apart(right_translation(study));
}
TEST(FimErrata, EquivarianceOfTheInertiaTensor) { expect_told_apart(equivariance()); }
TEST(FimErrata, TheAverageMomentumIsTranslatedByTheInverse) {
  Study study(true, 1, {});
  expect_told_apart(average_momentum(study, 100).translation);
}
TEST(FimErrata, TheAverageMomentumIsThatOfOneNode) {
  Study study(true, 1, {});
  expect_told_apart(average_momentum(study, 100).first_member);
}
TEST(FimErrata, TheConstraintsOfTheSnakeboardAreOneWhereItsWheelsAreAcross) {
  expect_told_apart(snakeboard_kernel());
}

TEST(FimErrata, TheVectorsThatSpanTheComplementDegenerateButQDoesNot) {
  Vector<double, 5> q;
  q << 0.1, 0.2, std::acos(0.0), 0, 0.3;  // a = 0
  expect_told_apart(snakeboard_complement(q));
  EXPECT_LT(largest_entry(printed_snakeboard_projector(q) - snakeboard_geometry(q).projector()),
            1e-14);
}

}  // namespace
}  // namespace rattleback::ferraro_iglesias_martin_2008
