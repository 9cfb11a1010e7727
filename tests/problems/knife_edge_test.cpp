// The knife edge where its methods and its constraint degenerate.

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

TEST(KnifeEdge, FoldsInTau) {
  RunSpec const spec{.start = "euler", .step = RawQuad(7) / 100, .steps = 100, .every = 1};
  auto const run = find_problem("knife_edge").method("hdel").integrate(spec);
  EXPECT_EQ(run.outcome, Outcome::no_real_root);
  EXPECT_EQ(run.failed_at, 15);
  ASSERT_EQ(run.q.size(), 15u);
  EXPECT_NEAR(run.q.back()[1], 1.36282248126530445, 1e-12);
}

TEST(KnifeEdge, ReturnsReferencesWhereAVelocityIsNotDetermined) {
  // At cos(phi) = 0 the constraint of the knife edge no longer determines vy.
  auto const& knife = find_problem("knife_edge");
  auto const reference = knife.reference({}, {2, 7});
  EXPECT_GT(reference.digits, 25);
  auto const closed = knife.exact({}, {2, 7});
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_LT(std::abs(static_cast<double>(reference.states[i].q[j] - closed[i].q[j])), 1e-25);
      EXPECT_LT(std::abs(static_cast<double>(reference.states[i].v[j] - closed[i].v[j])), 1e-25);
    }
}

}  // namespace
}  // namespace rattleback
