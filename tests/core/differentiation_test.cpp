// First and second derivatives by dual numbers: closed forms at points, rules at random.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdlib.h>

#include "problems/core/numbers/dual.hpp"

namespace rattleback {
namespace {

using D = Dual<double, 2>;
using J = Jet2<double, 2>;

template <class T>
T at(double value, int slot);
template <>
D at<D>(double value, int slot) {
  return {value, unit<double, 2>(slot)};
}
template <>
J at<J>(double value, int slot) {
  return {value, unit<double, 2>(slot), {}};
}

/// A function with every operation in it, and its derivatives by hand.
template <class T>
T sample(T const& x, T const& y) {
  using std::cos, std::sin, std::sqrt;
  return 3 * x * x * y - sin(x * y) / (1 + y * y) + sqrt(2 + cos(x)) - (-x) / 2 + (y - 1) * 0.5;
}

TEST(Dual, MatchesDerivativesByHand) {
  double const x = 0.7, y = -1.3;
  auto const f = sample(at<D>(x, 0), at<D>(y, 1));
  double const s = std::sin(x * y), c = std::cos(x * y), w = 1 + y * y,
               r = std::sqrt(2 + std::cos(x));
  EXPECT_NEAR(f.value, sample(x, y), 1e-15);
  EXPECT_NEAR(f.slope[0], 6 * x * y - y * c / w - std::sin(x) / (2 * r) + 0.5, 1e-14);
  EXPECT_NEAR(f.slope[1], 3 * x * x - x * c / w + 2 * y * s / (w * w) + 0.5, 1e-14);
}

TEST(Jet2, MatchesSecondDerivativesByHand) {
  double const x = 0.7, y = -1.3;
  auto const f = sample(at<J>(x, 0), at<J>(y, 1));
  double const s = std::sin(x * y), c = std::cos(x * y), w = 1 + y * y, u = 2 + std::cos(x);
  double const root = std::sqrt(u), sx = std::sin(x), cx = std::cos(x);
  EXPECT_NEAR(f.second(0, 0), 6 * y + y * y * s / w - cx / (2 * root) - sx * sx / (4 * u * root),
              1e-14);
  EXPECT_NEAR(f.second(1, 0), 6 * x - (c - x * y * s) / w + 2 * y * y * c / (w * w), 1e-14);
  EXPECT_NEAR(
      f.second(1, 1),
      x * x * s / w + 4 * x * y * c / (w * w) + 2 * s / (w * w) - 8 * y * y * s / (w * w * w),
      1e-14);
}

TEST(Jet2, ItsGradientIsTheDualSlope) {
  auto const first = sample(at<D>(0.4, 0), at<D>(2.1, 1));
  auto const second = sample(at<J>(0.4, 0), at<J>(2.1, 1));
  EXPECT_EQ(second.second(0, 1), second.second(1, 0));
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(second.gradient[i], first.slope[i], 1e-14);
}

TEST(Dual, NestsToSecondDerivatives) {
  using DD = Dual<D, 2>;
  DD x(at<D>(0.4, 0), unit<D, 2>(0)), y(at<D>(2.1, 1), unit<D, 2>(1));
  auto const nested = sample(x, y);
  auto const jet = sample(at<J>(0.4, 0), at<J>(2.1, 1));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_NEAR(nested.slope[i].slope[j], jet.second(i, j), 1e-13);
}

/// Random cases are the same in every run, unless RC_PARAMS is set.
[[maybe_unused]] int const seeded = setenv("RC_PARAMS", "seed=1", 0);

/// Doubles of moderate size, multiples of 1/64 so that sums and products of two are exact.
double moderate() { return *rc::gen::inRange(-640, 640) / 64.0; }

Vec<double, 2> moderate_vector() {
  double const a = moderate(), b = moderate();
  return {a, b};
}
D moderate_dual() {
  double const value = moderate();
  return {value, moderate_vector()};
}
J moderate_jet() {
  double const value = moderate();
  auto const gradient = moderate_vector();
  auto const h = moderate_vector();
  return {value, gradient, {h[0], h[1], moderate()}};
}
void close(double a, double b) {
  RC_ASSERT(std::abs(a - b) <= 1e-12 * (1 + std::abs(a) + std::abs(b)));
}

RC_GTEST_PROP(DualRules, Product, ()) {
  auto const a = moderate_dual(), b = moderate_dual();
  auto const p = a * b;
  RC_ASSERT(p.value == a.value * b.value);
  for (int i = 0; i < 2; ++i) RC_ASSERT(p.slope[i] == a.value * b.slope[i] + b.value * a.slope[i]);
}

RC_GTEST_PROP(DualRules, QuotientUndoesProduct, ()) {
  auto const a = moderate_dual();
  auto b = moderate_dual();
  b.value += b.value < 0 ? -1 : 1;
  auto const back = a / b * b;
  close(back.value, a.value);
  // Rounding of the quotient's slope is amplified by how much larger it is.
  for (int i = 0; i < 2; ++i)
    RC_ASSERT(std::abs(back.slope[i] - a.slope[i]) <= 1e-11 * (1 + std::abs(a.value * b.slope[i])));
}

RC_GTEST_PROP(DualRules, Chain, ()) {
  auto const a = moderate_dual();
  auto const f = sin(a * a);
  for (int i = 0; i < 2; ++i)
    close(f.slope[i], std::cos(a.value * a.value) * 2 * a.value * a.slope[i]);
}

RC_GTEST_PROP(DualRules, PlainNumbersAreConstants, ()) {
  auto const a = moderate_dual();
  double const s = moderate();
  RC_ASSERT((a + s).slope[0] == a.slope[0] && (s - a).slope[1] == -a.slope[1]);
  RC_ASSERT((s * a).value == (D(s) * a).value && (a * s).slope[0] == (a * D(s)).slope[0]);
}

RC_GTEST_PROP(Jet2Rules, Product, ()) {
  auto const a = moderate_jet(), b = moderate_jet();
  auto const p = a * b;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      close(p.second(i, j), a.value * b.second(i, j) + b.value * a.second(i, j) +
                                a.gradient[i] * b.gradient[j] + a.gradient[j] * b.gradient[i]);
}

RC_GTEST_PROP(Jet2Rules, Chain, ()) {
  auto const a = moderate_jet();
  auto const f = cos(a);
  double const s = std::sin(a.value), c = std::cos(a.value);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      close(f.second(i, j), -s * a.second(i, j) - c * a.gradient[i] * a.gradient[j]);
}

RC_GTEST_PROP(Jet2Rules, TangentOfTheArc, ()) {
  // tan(atan(a)) = a, with tan = sin/cos.
  auto const a = moderate_jet();
  auto const angle = atan(a);
  auto const back = sin(angle) / cos(angle);
  double const amplified = 1e-11 * std::pow(1 + a.value * a.value, 2);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      RC_ASSERT(std::abs(back.second(i, j) - a.second(i, j)) <=
                amplified *
                    (1 + std::abs(a.second(i, j)) + std::abs(a.gradient[i] * a.gradient[j])));
  auto const dual = atan(D(a.value, {a.gradient[0], a.gradient[1]}));
  for (int i = 0; i < 2; ++i) close(dual.slope[i], angle.gradient[i]);
}

RC_GTEST_PROP(Jet2Rules, SquareOfTheRoot, ()) {
  auto a = moderate_jet();
  a.value = 1 + std::abs(a.value);
  auto const back = sqrt(a) * sqrt(a);
  close(back.value, a.value);
  for (int i = 0; i < 2; ++i) close(back.gradient[i], a.gradient[i]);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      RC_ASSERT(std::abs(back.second(i, j) - a.second(i, j)) <=
                1e-11 * (1 + std::abs(a.second(i, j)) + std::abs(a.gradient[i] * a.gradient[j])));
}

RC_GTEST_PROP(Jet2Rules, HessianIsSymmetric, ()) {
  double const x = moderate(), y = moderate();
  auto const swapped = [](auto const& u, auto const& v) { return sample(v, u); };
  auto const f = sample(at<J>(x, 0), at<J>(y, 1));
  auto const g = swapped(at<J>(y, 0), at<J>(x, 1));
  close(f.second(0, 1), f.second(1, 0));
  // Renaming the variables transposes the Hessian.
  close(f.second(0, 1), g.second(1, 0));
  close(f.second(0, 0), g.second(1, 1));
}

}  // namespace
}  // namespace rattleback
