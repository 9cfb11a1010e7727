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
  EXPECT_LT(error(corrected, 640), 1e-4);
}
Study quick_study() {
  return {true, 1, [](double) {}};
}

TEST(ImmmActionErrata, TheNextPointOfTheBallNeedsTheStep) {
  expect_convergence_of_the_corrected(ball_error, BallReading::corrected, BallReading::coefficient);

  EXPECT_GT(index_of_escape(), 2);
  EXPECT_LT(index_of_escape(), 20000);
}
TEST(ImmmActionErrata, OnlyTheStepIsSquaredInTheBallsLagrangian) {
  expect_convergence_of_the_corrected(ball_error, BallReading::corrected, BallReading::inertia);
}
TEST(ImmmActionErrata, GravityActsTheOtherWayAndTheInvariantFieldsAreInterchanged) {
  auto study = quick_study();
  auto const error = [exact = veselova_exact(study)](VeselovaReading reading, long steps) {
    return veselova_error(exact, reading, steps);
  };
  for (auto const printed :
       {VeselovaReading::sign, VeselovaReading::sign_only, VeselovaReading::fields})
    expect_convergence_of_the_corrected(error, VeselovaReading::corrected, printed);
}
TEST(ImmmActionErrata, TheVectorEquationIsSetToZero) {
  auto study = quick_study();
  expect_told_apart(equality_sign(study));
}
TEST(ImmmActionErrata, RightTranslationMultipliesTheGroupElement) {
  expect_told_apart(right_translation());
}
TEST(ImmmActionErrata, TheForcesOfTheReducedEquationsAdd) {
  auto study = quick_study();
  RobotPair const intervals(study);
  expect_told_apart(sign_of_the_force(intervals));
  expect_told_apart(second_arrow(intervals));
}
TEST(ImmmActionErrata, TheRegularityFormIsPositiveOverTheStep) {
  expect_told_apart(regularity_form());
}
TEST(ImmmActionErrata, TheConstraintHasNoCriticalPoints) { expect_told_apart(critical_points()); }

TEST(ImmmActionErrata, TheCatalogueRunsTheCorrectedForms) {
  auto study = quick_study();
  long const steps = 80;
  RawQuad const h = RawQuad(comparison_time) / steps;
  auto const gamma = veselova_by_pairs(VeselovaReading::corrected, steps);
  auto const body = study.execute(veselova_run("heavy").with(h, steps)).q.back();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(body[i], gamma[long(i)], 1e-12);
  auto const z = ball_by_recurrence(BallReading::corrected, steps);
  auto const ball = study.execute(ball_run("BALL-opposite").with(h, steps)).q.back();
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(ball[i], z[long(i)], 1e-11);
}

}  // namespace
}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
