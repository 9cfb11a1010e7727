// Every erratum of Iglesias, Marrero, Martin de Diego & Martinez 2008 in section 3 and in the
// examples on Lie groups and R^3 with a numerical effect: the printed form fails, the corrected one
// holds.

#include <gtest/gtest.h>

#include "experiments/iglesias_marrero_martin_martinez_2008/printed_forms_groups.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {
namespace {

void expect_told_apart(Readings const& r) {
  EXPECT_GT(r.printed, 0.1);
  EXPECT_LT(r.corrected, 1e-15);
  EXPECT_GT(r.separation(), 1e3);
}

TEST(ImmmGroupErrata, TheMixedDerivativeIsAMultipleOfTheIdentity) {
  expect_told_apart(mixed_derivative());
}
TEST(ImmmGroupErrata, TheMatrixOfTheSleighIsThatOfABody) {
  expect_told_apart(sleigh_matrix());
  expect_told_apart(dimension_of_entry());
}
TEST(ImmmGroupErrata, TheConstraintMayBeLargerThanTwiceTheBase) {
  expect_told_apart(dimension_of_constraint());
}
TEST(ImmmGroupErrata, TheMomentaOfTheBodyNeedAnotherFactor) {
  expect_told_apart(suslov_momentum());
}

TEST(ImmmGroupErrata, TheFactorDoesNotEnterTheEquations) {
  auto const rests = suslov_rests();
  EXPECT_LT(rests.printed, 1e-25);
  EXPECT_LT(rests.corrected, 1e-25);
}

}  // namespace
}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
