#pragma once
// Small eager vectors and matrices for code that is a template over the number type.
// Everything that is plain double uses Eigen instead.

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "problems/core/numbers/size.hpp"

namespace rattleback {

/// Column vector of N numbers. Structured bindings work: auto const& [x, y, z] = q.
template <class T, Length auto N>
struct Vec {
  T c[N > 0 ? N : 1]{};  ///< components

  /// Returns component i.
  constexpr T& operator[](int i) { return c[i]; }
  /// Returns component i.
  constexpr T const& operator[](int i) const { return c[i]; }
  /// Returns component I.
  template <std::size_t I>
  constexpr T& get() {
    return c[I];
  }
  /// Returns component I.
  template <std::size_t I>
  constexpr T const& get() const {
    return c[I];
  }
};

/// Dense R x C matrix, stored as rows.
template <class T, Length auto R, Length auto C>
struct Mat {
  Vec<T, C> row[R > 0 ? R : 1]{};  ///< rows

  /// Returns entry (i, j).
  constexpr T& operator()(int i, int j) { return row[i][j]; }
  /// Returns entry (i, j).
  constexpr T const& operator()(int i, int j) const { return row[i][j]; }
};

/// True if T is a Vec.
template <class T>
inline constexpr bool is_vec = false;
/// True for a Vec.
template <class T, auto N>
inline constexpr bool is_vec<Vec<T, N>> = true;
/// Number type: anything but a vector.
template <class U>
concept Scalar = !is_vec<std::remove_cvref_t<U>>;

// In line always: the build leaves inlining little room, and a call costs more than the sums.
/// @{
/// Arithmetic of vectors.
template <class T, class U, int N>
[[gnu::always_inline]] constexpr auto operator+(Vec<T, N> const& a, Vec<U, N> const& b) {
  Vec<std::remove_cvref_t<decltype(a[0] + b[0])>, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = a[i] + b[i];
  return r;
}
template <class T, class U, int N>
[[gnu::always_inline]] constexpr auto operator-(Vec<T, N> const& a, Vec<U, N> const& b) {
  Vec<std::remove_cvref_t<decltype(a[0] - b[0])>, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = a[i] - b[i];
  return r;
}
template <class T, int N>
[[gnu::always_inline]] constexpr Vec<T, N> operator-(Vec<T, N> const& a) {
  Vec<T, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = -a[i];
  return r;
}
template <Scalar U, class T, int N>
[[gnu::always_inline]] constexpr auto operator*(U const& s, Vec<T, N> const& a) {
  Vec<std::remove_cvref_t<decltype(s * a[0])>, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = s * a[i];
  return r;
}
/// @}
/// Returns the dot product of a and b.
template <class T, class U, int N>
[[gnu::always_inline]] constexpr auto dot(Vec<T, N> const& a, Vec<U, N> const& b) {
  static_assert(N > 0);
  std::remove_cvref_t<decltype(a[0] * b[0])> s = a[0] * b[0];
#pragma GCC unroll 32
  for (int i = 1; i < N; ++i) s = s + a[i] * b[i];
  return s;
}
/// Returns the product of a matrix and a vector.
template <class T, class U, int R, int C>
constexpr auto operator*(Mat<T, R, C> const& m, Vec<U, C> const& a) {
  Vec<std::remove_cvref_t<decltype(m(0, 0) * a[0])>, R> r;
#pragma GCC unroll 32
  for (int i = 0; i < R; ++i) r[i] = dot(m.row[i], a);
  return r;
}

/// Entry-wise conversion, e.g. double to a dual number or to a quad.
template <class U, class T, int N>
constexpr Vec<U, N> cast(Vec<T, N> const& a) {
  Vec<U, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = static_cast<U>(a[i]);
  return r;
}

/// Moves the entries of a matrix that were written without gaps, row by row, to their places: rows
/// of run-time length have gaps.
template <class T, auto R, int C>
constexpr void unpack_rows(Mat<T, R, C>&) {}

}  // namespace rattleback

#include "problems/core/numbers/sized_vec.hpp"

namespace rattleback {

/// The N entries of a from `at` on, the first N, the last N, and both halves as one.
template <auto N, class T, auto M>
constexpr Vec<T, N> part_from(Vec<T, M> const& a, auto at) {
  Vec<T, N> r;
  for (int i = 0; i < N; ++i) r[i] = a[at + i];
  return r;
}
/// Returns the first components of a.
template <auto N, class T, auto M>
constexpr Vec<T, N> head(Vec<T, M> const& a) {
  return part_from<N>(a, 0);
}
/// Returns the last components of a.
template <auto N, class T, auto M>
constexpr Vec<T, N> tail(Vec<T, M> const& a) {
  return part_from<N>(a, length(M) - length(N));
}
/// Returns the components of a, then those of b.
template <class T, class U, auto M, auto N>
constexpr auto joined(Vec<T, M> const& a, Vec<U, N> const& b) {
  using W = std::remove_cvref_t<decltype(a[0] + b[0])>;
  Vec<W, M + N> r;
  for (int i = 0; i < M; ++i) r[i] = W(a[i]);
  for (int i = 0; i < N; ++i) r[length(M) + i] = W(b[i]);
  return r;
}
/// Rows times a row vector: m^T a.
template <class T, class U, auto R, auto C>
constexpr auto transposed_times(Mat<T, R, C> const& m, Vec<U, R> const& a) {
  if constexpr (is_sized_at_run_time<R>)
    if (length(R) == 0) return decltype(a[0] * m.row[0])();
  auto r = a[0] * m.row[0];
  for (int i = 1; i < R; ++i) r = r + a[i] * m.row[i];
  return r;
}

/// Unit vector e_j.
template <class T, int N>
constexpr Vec<T, N> unit(int j) {
  Vec<T, N> r;
#pragma GCC unroll 32
  for (int i = 0; i < N; ++i) r[i] = T(i == j ? 1 : 0);
  return r;
}

}  // namespace rattleback

/// @cond
/// Number of components, for structured bindings.
template <class T, int N>
struct std::tuple_size<rattleback::Vec<T, N>> : std::integral_constant<std::size_t, N> {};
/// Type of a component, for structured bindings.
template <std::size_t I, class T, int N>
struct std::tuple_element<I, rattleback::Vec<T, N>> {
  using type = T;  ///< type of a component
};
/// @endcond
