// Continuation: the root on the branch of the origin, and where that branch ends.

#include "integrators/core/solve/continuation.hpp"

#include <gtest/gtest.h>

#include "problems/core/numbers/quad.hpp"

namespace rattleback {
namespace {

/// 2 x/(1 + x^2) = s: x = tan(asin(s)/2) up to s = 1, where the branch folds back to x = 1/tan.
template <class S>
Root<S, 1> folded(S s) {
  return continued_root<S, 1>(
      [s](auto const& x, S const& t) {
        auto r = x;
        r[0] = S(2) * x[0] - t * s * (S(1) + x[0] * x[0]);
        return r;
      },
      S(1));
}

template <class S>
class ContinuationIn : public testing::Test {};
using Precisions = testing::Types<double, Quad>;
TYPED_TEST_SUITE(ContinuationIn, Precisions);

TYPED_TEST(ContinuationIn, FindsTheBranchUpToItsFold) {
  using S = TypeParam;
  using std::abs, std::sqrt;
  for (double s : {0.0, 1e-9, 0.1, 0.6, 0.9, 0.99, 0.9999, -0.6, -0.9999}) {
    auto const root = folded(S(s));
    ASSERT_EQ(root.outcome, Outcome::ok) << s;
    S const wanted = S(s) / (S(1) + sqrt(S(1) - S(s) * S(s)));
    S const loss = S(1) / sqrt(S(1) - S(s) * S(s));
    EXPECT_LE(abs(root.x[0] - wanted), 10 * loss * std::numeric_limits<S>::epsilon()) << s;
  }
  for (double s : {1.001, 1.1, 2.0, 50.0, -1.001}) {
    EXPECT_EQ(folded(S(s)).outcome, Outcome::no_real_root) << s;
  }
}

// 3 y - y^3 = 2 s has a root for every s, which Newton's method alone finds; the branch of y = 0
// ends at |s| = 1.
TEST(Continuation, DoesNotJumpToAnotherBranch) {
  auto const at = [](double s) {
    return continued_root<double, 1>(
        [s](auto const& y, double t) {
          auto r = y;
          r[0] = 3.0 * y[0] - y[0] * y[0] * y[0] - 2.0 * t * s;
          return r;
        },
        1.0);
  };
  auto const inside = at(0.99);
  ASSERT_EQ(inside.outcome, Outcome::ok);
  EXPECT_LT(std::abs(inside.x[0]), 1);
  EXPECT_EQ(at(1.01).outcome, Outcome::no_real_root);
  EXPECT_EQ(at(-1.01).outcome, Outcome::no_real_root);
}

// The sleigh's cubic a (P + 2 a) x^3 - c x^2 + (a P + 2 D) x - c, a = 1/2, D = 5/4, on a ray (P, c)
// whose branch ends at 1.3817: the tangent just before that end points at another branch, and there
// the determinant has the same sign.
TEST(Continuation, DoesNotFollowALongTangent) {
  double const P = -0.38268343236508977, c = 1.25 * 0.7391036260090294;
  auto const at = [&](double h) {
    return continued_root<double, 1>(
        [&](auto const& x, double t) {
          auto r = x;
          double const Pt = t * h * P, ct = t * h * c;
          r[0] = ((0.5 * (Pt + 1) * x[0] - ct) * x[0] + (0.5 * Pt + 2.5)) * x[0] - ct;
          return r;
        },
        1.0);
  };
  EXPECT_EQ(at(1.3816).outcome, Outcome::ok);
  for (double h = 1.3818; h < 1.7; h += 0.0005)
    EXPECT_EQ(at(h).outcome, Outcome::no_real_root) << h;
}

}  // namespace
}  // namespace rattleback
