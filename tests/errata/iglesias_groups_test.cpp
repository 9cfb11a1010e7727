// Every erratum of Iglesias, Marrero, Martin de Diego & Martinez 2008 in section 3 and in the
// examples on Lie groups and R^3 with a numerical effect: the printed form fails, the right one
// holds.

#include <gtest/gtest.h>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {
namespace {

void expect_told_apart(Defects const& d) {
  EXPECT_GT(d.printed, 0.1);
  EXPECT_LT(d.right, 1e-15);
}

TEST(ImmmGroupErrata, TheMixedDerivativeIsAMultipleOfTheIdentity) {
  expect_told_apart(mixed_derivative());
}
TEST(ImmmGroupErrata, TheMatrixOfTheSleighIsThatOfABody) { expect_told_apart(sleigh_matrix()); }
TEST(ImmmGroupErrata, TheConstraintMayBeLargerThanTwiceTheBase) {
  expect_told_apart(dimension_of_constraint());
}
TEST(ImmmGroupErrata, TheMomentaOfTheBodyNeedAnotherFactor) {
  Study study(true, 1, [](double) {});
  expect_told_apart(suslov_momentum(study));
}

}  // namespace
}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
