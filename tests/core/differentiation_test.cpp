// First and second derivatives by dual numbers: by hand and by nesting, at random points.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdlib.h>

#include "problems/core/numbers/dual.hpp"

namespace rattleback {
namespace {

using D = Dual<double, 2>;
using J = Jet2<double, 2>;

D dual(double value, int slot) { return {value, unit<double, 2>(slot)}; }
J jet(double value, int slot) { return {value, unit<double, 2>(slot), {}}; }

/// Random cases are the same in every run, unless RC_PARAMS is set.
[[maybe_unused]] int const seeded = setenv("RC_PARAMS", "seed=1", 0);

double moderate() { return *rc::gen::inRange(-300, 300) / 100.0; }

void close(double a, double b) {
  RC_ASSERT(std::abs(a - b) <= 1e-12 * (1 + std::abs(a) + std::abs(b)));
}

/// A function with every operation in it, and its derivatives by hand.
template <class T>
T sample(T const& x, T const& y) {
  using std::atan, std::cos, std::sin, std::sqrt;
  return 3 * x * x * y - sin(x * y) / (1 + y * y) + sqrt(2 + cos(x)) - (-x) / 2 + (y - 1) * 0.25 -
         (2 - (y + 1)) * 0.25 - atan(x);
}

RC_GTEST_PROP(Dual, MatchesDerivativesByHand, ()) {
  double const x = moderate(), y = moderate();
  auto const f = sample(dual(x, 0), dual(y, 1));
  double const s = std::sin(x * y), c = std::cos(x * y), w = 1 + y * y,
               r = std::sqrt(2 + std::cos(x));
  close(f.value, sample(x, y));
  close(f.slope[0], 6 * x * y - y * c / w - std::sin(x) / (2 * r) + 0.5 - 1 / (1 + x * x));
  close(f.slope[1], 3 * x * x - x * c / w + 2 * y * s / (w * w) + 0.5);
}

RC_GTEST_PROP(Jet2, MatchesSecondDerivativesByHand, ()) {
  double const x = moderate(), y = moderate();
  auto const f = sample(jet(x, 0), jet(y, 1));
  double const s = std::sin(x * y), c = std::cos(x * y), w = 1 + y * y, u = 2 + std::cos(x);
  double const root = std::sqrt(u), sx = std::sin(x), cx = std::cos(x), a = 1 + x * x;
  close(f.second(0, 0),
        6 * y + y * y * s / w - cx / (2 * root) - sx * sx / (4 * u * root) + 2 * x / (a * a));
  close(f.second(1, 0), 6 * x - (c - x * y * s) / w + 2 * y * y * c / (w * w));
  close(f.second(1, 1),
        x * x * s / w + 4 * x * y * c / (w * w) + 2 * s / (w * w) - 8 * y * y * s / (w * w * w));
}

RC_GTEST_PROP(Jet2, EqualsNestedDuals, ()) {
  using DD = Dual<D, 2>;
  double const x = moderate(), y = moderate();
  auto const nested = sample(DD(dual(x, 0), unit<D, 2>(0)), DD(dual(y, 1), unit<D, 2>(1)));
  auto const by_jets = sample(jet(x, 0), jet(y, 1));
  close(by_jets.value, nested.value.value);
  for (int i = 0; i < 2; ++i) {
    close(by_jets.gradient[i], nested.value.slope[i]);
    for (int j = 0; j < 2; ++j) close(by_jets.second(i, j), nested.slope[i].slope[j]);
  }
}

}  // namespace
}  // namespace rattleback
