// Sampled starts: on the constraint, at the wanted energy, the same for the same key, normal.

#include "problems/core/sampler.hpp"

#include <gtest/gtest.h>

#include "tests/laws/tools.hpp"

namespace rattleback {
namespace {

TEST(NormalSequence, DependsOnSeedAndOrbitOnly) {
  NormalSequence first(5, 9), again(5, 9), other_orbit(5, 10), other_seed(6, 9);
  for (int i = 0; i < 20; ++i) {
    double const x = first.next();
    EXPECT_EQ(x, again.next());
    EXPECT_NE(x, other_orbit.next());
    EXPECT_NE(x, other_seed.next());
  }
}

TEST(NormalSequence, HasTheMomentsOfTheNormalDistribution) {
  // First numbers of many orbits: neighbouring keys must be independent too.
  long const count = 200000;
  double sums[5]{}, neighbours = 0, previous = 0;
  for (long orbit = 0; orbit < count; ++orbit) {
    double const x = NormalSequence(1, orbit).next();
    double power = 1;
    for (double& sum : sums) sum += std::exchange(power, power * x);
    neighbours += x * previous;
    previous = x;
  }
  double const sigma = 1 / std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(sums[1] / count, 0, 5 * sigma);
  EXPECT_NEAR(sums[2] / count, 1, 5 * std::sqrt(2.0) * sigma);
  EXPECT_NEAR(sums[3] / count, 0, 5 * std::sqrt(15.0) * sigma);
  EXPECT_NEAR(sums[4] / count, 3, 5 * std::sqrt(96.0) * sigma);
  EXPECT_NEAR(neighbours / count, 0, 5 * sigma);
}

TEST(SampledStart, IsOnTheConstraintAtTheWantedEnergy) {
  for (auto const& problem : registry()) {
    if (!problem.sample) continue;
    for (double energy : {0.01, 1.0, 3.06, 50.0})
      for (std::uint64_t orbit = 0; orbit < 50; ++orbit) {
        auto const [q, v] = problem.sample(11, orbit, energy);
        auto setting = laws::setting_at(q, v);
        // Refused with a Misuse when it is off the constraint.
        setting.own_state = false;
        EXPECT_NEAR(problem.energy(setting), energy, 1e-14 * energy) << problem.card.id;
        auto const run = problem.method("dla_leapfrog").integrate(laws::run_spec(setting, 1e-3, 1));
        EXPECT_LE(run.max_violation, 1e-14 * laws::scale_of(v) * laws::scale_of(q))
            << problem.card.id;
      }
  }
}

TEST(SampledStart, TheFirstOfSeedOneIsTheCase) {
  auto const& problem = find_problem("chaotic_r7");
  auto const run = problem.method("dla_leapfrog")
                       .integrate(laws::run_spec(laws::case_setting("sample7"), 0.1, 1));
  auto const [q, v] = problem.sample(1, 0, 3.06);
  EXPECT_EQ(run.start_q, q);
  EXPECT_LE(laws::max_difference(run.start_v, v), 1e-16);
}

TEST(SampledStart, EnergyOfRestIsRefused) {
  for (double energy : {0.0, -1.0})
    EXPECT_THROW(find_problem("chaotic_r7").sample(1, 0, energy), Misuse) << energy;
}

}  // namespace
}  // namespace rattleback
