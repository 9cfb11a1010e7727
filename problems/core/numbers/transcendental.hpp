#pragma once
// exp, log, sinh, cosh, tanh and atan2 of dual numbers and lanes: functions that formulas in text
// files use and problems of the catalogue do not.

#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/lanes.hpp"

namespace rattleback {

template <Differentiable D>
D exp(D const& a) {
  using std::exp;
  auto const e = exp(a.value);
  return D::chain(a, e, e, [&] { return e; });
}
template <Differentiable D>
D log(D const& a) {
  using std::log;
  auto const d = decltype(D::value)(1) / a.value;
  return D::chain(a, log(a.value), d, [&] { return -d * d; });
}
template <Differentiable D>
D sinh(D const& a) {
  using std::cosh, std::sinh;
  auto const c = cosh(a.value), s = sinh(a.value);
  return D::chain(a, s, c, [&] { return s; });
}
template <Differentiable D>
D cosh(D const& a) {
  using std::cosh, std::sinh;
  auto const s = sinh(a.value), c = cosh(a.value);
  return D::chain(a, c, s, [&] { return c; });
}
// The slope 1/cosh^2: 1 - tanh^2 would lose its digits where tanh comes near 1.
template <Differentiable D>
D tanh(D const& a) {
  using std::cosh, std::tanh;
  using T = decltype(D::value);
  T const c = cosh(a.value), d = T(1) / (c * c), t = tanh(a.value);
  return D::chain(a, t, d, [&] { return T(-2) * t * d; });
}

/// The angle from its value and a small turn, which is smooth wherever the angle is defined.
template <Differentiable D>
D atan2(D const& y, D const& x) {
  using std::atan2;
  auto const &y0 = y.value, &x0 = x.value;
  return atan2(y0, x0) + atan((x0 * y - y0 * x) / (x0 * x + y0 * y));
}

/// Lane by lane, so that a lane is what the scalar function gives.
template <class Function>
Lanes each_lane(Lanes a, Function const& f) {
  for (int lane = 0; lane < lane_count; ++lane) a.set(lane, f(a[lane]));
  return a;
}
inline Lanes exp(Lanes a) {
  return each_lane(a, [](double x) { return std::exp(x); });
}
inline Lanes log(Lanes a) {
  return each_lane(a, [](double x) { return std::log(x); });
}
inline Lanes sinh(Lanes a) {
  return each_lane(a, [](double x) { return std::sinh(x); });
}
inline Lanes cosh(Lanes a) {
  return each_lane(a, [](double x) { return std::cosh(x); });
}
inline Lanes tanh(Lanes a) {
  return each_lane(a, [](double x) { return std::tanh(x); });
}

}  // namespace rattleback
