#pragma once
// Small dense solves for code that is a template over the number type.

#include <cmath>

#include "problems/core/mask.hpp"
#include "problems/core/vec.hpp"

namespace rattleback {

template <class T, int N>
struct Solution {
  Vec<T, N> x;
  bool singular = false;   ///< never of lanes: x is then not a number in a singular lane
  Mask<T> positive{true};  ///< the sign of the determinant
};

/// The row of the largest entry of column k on or below the diagonal.
template <class T, int N>
int pivot_row(Mat<T, N, N> const& m, int k) {
  using std::abs;
  int pivot = k;
  for (int i = k + 1; i < N; ++i)
    if (abs(m(i, k)) > abs(m(pivot, k))) pivot = i;
  return pivot;
}

/// Brings each lane's own pivot to row k, where the entries left of column k are spent.
/// @return where rows were exchanged
template <OnLanes T, int N>
Mask<T> exchange_pivots(Mat<T, N, N>& m, Vec<T, N>& b, int k) {
  using std::abs;
  Mask<T> is_pivot[N], exchanged(false);
  T largest = abs(m(k, k));
  for (int i = k + 1; i < N; ++i) {
    T const size = abs(m(i, k));
    is_pivot[i] = size > largest;
    largest = select(is_pivot[i], size, largest);
    for (int before = k + 1; before < i; ++before)
      is_pivot[before] = is_pivot[before] & !is_pivot[i];
    exchanged = exchanged | is_pivot[i];
  }
  if (!any(exchanged)) return exchanged;
  auto const exchange = [](Mask<T> const& where, T& a, T& b) {
    T const old = a;
    a = select(where, b, a);
    b = select(where, old, b);
  };
  for (int i = k + 1; i < N; ++i) {
    if (!any(is_pivot[i])) continue;
    for (int j = k; j < N; ++j) exchange(is_pivot[i], m(k, j), m(i, j));
    exchange(is_pivot[i], b[k], b[i]);
  }
  return exchanged;
}

/// Solves m x = b by elimination with row pivoting. Singular when a pivot is not above
/// `threshold` times the largest entry of m (or not finite); x is then meaningless.
template <class T, int N>
Solution<T, N> solve(Mat<T, N, N> m, Vec<T, N> b, double threshold = 1e-14) {
  using std::abs;
  T largest(0);
  Mask<T> positive(true), regular(true);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) largest = select(abs(m(i, j)) > largest, abs(m(i, j)), largest);
  for (int k = 0; k < N; ++k) {
    if constexpr (OnLanes<T>) {
      auto const exchanged = exchange_pivots(m, b, k);
      regular = regular & (abs(m(k, k)) > T(threshold) * largest);
      positive = positive != ((T(0) > m(k, k)) != exchanged);
    } else {
      int const pivot = pivot_row(m, k);
      if (!(abs(m(pivot, k)) > T(threshold) * largest)) return {b, true};
      if ((T(0) > m(pivot, k)) != (pivot != k)) positive = !positive;
      std::swap(m.row[k], m.row[pivot]);
      std::swap(b[k], b[pivot]);
    }
    for (int i = k + 1; i < N; ++i) {
      T const f = m(i, k) / m(k, k);
      for (int j = k + 1; j < N; ++j) m(i, j) = m(i, j) - f * m(k, j);
      b[i] = b[i] - f * b[k];
    }
  }
  for (int i = N - 1; i >= 0; --i) {
    for (int j = i + 1; j < N; ++j) b[i] = b[i] - m(i, j) * b[j];
    b[i] = b[i] / m(i, i);
  }
  if constexpr (OnLanes<T>) b = select(regular, b, not_numbers<T, N>());
  return {b, false, positive};
}

/// Determinant, by elimination with row pivoting.
template <class T, int N>
T determinant(Mat<T, N, N> m) {
  T product(1);
  for (int k = 0; k < N; ++k) {
    int const pivot = pivot_row(m, k);
    if (m(pivot, k) == T(0)) return T(0);
    if (pivot != k) {
      std::swap(m.row[k], m.row[pivot]);
      product = -product;
    }
    product = product * m(k, k);
    for (int i = k + 1; i < N; ++i) {
      T const f = m(i, k) / m(k, k);
      for (int j = k + 1; j < N; ++j) m(i, j) = m(i, j) - f * m(k, j);
    }
  }
  return product;
}

/// Elimination without pivoting and without a branch on a number, so that it runs on lanes. For
/// the m x m multiplier systems A W A'^T, which tend to a positive definite matrix as h -> 0.
/// A vanishing pivot yields non-finite numbers, which the caller must look for.
template <class T, int N>
[[gnu::always_inline]] inline Vec<T, N> solve_without_pivoting(Mat<T, N, N> m, Vec<T, N> b) {
  for (int k = 0; k < N; ++k)
    for (int i = k + 1; i < N; ++i) {
      T const f = m(i, k) / m(k, k);
      for (int j = k + 1; j < N; ++j) m(i, j) = m(i, j) - f * m(k, j);
      b[i] = b[i] - f * b[k];
    }
  for (int i = N - 1; i >= 0; --i) {
    for (int j = i + 1; j < N; ++j) b[i] = b[i] - m(i, j) * b[j];
    b[i] = b[i] / m(i, i);
  }
  return b;
}

}  // namespace rattleback
