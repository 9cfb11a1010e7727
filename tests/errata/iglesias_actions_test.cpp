// Every erratum of sections 4.4 to 4.6 of Iglesias, Marrero, Martin de Diego & Martinez 2008 with a
// numerical effect: the printed form fails, the corrected one holds.

#include <gtest/gtest.h>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {
namespace {

void expect_told_apart(Defects const& d, double right = 1e-20) {
  EXPECT_GT(d.printed, 1e-3);
  EXPECT_LT(d.right, right);
  EXPECT_GT(d.printed, 1e3 * d.right);
}
/// The corrected equations are of second order; the printed ones do not converge at all.
template <class Error, class Reading>
void expect_convergence_of_the_corrected(Error const& error, Reading corrected, Reading printed) {
  EXPECT_NEAR(std::log2(error(corrected, 320) / error(corrected, 640)), 2, 0.05);
  EXPECT_GT(error(printed, 320), 0.1);
  EXPECT_GT(error(printed, 640), 0.1);
}

TEST(ImmmActionErrata, TheNextPointOfTheBallNeedsTheStep) {
  expect_convergence_of_the_corrected(ball_error, BallReading::corrected, BallReading::coefficient);
  expect_told_apart(coefficient_of_y(), 1e-4);
  EXPECT_GT(index_of_escape(), 2);
  EXPECT_LT(index_of_escape(), 20000);
}
TEST(ImmmActionErrata, OnlyTheStepIsSquaredInTheBallsLagrangian) {
  expect_convergence_of_the_corrected(ball_error, BallReading::corrected, BallReading::inertia);
  expect_told_apart(factor_of_inertia(), 1e-4);
}
TEST(ImmmActionErrata, GravityPullsTheOtherWay) {
  for (auto const printed : {VeselovaReading::sign, VeselovaReading::sign_only})
    expect_convergence_of_the_corrected(veselova_error, VeselovaReading::corrected, printed);
  expect_told_apart(sign_of_gravity(), 1e-4);
}
TEST(ImmmActionErrata, TheVectorEquationIsSetToZero) { expect_told_apart(equality_sign()); }
TEST(ImmmActionErrata, TheInvariantFieldsAreInterchanged) {
  expect_convergence_of_the_corrected(veselova_error, VeselovaReading::corrected,
                                      VeselovaReading::fields);
}
TEST(ImmmActionErrata, RightTranslationMultipliesTheGroupElement) {
  expect_told_apart(right_translation());
}
TEST(ImmmActionErrata, TheForcesOfTheReducedEquationsAdd) {
  expect_told_apart(sign_of_the_force());
  expect_told_apart(second_arrow());
}
TEST(ImmmActionErrata, TheRegularityFormIsPositiveOverTheStep) {
  expect_told_apart(regularity_form());
}
TEST(ImmmActionErrata, TheConstraintHasNoCriticalPoints) { expect_told_apart(critical_points()); }

TEST(ImmmActionErrata, TheCatalogueRunsTheCorrectedForms) {
  RunSpec spec;
  spec.setting.case_name = "heavy";
  spec.steps = 80;
  spec.step = RawQuad(comparison_time) / spec.steps;
  auto const gamma = veselova_by_pairs(VeselovaReading::corrected, spec.steps);
  auto const body = find_problem("veselova").method("veselova_dla").integrate(spec).q.back();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(body[i], gamma[long(i)], 1e-12);
  spec.setting.case_name = "BALL-opposite";
  auto const z = ball_by_recurrence(BallReading::corrected, spec.steps);
  auto const ball = find_problem("rolling_ball").method("atiyah_dla").integrate(spec).q.back();
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(ball[i], z[long(i)], 1e-11);
}

}  // namespace
}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
