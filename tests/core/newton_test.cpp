// Newton's method: known roots and the three ways to fail. Continuation: the root on the branch of
// the origin, and where that branch ends.

#include "integrators/core/solve/newton.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "integrators/core/solve/continuation.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback {
namespace {

template <class T>
class NewtonIn : public testing::Test {};
using Precisions = testing::Types<double, Quad>;
TYPED_TEST_SUITE(NewtonIn, Precisions);

/// Returns the residual of one equation in one unknown, f(x) = 0 or, for continuation, f(x, t) = 0.
template <class F>
auto equation(F f) {
  return [f](auto const& x, auto const&... t) {
    auto r = x;
    r[0] = f(x[0], t...);
    return r;
  };
}

TYPED_TEST(NewtonIn, FindsARootToRounding) {
  using S = TypeParam;
  using std::abs, std::sqrt;
  auto const root =
      newton(equation([](auto const& x) { return x * x - 2; }), Vec<S, 1>{S(1)}, S(1));
  ASSERT_EQ(root.outcome, Outcome::ok);
  EXPECT_LE(abs(root.x[0] - sqrt(S(2))), 2 * std::numeric_limits<S>::epsilon());
  EXPECT_GT(root.iterations, 2);
}

TYPED_TEST(NewtonIn, SolvesCoupledEquations) {
  using S = TypeParam;
  using std::abs;
  // A circle and a hyperbola that meet at (2, 1).
  auto const root = newton(
      [](auto const& x) {
        auto r = x;
        r[0] = x[0] * x[0] + x[1] * x[1] - 5;
        r[1] = x[0] * x[1] - 2;
        return r;
      },
      Vec<S, 2>{S(3), S(0.5)}, S(2));
  ASSERT_EQ(root.outcome, Outcome::ok);
  EXPECT_LE(abs(root.x[0] - 2), 16 * std::numeric_limits<S>::epsilon());
  EXPECT_LE(abs(root.x[1] - 1), 16 * std::numeric_limits<S>::epsilon());
}

TYPED_TEST(NewtonIn, ConvergesWhateverTheScale) {
  using S = TypeParam;
  using std::abs;
  for (double const scale : {0.0, 1e-30, 1e-6, 1.0}) {
    auto const root = newton(
        [](auto const& x) {
          auto r = x;
          r[0] = 3 * x[0] + x[1] - S(1) / S(7);
          r[1] = x[0] - 3 * x[1] * x[1] * x[1];
          return r;
        },
        Vec<S, 2>{S(0), S(0)}, S(scale));
    ASSERT_EQ(root.outcome, Outcome::ok) << scale;
    EXPECT_LE(abs(3 * root.x[0] + root.x[1] - S(1) / S(7)), std::numeric_limits<S>::epsilon());
  }
}

TEST(Newton, LinearEquationsTakeTwoIterations) {
  auto const root =
      newton(equation([](auto const& x) { return 3 * x - 6; }), Vec<double, 1>{100}, 100.0);
  EXPECT_EQ(root.outcome, Outcome::ok);
  EXPECT_EQ(root.x[0], 2);
  EXPECT_LE(root.iterations, 2);
}

TEST(Newton, StopsAtTheFloorThatRoundingLeaves) {
  // The residual carries rounding of 1e4, which the root does: the change never falls below it.
  auto const root = newton(equation([](auto const& x) { return ((x * x - 2) + 1e4) - 1e4; }),
                           Vec<double, 1>{1.0}, 1.0);
  ASSERT_EQ(root.outcome, Outcome::ok);
  EXPECT_NEAR(root.x[0], std::sqrt(2.0), 2e-12);
  EXPECT_LT(root.iterations, 12);
}

/// Numbers of evaluations of the residual, with and without its derivative.
struct Evaluations {
  int plain = 0, differentiated = 0;
};
/// x + bend x^2 = 1 from 0.
std::pair<Root<double, 1>, Evaluations> bent(double bend) {
  Evaluations evaluations;
  auto const root = newton(
      [&](auto const& x) {
        ++(std::is_same_v<decltype(x[0]), double const&> ? evaluations.plain
                                                         : evaluations.differentiated);
        auto r = x;
        r[0] = x[0] + bend * x[0] * x[0] - 1;
        return r;
      },
      Vec<double, 1>{0}, 1000.0);
  return {root, evaluations};
}

TEST(Newton, KeepsAJacobianAsLongAsChangesShrinkAHundredTimes) {
  auto const [near, kept] = bent(1e-3);
  ASSERT_EQ(near.outcome, Outcome::ok);
  EXPECT_NEAR(near.x[0], (std::sqrt(1 + 4e-3) - 1) / 2e-3, 1e-12);
  EXPECT_EQ(kept.differentiated, 1);
  EXPECT_EQ(kept.plain, near.iterations - 1);
  EXPECT_GT(kept.plain, 1);

  auto const [far, renewed] = bent(10);
  ASSERT_EQ(far.outcome, Outcome::ok);
  EXPECT_NEAR(far.x[0], (std::sqrt(41.0) - 1) / 20, 1e-12);
  EXPECT_GT(renewed.differentiated, 3);
  EXPECT_EQ(renewed.differentiated + renewed.plain, far.iterations);
}

TEST(Newton, SingularJacobian) {
  auto const root = newton(
      [](auto const& x) {
        auto r = x;
        r[0] = x[0] + x[1] - 1;
        r[1] = 2 * x[0] + 2 * x[1] - 3;
        return r;
      },
      Vec<double, 2>{0, 0}, 1.0);
  EXPECT_EQ(root.outcome, Outcome::singular_constraints);
  EXPECT_EQ(root.iterations, 1);
}

TEST(Newton, NoRealRootDiverges) {
  // From sqrt(3)/3 the iteration for x^2 + 1 alternates between two points, exactly but for
  // rounding.
  auto const root = newton(equation([](auto const& x) { return x * x + 1; }),
                           Vec<double, 1>{1 / std::sqrt(3.0)}, 1.0);
  EXPECT_EQ(root.outcome, Outcome::newton_diverged);
  EXPECT_EQ(root.iterations, 50);
}

TEST(Newton, OverflowIsNotFinite) {
  auto const root =
      newton(equation([](auto const& x) { return 1e-300 * x + 1e100; }), Vec<double, 1>{0}, 1.0);
  EXPECT_EQ(root.outcome, Outcome::non_finite);
}

/// 2 x/(1 + x^2) = s: x = tan(asin(s)/2) up to s = 1, where the branch folds back to x = 1/tan.
template <class S>
Root<S, 1> folded(S s) {
  return continued_root<S, 1>(
      equation([s](auto const& x, S const& t) { return S(2) * x - t * s * (S(1) + x * x); }), S(1));
}

template <class S>
class ContinuationIn : public testing::Test {};
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
        equation([s](auto const& y, double t) { return 3.0 * y - y * y * y - 2.0 * t * s; }), 1.0);
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
        equation([&](auto const& x, double t) {
          double const Pt = t * h * P, ct = t * h * c;
          return ((0.5 * (Pt + 1) * x - ct) * x + (0.5 * Pt + 2.5)) * x - ct;
        }),
        1.0);
  };
  EXPECT_EQ(at(1.3816).outcome, Outcome::ok);
  for (double h = 1.3818; h < 1.7; h += 0.0005)
    EXPECT_EQ(at(h).outcome, Outcome::no_real_root) << h;
}

}  // namespace
}  // namespace rattleback
