#include "experiments/measure/lyapunov.hpp"

#include <gtest/gtest.h>

#include "base/misuse.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"

namespace rattleback {
namespace {

using namespace mclachlan_perlmutter_2006;

MethodEntry const& contact(std::string const& method) {
  return find_problem("contact_oscillator").method(method);
}

/// An orbit of figure 1, over that many periods of y in 40 steps.
TwinSpec figure_1_orbit(std::string const& name, long periods) {
  TwinSpec spec;
  spec.run.setting.case_name = name;
  spec.run.step = RawQuad(step_of_period(40));
  spec.run.steps = 40;
  spec.pulls = periods;
  return spec;
}

TEST(Lyapunov, TellsRegularFromChaotic) {
  double const time = 2000 * 40 * step_of_period(40);
  auto const exponent = [](std::string const& orbit) {
    return lyapunov_exponent(contact("dla_leapfrog"), figure_1_orbit(orbit, 2000)).exponent;
  };
  EXPECT_LT(std::abs(exponent("A")), chaos_threshold(time));
  EXPECT_GT(exponent("B"), 3 * chaos_threshold(time));
  EXPECT_NEAR(exponent("B") * 40 * step_of_period(40), 0.063, 0.02);
}

TEST(Lyapunov, EqualsTheGrowthRateOfALinearMap) {
  // Beside the orbit x = z = 0 the contact oscillator is linear, and the largest eigenvalue of its
  // map over a period of y, here unstable, gives the rate.
  int const N = 3;
  double const a = 2, h = step_of_period(N);
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  Study study(false, 1, {});
  double const expected =
      std::log(1 + excess_radius(time_map(study, "dla_leapfrog", a, h, N, 0))) / N / h;
  ASSERT_GT(expected, 0.01);
  TwinSpec spec;
  spec.run = contact_run("dla_leapfrog", {0, y0, 0, 0, vy0, 0}).with(h, N, 0).spec();
  spec.pulls = 1000;
  spec.direction = {1, 0, 0.5, 0, 0, 0.3};
  EXPECT_NEAR(lyapunov_exponent(contact("dla_leapfrog"), spec).exponent, expected, 0.01 * expected);
}

TEST(Lyapunov, RefusesWhatItCannotContinue) {
  EXPECT_THROW(lyapunov_exponent(contact("ida"), figure_1_orbit("A", 1)), Misuse);
  EXPECT_THROW(lyapunov_exponent(contact("reversible_non_dla"), figure_1_orbit("A", 1)), Misuse);
  EXPECT_THROW(lyapunov_exponent(contact("dla_leapfrog"), figure_1_orbit("A", 0)), Misuse);
  auto spec = figure_1_orbit("A", 1);
  spec.direction = {1, 0};
  EXPECT_THROW(lyapunov_exponent(contact("dla_leapfrog"), spec), Misuse);
}

TEST(Lyapunov, RecordsAStepThatFails) {
  auto spec = figure_1_orbit("A", 1);
  spec.run.step = RawQuad(1e200);
  auto const estimate = lyapunov_exponent(contact("dla_leapfrog"), spec);
  EXPECT_NE(estimate.outcome, Outcome::ok);
  EXPECT_TRUE(std::isnan(estimate.exponent));
}

}  // namespace
}  // namespace rattleback
