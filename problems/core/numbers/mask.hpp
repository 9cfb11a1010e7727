#pragma once
// Conditions and choices that read the same for one number and for lanes of them: a comparison of
// numbers is a bool, of lanes a mask with a truth for each lane.

#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// Result of a comparison of two T.
template <class T>
using Mask = decltype(std::declval<T const&>() > std::declval<T const&>());

/// True if T, or the number type under its derivatives, holds several lanes.
template <class T>
concept OnLanes = !std::same_as<Mask<T>, bool>;

/// The number type whose limits are those of T.
template <class T>
struct PlainNumber {
  using type = T;  ///< number type
};
/// Number type of lanes.
template <class T>
requires requires { typename T::Plain; }
struct PlainNumber<T> {
  using type = typename T::Plain;  ///< number type
};
/// Numeric limits of T.
template <class T>
using Limits = std::numeric_limits<typename PlainNumber<T>::type>;

/// True if the condition holds on some lane.
inline bool any(bool condition) { return condition; }
/// True if the condition holds on all lanes.
inline bool all(bool condition) { return condition; }
/// Returns `yes` or `no`, on lanes for each lane.
template <Scalar T>
T select(bool condition, T const& yes, T const& no) {
  return condition ? yes : no;
}
/// Returns `yes` or `no`, on lanes for each lane.
template <class Condition, class T, int N>
Vec<T, N> select(Condition const& condition, Vec<T, N> const& yes, Vec<T, N> const& no) {
  Vec<T, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = select(condition, yes[i], no[i]);
  return r;
}

/// Returns `yes` or `no`, on lanes for each lane.
template <class Condition, class T, Size N>
Vec<T, N> select(Condition const& condition, Vec<T, N> const& yes, Vec<T, N> const& no) {
  return Vec<T, N>(entries, [&](int i) { return select(condition, yes[i], no[i]); });
}

/// Returns std::max, also for NaN.
template <class T>
T larger(T const& a, T const& b) {
  return select(b > a, b, a);
}
/// Returns std::min, also for NaN.
template <class T>
T smaller(T const& a, T const& b) {
  return select(a > b, b, a);
}

/// Largest entry by absolute value.
template <class T, auto N>
T largest(Vec<T, N> const& a) {
  using std::abs;
  T size(0);
  for (int i = 0; i < N; ++i) size = select(abs(a[i]) > size, abs(a[i]), size);
  return size;
}

/// True, or the lanes, where all numbers are finite.
template <class T, auto N>
Mask<T> all_finite(Vec<T, N> const& a) {
  using std::isfinite;
  Mask<T> finite(true);
  for (int i = 0; i < N; ++i) finite = finite & Mask<T>(isfinite(a[i]));
  return finite;
}

/// Returns a vector of NaN: the result of an operation that has none.
template <class T, auto N>
Vec<T, N> not_numbers() {
  Vec<T, N> r;
  for (int i = 0; i < N; ++i) r[i] = T(std::numeric_limits<double>::quiet_NaN());
  return r;
}

}  // namespace rattleback
