// Small vectors and matrices, and vectors of lanes.

#include "problems/core/numbers/vec.hpp"

#include <gtest/gtest.h>

#include "problems/core/numbers/lanes.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/spaces/space.hpp"

namespace rattleback {
namespace {

template <class T>
class VecOf : public testing::Test {};
using Numbers = testing::Types<float, double, Quad>;
TYPED_TEST_SUITE(VecOf, Numbers);

TYPED_TEST(VecOf, AddsAndScalesEntryByEntry) {
  using T = TypeParam;
  Vec<T, 3> const a{T(1), T(2), T(3)}, b{T(10), T(20), T(30)};
  auto const sum = a + b, difference = b - a, negative = -a, scaled = T(2) * a;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(sum[i], T(11 * (i + 1)));
    EXPECT_EQ(difference[i], T(9 * (i + 1)));
    EXPECT_EQ(negative[i], T(-(i + 1)));
    EXPECT_EQ(scaled[i], T(2 * (i + 1)));
  }
}

TYPED_TEST(VecOf, StartsAtZero) {
  Vec<TypeParam, 4> const v;
  Mat<TypeParam, 2, 3> const m;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(v[i], TypeParam(0));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(m(i, j), TypeParam(0));
}

TYPED_TEST(VecOf, MultipliesRowsIntoColumns) {
  using T = TypeParam;
  Mat<T, 2, 3> m;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = T(10 * i + j);
  auto const product = m * Vec<T, 3>{T(1), T(2), T(4)};
  EXPECT_EQ(product[0], T(0 * 1 + 1 * 2 + 2 * 4));
  EXPECT_EQ(product[1], T(10 * 1 + 11 * 2 + 12 * 4));
}

TEST(Vec, MixedNumbersTakeTheWiderType) {
  auto const sum = Vec<double, 2>{0.1, 0.2} + Vec<Quad, 2>{Quad(1), Quad(2)};
  static_assert(std::is_same_v<decltype(sum), Vec<Quad, 2> const>);
  EXPECT_EQ(sum[0], Quad(0.1) + Quad(1));
}

TEST(Vec, DotIsTheSumOfProducts) {
  EXPECT_EQ(dot(Vec<double, 3>{1, 2, 3}, Vec<double, 3>{4, -5, 6}), 12);
}

TEST(Vec, BindsToNames) {
  auto const [x, y] = Vec<double, 2>{3, 4};
  EXPECT_EQ(x, 3);
  EXPECT_EQ(y, 4);
}

TEST(Vec, UnitVectorsAndCasts) {
  auto const e = cast<Quad>(unit<double, 3>(1));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(e[i], Quad(i == 1 ? 1 : 0));
}

TEST(EuclideanSpace, VelocitiesAreRatesAndNothingTwists) {
  Vec<double, 3> const q{1, 2, 3}, v{4, 5, 6};
  auto const rate = R<3>::tangent(q, v);
  auto const twist = R<3>::ad_transpose(v, q);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(rate[i], v[i]);
    EXPECT_EQ(twist[i], 0);
  }
  EXPECT_EQ(R<3>::name(), "R^3");
}

TEST(Lanes, RoundAsDoublesDo) {
  Lanes a, b;
  for (int lane = 0; lane < lane_count; ++lane) {
    a.set(lane, 1.0 / (3 + lane));
    b.set(lane, 7.0 - 0.1 * lane);
  }
  auto const sum = a + b, difference = a - b, product = a * b, quotient = a / b, negative = -a;
  for (int lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(sum[lane], a[lane] + b[lane]);
    EXPECT_EQ(difference[lane], a[lane] - b[lane]);
    EXPECT_EQ(product[lane], a[lane] * b[lane]);
    EXPECT_EQ(quotient[lane], a[lane] / b[lane]);
    EXPECT_EQ(negative[lane], -a[lane]);
    EXPECT_EQ(Lanes(0.3)[lane], 0.3);
  }
}

}  // namespace
}  // namespace rattleback
