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
/// Returns c p, and 0 where c is, even if p has no value there: 0 x^-1 is the derivative of x^0.
/// The factor c is constant.
template <class T>
T product_or_zero(T const& c, T const& p) {
  return c == T(0) ? T(0) : c * p;
}

inline Lanes raised_to(Lanes const& a, Lanes const& b) {
  Lanes result;
  for (int lane = 0; lane < lane_count; ++lane) result.set(lane, std::pow(a[lane], b[lane]));
  return result;
}
inline Lanes product_or_zero(Lanes const& c, Lanes const& p) {
  return select(c == Lanes(0), Lanes(0), c * p);
}

template <class T, int N>
Dual<T, N> product_or_zero(Dual<T, N> const& c, Dual<T, N> const& p) {
  Dual<T, N> result(product_or_zero(c.value, p.value), p.slope);
  for (int i = 0; i < N; ++i) result.slope[i] = product_or_zero(c.value, p.slope[i]);
  return result;
}
template <class T, int N>
Jet2<T, N> product_or_zero(Jet2<T, N> const& c, Jet2<T, N> const& p) {
  Jet2<T, N> result(product_or_zero(c.value, p.value), p.gradient, p.hessian);
  for (int i = 0; i < N; ++i) result.gradient[i] = product_or_zero(c.value, p.gradient[i]);
  for (int k = 0; k < Jet2<T, N>::pairs; ++k)
    result.hessian[k] = product_or_zero(c.value, p.hessian[k]);
  return result;
}

template <class T, int N>
Dual<T, N> raised_to(Dual<T, N> const& a, Dual<T, N> const& b) {
  T const &x = a.value, &n = b.value;
  return Dual<T, N>::chain(a, raised_to(x, n), product_or_zero(n, raised_to(x, T(n - T(1)))));
}
template <class T, int N>
Jet2<T, N> raised_to(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  T const &x = a.value, &n = b.value;
  T const slope = product_or_zero(n, raised_to(x, T(n - T(1))));
  T const curvature = product_or_zero(n, product_or_zero(T(n - T(1)), raised_to(x, T(n - T(2)))));
  return Jet2<T, N>::chain(a, raised_to(x, n), slope, curvature);
}

}  // namespace rattleback
