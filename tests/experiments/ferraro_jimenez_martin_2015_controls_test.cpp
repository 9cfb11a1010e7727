// Controls in addition to the statements and errata of Ferraro, Jimenez & Martin de Diego 2015: the
// catalogue runs the corrected forms, and the errata's computations are what they say.

#include <gtest/gtest.h>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/top.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {
namespace {

/// For a block-diagonal metric both interpretations of (37c) agree.
TEST(FjmControls, TheBlockOfTheInverseIsTheInverseOfTheBlockWithoutCoupling) {
  for (Block const block : {Block::of_inverse, Block::inverse_of})
    EXPECT_LT(distance_of_37({{}, Tau::cayley, block}), 1e-28);
}

/// With A or RATTLE in place of B several steps there and back do not end at the start.
TEST(FjmControls, SeveralStepsSingleOutTheAdjoint) {
  Oscillator const system;
  Quad const h = 0.1_quad;
  auto const defect = [&](Scheme other) {
    auto const start = system.admissible_start(h, Scheme::a);
    auto z = start;
    for (int i = 0; i < 5; ++i) z = system.step(z, -h, other);
    for (int i = 0; i < 5; ++i) z = system.step(z, h, Scheme::a);
    return distance(z, start);
  };
  EXPECT_LT(defect(Scheme::b), 1e-12);
  EXPECT_GT(defect(Scheme::a), 1e-3);
  EXPECT_GT(defect(Scheme::rattle), 1e-3);
}

/// The catalogue's composition is that of R Phi_A and R Phi_B, start p_0^- = p(0) - (s/2) (mu^T
/// lambda + Q* V_q) at the first substep s = h/2.
TEST(FjmControls, TheCatalogueComposesMapsOfTheCotangentBundle) {
  Study study(false, 1, {});
  Oscillator const system;
  int const n = 40;
  Quad const s = Quad(2) / n / 2;
  for (bool const a_first : {true, false}) {
    auto z = system.start();
    z.p -= s / 2 * (system.mu(z.q) * system.lambda(z) + system.normal_part(z.q, system.V_q(z.q)));
    for (int i = 0; i < 2 * n; ++i)
      z = system.reflected((i % 2 == 0) == a_first ? system.phi_a(z, s) : system.phi_b(z, s));
    auto const composed = on_test_system("gni_composition", "T", {{"first", a_first ? "a" : "b"}});
    auto const run = study.execute(composed.with(RawQuad(2) / n, n));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.q.back()[i], double(z.q[i]), 1e-12);
  }
}

TEST(FjmControls, TheCatalogueRunsTheCorrectedForms) {
  Study study(false, 1, {});
  Oscillator const system;
  for (Scheme const scheme : {Scheme::a, Scheme::b, Scheme::rattle}) {
    auto z = system.admissible_start(0.05_quad, scheme);
    for (int i = 0; i < 40; ++i) z = system.step(z, 0.05_quad, scheme);
    auto const run = study.execute(on_test_system(method_of(scheme)).with(RawQuad(1) / 20, 40));
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(run.q.back()[i], double(z.q[i]), 1e-13) << method_of(scheme);
  }
  rattleback::Run const snakeboard{
      .problem = "snakeboard", .method = "reduced_gni", .case_name = "FIM"};
  auto const run = study.execute(snakeboard.with(RawQuad(1) / 20, 40));
  auto const first =
      std::find(run.diagnostic_names.begin(), run.diagnostic_names.end(), "interval_velocity1") -
      run.diagnostic_names.begin();
  auto const velocities = [&](std::size_t k) {
    return run.diagnostics[k].begin() + first;  // (v1, v2, w, psi', phi')
  };
  auto const v = velocities(0);
  System37 const system_37{{}, Tau::cayley, Block::inverse_of};
  auto z = system_37.start({SmallVector{{run.q[0][3], run.q[0][4]}}, SmallVector{{v[3], v[4]}},
                            Vector3(v[0], v[1], v[2])});
  for (std::size_t k = 1; k < 40; ++k) {
    z = system_37.step(z);
    EXPECT_NEAR(double(z.x[1]), run.q[k][4], 1e-12);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(double(z.xi[i]), velocities(k)[i], 1e-12);
  }
}

}  // namespace
}  // namespace rattleback::ferraro_jimenez_martin_2015

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
