// Controls in addition to the errata of section 7.4 of Ferraro, Jimenez & Martin de Diego 2015: the
// catalogue runs the corrected map of the ball.

#include <gtest/gtest.h>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/top.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {
namespace {

/// The divergence from Newton and Euler is that of the catalogue's derived equations.
TEST(FjmBallControls, DivergenceOfTheTop) {
  Top const top;
  Vec3 const gamma = Vec3(0.3, -0.5, 0.8).normalized(), w(0.4, 1.1, -0.7);
  EXPECT_NEAR(top.divergence(gamma, w),
              find_problem("chaplygin_top").divergence(top.run(gamma, w, "1e-12").spec().setting),
              1e-12);
}

TEST(FjmBallControls, TheCatalogueRunsTheCorrectedForms) {
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
      distance = larger_or_nan(distance, std::hypot(map.x - t.q[k][0], map.y - t.q[k][1]));
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
