// One system in two spaces: the group SE(2) and its coordinates. Left-invariant problems alone
// never use the term (D_q p) v of the derived equations; their coordinates do.

#include "integrators/core/method/chart.hpp"

#include <gtest/gtest.h>

#include "generated/chaplygin_sleigh.hpp"
#include "generated/snakeboard.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

/// The largest difference between v' on the group and v' from the accelerations of the coordinates.
template <class P>
double difference(P const& system, Point<P, double> const& z) {
  auto const on_group = accelerations(system, z);
  InChart<P> const chart{system};
  auto const inner = to_chart<InChart<P>, P>(z);
  auto const in_chart = accelerations(chart, inner);
  using D = Dual<double, 1>;
  Vec<D, size_of<P>> q, qdot;
  for (int i = 0; i < size_of<P>; ++i) {
    q[i] = {inner.q[i], Vec<double, 1>{inner.v[i]}};
    qdot[i] = {inner.v[i], Vec<double, 1>{in_chart.vdot[i]}};
  }
  auto const v = P::Space::from_chart(q, qdot);
  double largest = 0;
  for (int i = 0; i < dof_of<P>; ++i) {
    EXPECT_NEAR(v[i].value, z.v[i], 1e-14);
    largest = larger_or_nan(largest, std::abs(v[i].slope[0] - on_group.vdot[i]));
  }
  for (int k = 0; k < P::constraints; ++k)
    largest = larger_or_nan(largest, std::abs(in_chart.multipliers[k] - on_group.multipliers[k]));
  return largest;
}

TEST(Chart, TheSleighMovesAlikeInBothSpaces) {
  ChaplyginSleigh<double> const sleigh{.m = 1.3, .I = 0.7, .a = 0.4, .b = -0.2};
  for (double theta : {0.0, 0.8, -2.5, 7.0}) {
    Point<ChaplyginSleigh<double>, double> const z{{0.3, -1.1, theta}, {0.9, 0, -1.7}};
    EXPECT_LT(difference(sleigh, z), 1e-13) << theta;
    EXPECT_GT(std::abs(accelerations(sleigh, z).vdot[0]), 0.1);
  }
}

TEST(Chart, TheSnakeboardMovesAlikeInBothSpaces) {
  Snakeboard<double> const board;
  for (double theta : {0.0, 0.8, -2.5}) {
    Point<Snakeboard<double>, double> z{{0.3, -1.1, theta, 0.2, 0.5}, {0.9, 0, 0, 0.4, -1.3}};
    ASSERT_TRUE(complete_velocity(board, z.q, z.v));
    EXPECT_LT(difference(board, z), 1e-13) << theta;
    EXPECT_GT(std::abs(accelerations(board, z).vdot[0]), 0.1);
  }
}

TEST(Chart, VelocitiesOfIntervalsAreTrivialisedAtTheirMidpoint) {
  using P = ChaplyginSleigh<double>;
  double const h = 0.5;
  Point<InChart<P>, double> const end{{1, 2, 0.6}, {0.3, -0.4, 0.2}};
  auto const z = from_chart<P, InChart<P>>(end, h, -0.5);
  auto const there = P::Space::tangent(Vec<double, 3>{0, 0, 0.6 - 0.25 * 0.2}, z.v);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(there[i], end.v[i], 1e-15);
}

}  // namespace
}  // namespace rattleback
