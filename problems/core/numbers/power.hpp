#pragma once
// Powers whose exponent depends on no coordinate or velocity, a parameter say, of all number types.
// Unlike exp(b log(a)) they have a value at a <= 0 where b is a whole number.

#include <cmath>

#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/lanes.hpp"

namespace rattleback {

/// Returns a^b. Derivatives are those along a: b is constant.
template <class T>
T raised_to(T const& a, T const& b) {
  using std::pow;
  return pow(a, b);
}

inline Lanes raised_to(Lanes const& a, Lanes const& b) {
  Lanes result;
  for (int lane = 0; lane < lane_count; ++lane) result.set(lane, std::pow(a[lane], b[lane]));
  return result;
}
template <Differentiable D>
D raised_to(D const& a, D const& b) {
  using T = decltype(D::value);
  T const &x = a.value, &n = b.value;
  T const slope = product_or_zero(n, raised_to(x, T(n - T(1))));
  return D::chain_or_zero(a, raised_to(x, n), slope, [&] {
    return product_or_zero(n, product_or_zero(T(n - T(1)), raised_to(x, T(n - T(2)))));
  });
}

}  // namespace rattleback
