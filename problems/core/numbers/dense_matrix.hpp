#pragma once
// Small dense systems whose size is known when the program runs. The operations and their order are
// those of linear_solve.hpp, so that both give the same bits.

#include <cmath>
#include <utility>
#include <vector>

namespace rattleback {

/// Square matrix, by rows.
template <class S>
struct DenseMatrix {
  int n = 0;
  std::vector<S> entries;

  explicit DenseMatrix(int size) : n(size), entries(std::size_t(size) * size, S(0)) {}
  DenseMatrix(int size, std::vector<S> by_rows) : n(size), entries(std::move(by_rows)) {}
  S& operator()(int i, int j) { return entries[std::size_t(i) * n + j]; }
  S const& operator()(int i, int j) const { return entries[std::size_t(i) * n + j]; }
};

/// Elimination of column k of m, n x n, with row pivoting. Returns the row that was exchanged with
/// row k.
template <class S>
int eliminate(int n, S* m, int k) {
  using std::abs;
  auto const at = [=](int i, int j) -> S& { return m[i * n + j]; };
  int pivot = k;
  for (int i = k + 1; i < n; ++i)
    if (abs(at(i, k)) > abs(at(pivot, k))) pivot = i;
  for (int j = 0; pivot != k && j < n; ++j) std::swap(at(k, j), at(pivot, j));
  for (int i = k + 1; i < n; ++i) {
    S const f = at(i, k) / at(k, k);
    for (int j = k + 1; j < n; ++j) at(i, j) = at(i, j) - f * at(k, j);
    at(i, k) = f;
  }
  return pivot;
}

/// Replaces m by its factors; calls exchange(k, pivot) for rows k < pivot that change their places.
/// Returns false if a pivot is not above 1e-14 of the largest entry.
template <class S, class Exchange>
bool factor_in_place(int n, S* m, Exchange const& exchange) {
  using std::abs;
  S largest(0);
  for (int i = 0; i < n * n; ++i)
    if (abs(m[i]) > largest) largest = abs(m[i]);
  for (int k = 0; k < n; ++k) {
    int const pivot = eliminate(n, m, k);
    if (!(abs(m[k * n + k]) > S(1e-14) * largest)) return false;
    if (pivot != k) exchange(k, pivot);
  }
  return true;
}
/// Solves with the factors of m; the rows of x have been exchanged.
template <class S>
void substitute(int n, S const* m, S* x) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) x[i] = x[i] - m[i * n + k] * x[k];
  for (int k = n - 1; k >= 0; --k) {
    x[k] = x[k] / m[k * n + k];
    for (int i = 0; i < k; ++i) x[i] = x[i] - m[i * n + k] * x[k];
  }
}
/// Replaces x by the solution of m x = b, and m by its factors. Returns false, with x meaningless,
/// if a pivot is not above 1e-14 of the largest entry.
template <class S>
bool solve_in_place(int n, S* m, S* x) {
  if (!factor_in_place(n, m, [x](int k, int pivot) { std::swap(x[k], x[pivot]); })) return false;
  substitute(n, m, x);
  return true;
}

template <class S>
struct DenseSolution {
  std::vector<S> x;
  bool singular = false;  ///< x is then meaningless
};

/// Solves m x = b.
template <class S>
DenseSolution<S> solve(DenseMatrix<S> m, std::vector<S> const& b) {
  auto x = b;
  if (!solve_in_place(m.n, m.entries.data(), x.data())) return {b, true};
  return {x};
}

template <class S>
S determinant(DenseMatrix<S> m) {
  S product(1);
  for (int k = 0; k < m.n; ++k) {
    int const pivot = eliminate(m.n, m.entries.data(), k);
    if (m(k, k) == S(0)) return S(0);
    if (pivot != k) product = -product;
    product = product * m(k, k);
  }
  return product;
}

/// a . b of n numbers.
template <class S>
S dot(int n, S const* a, S const* b) {
  S sum = a[0] * b[0];
  for (int i = 1; i < n; ++i) sum = sum + a[i] * b[i];
  return sum;
}
/// m a for a matrix of `rows` rows of n numbers.
template <class S>
std::vector<S> times(int rows, int n, S const* m, S const* a) {
  std::vector<S> product(rows);
  for (int i = 0; i < rows; ++i) product[i] = dot(n, m + std::size_t(i) * n, a);
  return product;
}

}  // namespace rattleback
