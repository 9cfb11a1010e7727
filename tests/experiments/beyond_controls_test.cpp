// Controls of the studies beyond the papers: rates and times that were computed
// elsewhere, and methods that must be told from those that a study praises.

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/beyond/shared/spin.hpp"

namespace rattleback::beyond {
namespace {

Column const& column(std::string const& label) {
  for (auto const& c : columns())
    if (c.label == label) return c;
  throw std::logic_error("no column " + label);
}

/// At h = .1, every node kept.
Drift drift_of(std::string const& method, std::string const& label, long time) {
  Study found(true, 1, [](double) {});
  auto run = run_on(column(label), RawQuad(1) / 10, 10 * time, 1);
  run.method = method;
  return fibre_drift(found, run);
}

TEST(FibreDrift, ReturnsTheRateOfTheLeapfrogInBothDirections) {
  auto const there = drift_of("dla_leapfrog", "a2+", 2000),
             back = drift_of("dla_leapfrog", "a2r+", 2000);
  EXPECT_NEAR(there.first, -8.67e-3, 5e-5);
  EXPECT_NEAR(there.last, -1.482e-1, 5e-4);
  EXPECT_NEAR(back.first, 8.50e-3, 5e-5);
  EXPECT_NEAR(back.last, 2.453e-1, 5e-4);
}

TEST(FibreDrift, WithAQuarticTermIsThereForGniAsWell) {
  EXPECT_NEAR(drift_of("dla_leapfrog", "a3+", 4000).slope * 100, -7.1e-3, 1e-4);
  EXPECT_NEAR(drift_of("gni_rattle", "a3+", 4000).slope * 100, -1.13e-4, 3e-6);
}

TEST(FibreDrift, DistinguishesDriftFromBoundedErrors) {
  for (auto const* method : {"dla_leapfrog", "gni", "lobatto_spark"})
    for (auto const* label : {"a0+", "a1−", "c0+"})
      EXPECT_EQ(drift_of(method, label, 2000).mark, Mark::bounded) << method << " " << label;
  EXPECT_EQ(drift_of("dla_leapfrog", "a2+", 2000).mark, Mark::falls);
  EXPECT_EQ(drift_of("dla_leapfrog", "a2−", 2000).mark, Mark::rises);
  EXPECT_EQ(drift_of("discrete_gradient", "a2+", 2000).mark, Mark::kept);
}

TEST(FibreDrift, FindsTheDriftOfAMethodWithoutSymmetryOnEveryTorus) {
  auto const drift = drift_of("dla_euler", "a0+", 2000);
  EXPECT_TRUE(drift.mark == Mark::rises || drift.mark == Mark::falls) << name_of(drift.mark);
}

TEST(SignChanges, OccurBetweenTheNodes) {
  std::vector<double> times, values;
  for (int i = 0; i < 400; ++i) {
    times.push_back(0.01 * i);
    values.push_back(std::cos(3 * times.back()));
  }
  auto const found = sign_changes(times, values);
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], (2 * double(k) + 1) * std::acos(-1.) / 6, 1e-8);
}

TEST(Rattleback, ReversesAtItsTimes) {
  for (auto const& [name, time] :
       {std::pair{"reverses", 2.68086108}, std::pair{"steady", 11.46351752}}) {
    Study found(true, 1, [](double) {});
    auto const t = found.execute({.problem = "rattleback",
                                  .method = "odeint_rkf78",
                                  .case_name = name,
                                  .step = RawQuad(1) / 10000,
                                  .steps = 120000,
                                  .options = {{"rtol", "1e-12"}, {"atol", "1e-12"}}});
    EXPECT_NEAR(sign_changes(t.times, spins_of(t)).at(0), time, 2e-8) << name;
  }
}

}  // namespace
}  // namespace rattleback::beyond
