#pragma once
// Small dense solves for code that is a template over the number type.

#include <cmath>

#include "problems/core/numbers/lanes.hpp"
#include "problems/core/numbers/vec.hpp"

namespace rattleback {

template <class T, auto N>
struct Solution {
  Vec<T, N> x;
  bool singular = false;  ///< false on lanes: x is then NaN in a singular lane
};

/// The row of the largest entry of column k on or below the diagonal.
template <class T, auto N>
int pivot_row(Mat<T, N, N> const& m, int k) {
  using std::abs;
  int pivot = k;
  for (int i = k + 1; i < N; ++i)
    if (abs(m(i, k)) > abs(m(pivot, k))) pivot = i;
  return pivot;
}

/// Subtracts multiples of row k from the rows below; the factors stay in column k.
template <class T, auto N>
void eliminate_below(Mat<T, N, N>& m, int k) {
  if constexpr (std::is_same_v<T, double>) {
    // Whole rows, whose length is known, fill vectors.
    auto right_of_pivot = m.row[k];
    for (int j = 0; j <= k; ++j) right_of_pivot[j] = 0;
    for (int i = k + 1; i < N; ++i) {
      double const f = m(i, k) / m(k, k);
      m.row[i] = m.row[i] - f * right_of_pivot;
      m(i, k) = f;
    }
  } else {
    for (int i = k + 1; i < N; ++i) {
      T const f = m(i, k) / m(k, k);
      for (int j = k + 1; j < N; ++j) m(i, j) = m(i, j) - f * m(k, j);
      m(i, k) = f;
    }
  }
}

/// Position of a row of a matrix after pivoting.
template <class T>
using RowNumber = std::conditional_t<OnLanes<T>, Lanes, int>;

/// Brings each lane's own pivot to row k.
/// @param rows  exchanged alike
/// @return where rows were exchanged
template <OnLanes T, auto N>
Mask<T> exchange_pivots(Mat<T, N, N>& m, Vec<Lanes, N>& rows, int k) {
  using std::abs;
  Mask<T> is_pivot[capacity(N)], exchanged(false);
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
  auto const exchange = [](Mask<T> const& where, auto& a, auto& b) {
    auto const old = a;
    a = select(where, b, a);
    b = select(where, old, b);
  };
  for (int i = k + 1; i < N; ++i) {
    if (!any(is_pivot[i])) continue;
    for (int j = 0; j < N; ++j) exchange(is_pivot[i], m(k, j), m(i, j));
    exchange(is_pivot[i], rows[k], rows[i]);
  }
  return exchanged;
}

/// L, without its ones, and U of a square matrix whose rows were exchanged.
template <class T, auto N>
struct PivotedFactors {
  Mat<T, N, N> lu;
  Vec<RowNumber<T>, N> rows;
  bool exchanged = false;  ///< any two rows, in any lane
  bool singular = false;   ///< false on lanes: a solution is then NaN in a singular lane
  Mask<T> regular{true}, positive{true};  ///< positive: the sign of the determinant

  Vec<T, N> solve(Vec<T, N> b) const {
    if (exchanged) b = in_order(b);
    // Column by column, as the rows of a column do not wait for each other.
    for (int k = 0; k < N; ++k)
      for (int i = k + 1; i < N; ++i) b[i] = b[i] - lu(i, k) * b[k];
    for (int k = length(N) - 1; k >= 0; --k) {
      b[k] = b[k] / lu(k, k);
      for (int i = 0; i < k; ++i) b[i] = b[i] - lu(i, k) * b[k];
    }
    if constexpr (OnLanes<T>) b = select(regular, b, not_numbers<T, N>());
    return b;
  }

