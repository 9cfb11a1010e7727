#pragma once
// Functions with removable singularities, as analytic functions of s = angle^2: a series near zero,
// where quotients lose digits (and derivatives of sqrt do not exist), the quotient elsewhere.

#include <cmath>

#include "problems/core/numbers/dual.hpp"

namespace rattleback {

namespace removable {

/// The plain number, or lanes of them, under any depth of differentiation.
template <class T>
auto plain_value(T const& x) {
  if constexpr (Differentiable<T>)
    return plain_value(x.value);
  else if constexpr (OnLanes<T>)
    return x;
  else
    return static_cast<double>(x);
}

/// sum_k (-s)^k numerator(k)/(2k + shift)!; enough terms for 113 bits up to s = 4.
template <class T, class Numerator>
T alternating_series(T const& s, int shift, Numerator const& numerator) {
  constexpr int terms = 22;
  // Horner's scheme: each bracket divides by the next two factors of the factorial.
  T sum(0);
  for (int k = terms; k >= 0; --k) {
    T const coefficient(numerator(k));
    if (k == terms)
      sum = coefficient;
    else
      sum = coefficient - s * sum / T((2 * k + shift + 1) * (2 * k + shift + 2));
  }
  double factorial = 1;
  for (int j = 2; j <= shift; ++j) factorial *= j;
  return sum / T(factorial);
}

inline double one(int) { return 1; }

/// series() where s < 4, else quotient(). Lanes on both sides take their part of either.
template <class T, class Series, class Quotient>
T near_and_far(T const& s, Series const& series, Quotient const& quotient) {
  auto const near = plain_value(s) < 4;
  if (all(near)) return series();
  if (!any(near)) return quotient();
  return select(near, series(), quotient());
}

}  // namespace removable

/// sin(a)/a, s = a^2.
template <class T>
T sine_quotient(T const& s) {
  return removable::near_and_far(
      s, [&] { return removable::alternating_series(s, 1, removable::one); },
      [&] {
        using std::sin, std::sqrt;
        T const a = sqrt(s);
        return T(sin(a) / a);
      });
}

/// (1 - cos(a))/a^2, s = a^2.
template <class T>
T cosine_quotient(T const& s) {
  return removable::near_and_far(
      s, [&] { return removable::alternating_series(s, 2, removable::one); },
      [&] {
        using std::sin, std::sqrt;
        T const half_sine = sin(sqrt(s) / T(2));
        return T(T(2) * half_sine * half_sine / s);
      });
}

/// (a - sin(a))/a^3, s = a^2.
template <class T>
T sine_remainder_quotient(T const& s) {
  return removable::near_and_far(
      s, [&] { return removable::alternating_series(s, 3, removable::one); },
      [&] { return T((T(1) - sine_quotient(s)) / s); });
}

/// (1 - (a/2) cot(a/2))/a^2, s = a^2: coefficient of ad^2 in dexp^-1. Infinite at a = 2 pi.
template <class T>
T cotangent_quotient(T const& s) {
  return removable::near_and_far(
      s,
      [&] {
        // (2 (1 - cos a)/a^2 - sin(a)/a)/a^2 = sum_k (-s)^k (2k + 2)/(2k + 4)!
        T const excess = removable::alternating_series(s, 4, [](int k) { return 2.0 * k + 2; });
        return T(excess / (T(2) * cosine_quotient(s)));
      },
      [&] {
        using std::cos, std::sin, std::sqrt;
        T const half = sqrt(s) / T(2);
        return T((T(1) - half * cos(half) / sin(half)) / s);
      });
}

}  // namespace rattleback
