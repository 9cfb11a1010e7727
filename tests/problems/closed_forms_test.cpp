// Closed forms of reduced motions against the certified motion of the whole system.

#include <gtest/gtest.h>

#include "generated/chaplygin_sleigh.hpp"
#include "generated/mobile_robot.hpp"
#include "generated/rolling_ball.hpp"
#include "generated/suslov.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

/// Largest distance over all cases and times of closed(system, q, v, t) from part(state).
template <template <class> class Problem, class Closed, class Part>
double distance_from_reference(Closed const& closed, Part const& part, int last = 4) {
  using P = Problem<Quad>;
  double largest = 0;
  for (auto const& c : P::cases()) {
    auto v = c.v;
    complete_velocity(c.system, c.q, v);
    Setting const setting{.case_name = c.name};
    std::vector<RawQuad> const times{RawQuad(1) / 4, RawQuad(last)};
    auto const reference_states = find_problem(P::card().id).reference(setting, times).states;
    for (auto const& state : reference_states) {
      auto const found = closed(c.system, c.q, v, Quad(state.time));
      auto const wanted = part(state);
      for (std::size_t i = 0; i < std::size(found.c); ++i)
        largest = larger_or_nan(largest, std::abs(double(found[int(i)] - Quad(wanted[i]))));
    }
  }
  return largest;
}

auto const velocity_at = [](auto const& system, auto const&, auto const& v, Quad const& t) {
  return system.exact_velocity(v, t);
};
auto const velocity_of = [](ReferenceState const& state) { return state.v; };

TEST(ClosedForms, VelocityOfSuslovsBody) {
  EXPECT_LE((distance_from_reference<Suslov>(velocity_at, velocity_of)), 1e-24);
}
TEST(ClosedForms, VelocityOfTheSleigh) {
  EXPECT_LE((distance_from_reference<ChaplyginSleigh>(velocity_at, velocity_of)), 1e-24);
}
TEST(ClosedForms, VelocityOfTheRobot) {
  EXPECT_LE((distance_from_reference<MobileRobot>(velocity_at, velocity_of)), 1e-24);
}
TEST(ClosedForms, CircleOfTheBall) {
  auto const circle = [](auto const& system, auto const& q, auto const& v, Quad const& t) {
    return system.exact_contact_point(q, v, t);
  };
  EXPECT_LE((distance_from_reference<RollingBall>(
                circle, [](ReferenceState const& state) { return state.q; }, 1)),
            1e-24);
}

// Steady motions, where tanh and sech have no finite argument.
TEST(ClosedForms, SteadyMotionsStay) {
  Suslov<double> const body;
  Vec<double, 3> const axis{0.5, -0.8, 0};  // b . w = 0
  MobileRobot<double> const robot;
  auto const straight = robot.exact_velocity({-1, 0, 0, 1 / 0.3, 1 / 0.3}, 7.0);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(body.exact_velocity(axis, 3.0)[i], axis[i], 1e-15);
  EXPECT_NEAR(straight[0], -1, 1e-15);
  EXPECT_EQ(straight[2], 0);
}

TEST(ClosedForms, EnergiesOfTheCases) {
  EXPECT_NEAR(find_problem("chaotic_r7").energy({}), 1.36765, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "H306"}), 3.06, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "sample7"}), 3.06, 1e-14);
  for (char const* orbit : {"A", "B"})
    EXPECT_NEAR(find_problem("contact_oscillator").energy({.case_name = orbit}), 1.5, 1e-15);
}

}  // namespace
}  // namespace rattleback