 private:
  Vec<T, N> in_order(Vec<T, N> const& b) const {
    Vec<T, N> ordered;
    for (int i = 0; i < N; ++i)
      if constexpr (OnLanes<T>) {
        ordered[i] = b[0];
        for (int k = 1; k < N; ++k) ordered[i] = select(rows[i] == Lanes(k), b[k], ordered[i]);
      } else {
        ordered[i] = b[rows[i]];
      }
    return ordered;
  }
};

template <bool is_equilibrated = false, class T, auto N>
PivotedFactors<T, N> factors_of(Mat<T, N, N> const& matrix, double threshold = 1e-14);

/// True, or the lanes, where the matrix is regular after its rows and columns, which may have units
/// of their own, were divided in turn by the geometric mean of their smallest and largest entries.
template <class T, auto N>
[[gnu::noinline, gnu::cold]] Mask<T> is_regular_equilibrated(Mat<T, N, N> m, double threshold) {
  using std::abs, std::sqrt;
  constexpr int rounds = 10;
  for (int round = 0; round < 2 * rounds; ++round) {
    auto const at = [&](int line, int k) -> T& { return round % 2 ? m(k, line) : m(line, k); };
    for (int line = 0; line < N; ++line) {
      T smallest(0), largest(0);
      for (int k = 0; k < N; ++k) {
        T const size = abs(at(line, k));
        largest = larger(largest, size);
        smallest =
            select(Mask<T>(size > T(0)) & !(Mask<T>(size > smallest) & Mask<T>(smallest > T(0))),
                   size, smallest);
      }
      T const mean = select(largest > T(0), T(sqrt(smallest) * sqrt(largest)), T(1));
      for (int k = 0; k < N; ++k) at(line, k) = at(line, k) / mean;
    }
  }
  auto const factors = factors_of<true>(m, threshold);
  if constexpr (OnLanes<T>)
    return factors.regular;
  else
    return !factors.singular;
}

/// By elimination with row pivoting. Singular when a pivot is not above `threshold` times the
/// largest entry of m (or not finite), neither of m nor of the equilibrated m; solutions are then
/// meaningless.
template <bool is_equilibrated, class T, auto N>
PivotedFactors<T, N> factors_of(Mat<T, N, N> const& matrix, double threshold) {
  using std::abs;
  PivotedFactors<T, N> of{.lu = matrix};
  auto& m = of.lu;
  Vec<T, N> of_columns;  // the largest entries, which do not wait for each other
  for (int i = 0; i < N; ++i) {
    of.rows[i] = RowNumber<T>(i);
    for (int j = 0; j < N; ++j) of_columns[j] = larger(of_columns[j], abs(m(i, j)));
  }
  T const largest = rattleback::largest(of_columns);
  for (int k = 0; k < N; ++k) {
    if constexpr (OnLanes<T>) {
      auto const exchanged = exchange_pivots(m, of.rows, k);
      of.exchanged = of.exchanged || any(exchanged);
      Mask<T> is_pivot(abs(m(k, k)) > T(threshold) * largest);
      if constexpr (!is_equilibrated)
        if (!all(is_pivot)) [[unlikely]]
          is_pivot = is_pivot | is_regular_equilibrated(matrix, threshold);
      of.regular = of.regular & is_pivot;
      of.positive = of.positive != ((T(0) > m(k, k)) != exchanged);
    } else {
      int const pivot = pivot_row(m, k);
      bool is_pivot = abs(m(pivot, k)) > T(threshold) * largest;
      if constexpr (!is_equilibrated)
        if (!is_pivot) [[unlikely]]
          is_pivot = is_regular_equilibrated(matrix, threshold);
      if (!is_pivot) {
        of.singular = true;
        return of;
      }
      if ((T(0) > m(pivot, k)) != (pivot != k)) of.positive = !of.positive;
      if (pivot != k) {
        of.exchanged = true;
        std::swap(m.row[k], m.row[pivot]);
        std::swap(of.rows[k], of.rows[pivot]);
      }
    }
    eliminate_below(m, k);
  }
  return of;
}

/// The factors of `yes` in the lanes of the condition, else those of `no`.
template <OnLanes T, auto N>
PivotedFactors<T, N> select(Mask<T> const& condition, PivotedFactors<T, N> const& yes,
                            PivotedFactors<T, N> no) {
  for (int i = 0; i < N; ++i) no.lu.row[i] = select(condition, yes.lu.row[i], no.lu.row[i]);
  no.rows = select(condition, yes.rows, no.rows);
  no.exchanged = no.exchanged || yes.exchanged;
  no.regular = select(condition, yes.regular, no.regular);
  no.positive = select(condition, yes.positive, no.positive);
  return no;
}

/// Solves m x = b by elimination with row pivoting; singular as `factors_of` says.
template <class T, auto N>
Solution<T, N> solve(Mat<T, N, N> const& m, Vec<T, N> const& b, double threshold = 1e-14) {
  auto const factors = factors_of(m, threshold);
  if (factors.singular) return {b, true};
  return {factors.solve(b)};
}

/// Elimination without pivoting and without a branch on a number, so that it runs on lanes. For
/// the m x m multiplier systems A W A'^T, which tend to a positive definite matrix as h -> 0.
/// A vanishing pivot yields non-finite numbers, which the caller must look for.
template <class T, auto N>
[[gnu::always_inline]] inline Vec<T, N> solve_without_pivoting(Mat<T, N, N> m, Vec<T, N> b) {
  for (int k = 0; k < N; ++k)
    for (int i = k + 1; i < N; ++i) {
      T const f = m(i, k) / m(k, k);
      for (int j = k + 1; j < N; ++j) m(i, j) = m(i, j) - f * m(k, j);
      b[i] = b[i] - f * b[k];
    }
  for (int i = length(N) - 1; i >= 0; --i) {
    for (int j = i + 1; j < N; ++j) b[i] = b[i] - m(i, j) * b[j];
    b[i] = b[i] / m(i, i);
  }
  return b;
}

}  // namespace rattleback
