// Foundations of the experiments on Iglesias, Marrero, Martin de Diego & Martinez 2008: the
// catalogue's integrators solve the paper's discrete equations, and the formulas for singular
// arrows follow from the theory.

#include <gtest/gtest.h>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/lines.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {
namespace {

TEST(ImmmControls, TheCataloguesRunsSolveTheDiscreteEquations) {
  Study study(true, 1, [](double) {});
  for (auto const& line : lines()) {
    auto const rest = residuals_of(study, line, 6);
    EXPECT_LT(rest.momentum.value, 1e-20) << line.name;
    EXPECT_LT(rest.constraint.value, 1e-26) << line.name;
  }
}

TEST(ImmmControls, AMotionOfAnotherBodyDoesNot) {
  Study study(true, 1, [](double) {});
  auto wrong = lines()[1];
  wrong.system = suslov(0.1_quad, Vector3(1, 2, 3).asDiagonal());
  EXPECT_GT(residuals_of(study, wrong, 6).momentum.value, 1e-3);
}

TEST(ImmmControls, TheDeterminantChangesSignAtTheFirstSingularAngle) {
  auto const system = veselova(0.1_quad, 1);
  for (int k = 1; k <= 3; ++k) {
    Random random(101, k);
    auto const plane = random_plane(random);
    double const angle = first_singular_angle_across(plane);
    auto const regular = [&](double t) {
      return determinant(right_regularity(system, interval_turned_by(plane, t)));
    };
    EXPECT_LT(double(regular(angle - 1e-5) * regular(angle + 1e-5)), 0) << angle;
  }
}

TEST(ImmmControls, TheCatalogueRunsTheCorrectedForms) {
  Study study(true, 1, [](double) {});
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
