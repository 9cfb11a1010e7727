#pragma once
// exp, log, sinh, cosh, tanh and atan2 of dual numbers and lanes: functions that formulas in text
// files use and problems of the catalogue do not.

#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/lanes.hpp"

namespace rattleback {

template <class T, auto N>
Dual<T, N> exp(Dual<T, N> const& a) {
  using std::exp;
  T const e = exp(a.value);
  return Dual<T, N>::chain(a, e, e);
}
template <class T, auto N>
Jet2<T, N> exp(Jet2<T, N> const& a) {
  using std::exp;
  T const e = exp(a.value);
  return Jet2<T, N>::chain(a, e, e, e);
}

template <class T, auto N>
Dual<T, N> log(Dual<T, N> const& a) {
  using std::log;
  return Dual<T, N>::chain(a, log(a.value), T(1) / a.value);
}
template <class T, auto N>
Jet2<T, N> log(Jet2<T, N> const& a) {
  using std::log;
  T const d = T(1) / a.value;
  return Jet2<T, N>::chain(a, log(a.value), d, -d * d);
}

template <class T, auto N>
Dual<T, N> sinh(Dual<T, N> const& a) {
  using std::cosh, std::sinh;
  return Dual<T, N>::chain(a, sinh(a.value), cosh(a.value));
}
template <class T, auto N>
Jet2<T, N> sinh(Jet2<T, N> const& a) {
  using std::cosh, std::sinh;
  T const s = sinh(a.value);
  return Jet2<T, N>::chain(a, s, cosh(a.value), s);
}
template <class T, auto N>
Dual<T, N> cosh(Dual<T, N> const& a) {
  using std::cosh, std::sinh;
  return Dual<T, N>::chain(a, cosh(a.value), sinh(a.value));
}
template <class T, auto N>
Jet2<T, N> cosh(Jet2<T, N> const& a) {
  using std::cosh, std::sinh;
  T const c = cosh(a.value);
  return Jet2<T, N>::chain(a, c, sinh(a.value), c);
}
// The slope 1/cosh^2: 1 - tanh^2 would lose its digits where tanh comes near 1.
template <class T, auto N>
Dual<T, N> tanh(Dual<T, N> const& a) {
  using std::cosh, std::tanh;
  T const c = cosh(a.value);
  return Dual<T, N>::chain(a, tanh(a.value), T(1) / (c * c));
}
template <class T, auto N>
Jet2<T, N> tanh(Jet2<T, N> const& a) {
  using std::cosh, std::tanh;
  T const c = cosh(a.value), t = tanh(a.value), d = T(1) / (c * c);
  return Jet2<T, N>::chain(a, t, d, T(-2) * t * d);
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
