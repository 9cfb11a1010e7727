// Every erratum with a numerical effect of section 7.4 of Ferraro, Jimenez & Martin de Diego 2015:
// the printed form fails, the corrected one holds and is what the catalogue runs.

#include <gtest/gtest.h>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/top.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {
namespace {

State exact_end() {
  Study study(false, 1, {});
  return exact_state(study, printed_ball("figure_3"), 15);
}

/// The corrected map is of second order; a printed one does not converge at all.
template <class Printed>
void expect_convergence_of_the_corrected(State const& exact, Printed const& printed) {
  auto const right = [&](long steps) { return ball_error(exact, -1, false, steps); };
  EXPECT_NEAR(std::log2(right(800) / right(1600)), 2, 0.05);
  EXPECT_GT(printed(1600), 0.1);
  EXPECT_LT(std::abs(std::log2(printed(800) / printed(1600))), 0.5);
}

TEST(FjmBallErrata, MomentumIsTheDerivativeByTheStepTimesTheVelocity) {
  auto const exact = exact_end();
  expect_convergence_of_the_corrected(
      exact, [&](long steps) { return ball_error(exact, -1, true, steps); });
}

TEST(FjmBallErrata, SignOfPi) {
  auto const exact = exact_end();
  expect_convergence_of_the_corrected(
      exact, [&](long steps) { return ball_error(exact, 1, false, steps); });
}

/// The divergence from Newton and Euler is that of the catalogue's derived equations.
TEST(FjmControls, DivergenceOfTheTop) {
  Top const top;
  Top::Vec3 const gamma = Top::Vec3(0.3, -0.5, 0.8).normalized(), w(0.4, 1.1, -0.7);
  EXPECT_NEAR(top.divergence(gamma, w),
              find_problem("chaplygin_top").divergence(top.run(gamma, w, "1e-12").spec().setting),
              1e-12);
}

TEST(FjmBallErrata, TheCatalogueRunsTheCorrectedForms) {
  long const steps = 100;
  Study study(false, 1, {});
  auto const t = study.execute(printed_ball("figure_3").with(RawQuad(15) / steps, steps));
  for (bool const corrected : {true, false}) {
    BallMap map{.pi_sign = corrected ? -1.0 : 1.0};
    double const h = 15.0 / double(steps);
    map.start(h);
    double distance = 0;
    for (long k = 1; k <= steps; ++k) {
      map.step(h);
      distance = std::max(distance, std::hypot(map.x - t.q[k][0], map.y - t.q[k][1]));
    }
    if (corrected) {
      EXPECT_LT(distance, 1e-12);
    } else {
      EXPECT_GT(distance, 0.1);
    }
  }
}

}  // namespace
}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
