#pragma once
// n x n matrices, row by row in a flat vector, as points of matrix groups are stored.

#include <cmath>
#include <limits>

#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/numbers/removable.hpp"

namespace rattleback {

template <int n, class T>
Vec<T, n * n> identity_matrix() {
  Vec<T, n * n> one;
  for (int i = 0; i < n * n; ++i) one[i] = T(i % (n + 1) == 0 ? 1 : 0);
  return one;
}

template <int n, class T, class U>
auto product(Vec<T, n * n> const& a, Vec<U, n * n> const& b) {
  using W = std::remove_cvref_t<decltype(a[0] * b[0])>;
  Vec<W, n * n> c;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      W sum = a[n * i] * b[j];
      for (int k = 1; k < n; ++k) sum = sum + a[n * i + k] * b[n * k + j];
      c[n * i + j] = sum;
    }
  return c;
}

template <int n, class T>
Vec<T, n * n> transposed(Vec<T, n * n> const& a) {
  Vec<T, n * n> t;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) t[n * i + j] = a[n * j + i];
  return t;
}

/// By expansion along the first row: without division, for small n.
template <int n, class T>
T determinant(Vec<T, n * n> const& a) {
  if constexpr (n == 1) {
    return a[0];
  } else {
    T sum(0);
    for (int column = 0; column < n; ++column) {
      Vec<T, (n - 1) * (n - 1)> minor;
      for (int i = 1, k = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (j != column) minor[k++] = a[n * i + j];
      sum = sum + T(column % 2 == 0 ? 1 : -1) * a[column] * determinant<n - 1>(minor);
    }
    return sum;
  }
}

/// Returns the matrix as Mat, for linear algebra.
template <int n, class T>
Mat<T, n, n> as_rows(Vec<T, n * n> const& a) {
  Mat<T, n, n> m;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) m(i, j) = a[n * i + j];
  return m;
}

/// Returns a^-1 b; NaN if a is singular.
template <int n, class T>
Vec<T, n> solution(Vec<T, n * n> const& a, Vec<T, n> const& b) {
  auto const solved = solve(as_rows<n>(a), b, 0);
  return solved.singular ? not_numbers<T, n>() : solved.x;
}

/// a^-1 b, column by column.
template <int n, class T>
Vec<T, n * n> quotient(Vec<T, n * n> const& a, Vec<T, n * n> const& b) {
  Vec<T, n * n> c;
  for (int j = 0; j < n; ++j) {
    Vec<T, n> column;
    for (int i = 0; i < n; ++i) column[i] = b[n * i + j];
    column = solution<n>(a, column);
    for (int i = 0; i < n; ++i) c[n * i + j] = column[i];
  }
  return c;
}

/// Euclidean length of the plain numbers: what decides on scalings and ends of iterations.
template <class T, int N>
double plain_length(Vec<T, N> const& a) {
  double square = 0;
  for (int i = 0; i < N; ++i) square += removable::plain_value(a[i]) * removable::plain_value(a[i]);
  return std::sqrt(square);
}

/// Distance from 1 to the next number, of the plain number under any depth of differentiation.
template <class T>
constexpr double machine_epsilon() {
  if constexpr (requires { T::value; }) {
    return machine_epsilon<decltype(T::value)>();
  } else {
    double epsilon = 1;
    for (int digit = 1; digit < std::numeric_limits<T>::digits; ++digit) epsilon /= 2;
    return epsilon;
  }
}

/// phi_1(a) = (e^a - 1) a^-1 = sum_k a^k/(k + 1)!, where e^a = 1 + a phi_1(a). By Taylor's
/// polynomial of a halved until short, and phi_1(2a) = (1 + e^a) phi_1(a)/2. An error of phi_1 does
/// not grow in the doublings when |e^a| = 1, as rotations have it, unlike that of e^a when squared.
template <int n, class T>
Vec<T, n * n> phi_1(Vec<T, n * n> a) {
  constexpr double longest = 0.5;
  constexpr int terms = [] {
    // The derivative of the first term left out, k longest^(k - 1)/(k + 1)!, is below this bound.
    int k = 0;
    for (double bound = 1; bound > machine_epsilon<T>(); bound *= longest / (k + 1)) ++k;
    return k;
  }();
  double length = plain_length(a);
  int doublings = 0;
  for (; std::isfinite(length) && length > longest; ++doublings) {
    length /= 2;
    a = T(1) / T(2) * a;
  }
  auto const one = identity_matrix<n, T>();
  auto phi = one;
  for (int k = terms; k > 0; --k) phi = one + T(1) / T(k + 1) * product<n>(a, phi);
  for (; doublings > 0; --doublings) {
    phi = phi + T(1) / T(2) * product<n>(product<n>(a, phi), phi);
    a = T(2) * a;
  }
  return phi;
}

/// Returns the largest entry of R R^T - 1, or 2 for a reflection; NaN if R has a NaN.
template <int n, class T>
T rotation_defect(Vec<T, n * n> const& R) {
  using std::abs;
  auto const error = product<n>(R, transposed<n>(R)) - identity_matrix<n, T>();
  T largest(0);
  for (int i = 0; i < n * n; ++i)
    if (abs(error[i]) > largest || error[i] != error[i]) largest = abs(error[i]);
  return determinant<n>(R) < T(0) ? T(2) : largest;
}

}  // namespace rattleback
