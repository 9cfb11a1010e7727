#pragma once
// Small dense solves for code that is a template over the number type.

#include <cmath>

#include "problems/core/vec.hpp"

namespace rattleback {

template <class T, int N>
struct Solution {
  Vec<T, N> x;
  bool singular = false;
  bool positive = true;  ///< the sign of the determinant
};

/// Solves m x = b by elimination with row pivoting. Singular when a pivot is not above
/// `threshold` times the largest entry of m (or not finite); x is then meaningless.
template <class T, int N>
Solution<T, N> solve(Mat<T, N, N> m, Vec<T, N> b, double threshold = 1e-14) {
  using std::abs;
  T largest(0);
  bool positive = true;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      if (abs(m(i, j)) > largest) largest = abs(m(i, j));
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (abs(m(i, k)) > abs(m(pivot, k))) pivot = i;
    if (!(abs(m(pivot, k)) > T(threshold) * largest)) return {b, true};
    if ((T(0) > m(pivot, k)) != (pivot != k)) positive = !positive;
    std::swap(m.row[k], m.row[pivot]);
    std::swap(b[k], b[pivot]);
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
  return {b, false, positive};
}

/// Determinant, by elimination with row pivoting.
template <class T, int N>
T determinant(Mat<T, N, N> m) {
  using std::abs;
  T product(1);
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (abs(m(i, k)) > abs(m(pivot, k))) pivot = i;
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
Vec<T, N> solve_without_pivoting(Mat<T, N, N> m, Vec<T, N> b) {
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
