// Every erratum of Ferraro, Iglesias-Ponte & Martin de Diego 2008 with a numerical effect: the
// printed form fails, the corrected one holds.

#include <gtest/gtest.h>

#include "experiments/ferraro_iglesias_martin_2008/printed_forms.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {
namespace {

void expect_told_apart(Readings const& r) {
  EXPECT_GT(r.printed, 1e-4);
  EXPECT_LT(r.corrected, 1e-12);
  EXPECT_GT(r.separation(), 1e3);
}

TEST(FimErrata, TheDiscreteLagrangianLacksTheStep) {
  expect_told_apart(step_in_discrete_lagrangian());
}
TEST(FimErrata, MomentaAreTranslatedByTheInverse) { expect_told_apart(right_translation()); }
TEST(FimErrata, EquivarianceOfTheInertiaTensor) { expect_told_apart(equivariance()); }
TEST(FimErrata, OnlyTheAverageMomentumSatisfiesTheConstraints) {
  expect_told_apart(violated_by_intervals());
}
TEST(FimErrata, TheRotorsAngleIsAbsolute) { expect_told_apart(rotor_angle()); }

TEST(FimErrata, TheVectorsThatSpanTheComplementDegenerateButQDoesNot) {
  Vector<double, 5> q;
  q << 0.1, 0.2, std::acos(0.0), 0, 0.3;  // a = 0
  auto const geometry = snakeboard_geometry(q);
  EXPECT_LT(largest_entry(printed_snakeboard_projector(q) - geometry.projector()), 1e-14);
  auto const span = printed_snakeboard_complement(q);
  EXPECT_LT((span.transpose() * span).determinant(), 1e-14);
}

}  // namespace
}  // namespace rattleback::ferraro_iglesias_martin_2008
