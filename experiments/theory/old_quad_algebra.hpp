#pragma once
// Vectors and small matrices of quad numbers whose sizes are known at run time.

#include <quadmath.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::theory::old {

using Q = RawQuad;
using Numbers = std::vector<Q>;
using Rows = std::vector<Numbers>;  ///< of a matrix

inline Q absolute(Q a) { return a < 0 ? -a : a; }
inline Q largest(Numbers const& a) {
  Q size = 0;
  for (Q const& x : a) size = larger_or_nan<Q>(size, absolute(x));
  return size;
}
inline Numbers times(Q s, Numbers a) {
  for (Q& x : a) x *= s;
  return a;
}
inline Numbers sum(Numbers a, Numbers const& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}
inline Numbers difference(Numbers a, Numbers const& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}
inline Q dot(Numbers const& a, Numbers const& b) {
  Q s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
  return s;
}
inline double distance(Numbers const& a, Numbers const& b) {
  return double(largest(difference(a, b)));
}
/// Entries first(i) x second(j).
template <class F>
Rows table_of(Rows const& first, Rows const& second, F const& f) {
  Rows entries;
  for (auto const& a : first) {
    entries.emplace_back();
    for (auto const& b : second) entries.back().push_back(f(a, b));
  }
  return entries;
}

/// The rows of the identity.
inline Rows unit_vectors(int n) {
  Rows all(std::size_t(n), Numbers(std::size_t(n), Q(0)));
  for (std::size_t i = 0; i < all.size(); ++i) all[i][i] = 1;
  return all;
}
/// The columns as rows.
inline Rows columns(Rows const& rows) {
  Rows all(rows.at(0).size());
  for (auto const& row : rows)
    for (std::size_t j = 0; j < all.size(); ++j) all[j].push_back(row[j]);
  return all;
}

/// Elimination with row pivoting: the solution of m x = b and the determinant.
struct Eliminated {
  Numbers x;
  Q determinant = 1;
};
inline Eliminated eliminated(Rows m, Numbers b) {
  std::size_t const n = m.size();
  Eliminated result;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (absolute(m[i][k]) > absolute(m[pivot][k])) pivot = i;
    if (pivot != k) {
      std::swap(m[pivot], m[k]);
      std::swap(b[pivot], b[k]);
      result.determinant = -result.determinant;
    }
    result.determinant *= m[k][k];
    if (m[k][k] == 0) throw std::runtime_error("a singular matrix in a study of groupoids");
    for (std::size_t i = k + 1; i < n; ++i) {
      Q const f = m[i][k] / m[k][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= f * m[k][j];
      b[i] -= f * b[k];
    }
  }
  result.x = Numbers(n, Q(0));
  for (std::size_t i = n; i-- > 0;) {
    Q rest = b[i];
    for (std::size_t j = i + 1; j < n; ++j) rest -= m[i][j] * result.x[j];
    result.x[i] = rest / m[i][i];
  }
  return result;
}
inline Q determinant(Rows const& m) {
  if (m.empty()) return 1;
  return eliminated(m, Numbers(m.size(), Q(0))).determinant;
}

/// Rows: a basis of the common kernel in R^n of independent linear forms, of unit entries in the
/// columns that no pivot takes.
inline Rows null_space(Rows forms, int n) {
  int const count = int(forms.size());
  std::vector<int> pivots;
  for (int row = 0; row < count; ++row) {
    int best_row = row, best = -1;
    for (int i = row; i < count; ++i)
      for (int j = 0; j < n; ++j)
        if (best < 0 || absolute(forms[std::size_t(i)][std::size_t(j)]) >
                            absolute(forms[std::size_t(best_row)][std::size_t(best)]))
          best_row = i, best = j;
    std::swap(forms[std::size_t(row)], forms[std::size_t(best_row)]);
    auto& lead = forms[std::size_t(row)];
    lead = times(1 / lead[std::size_t(best)], lead);
    for (int i = 0; i < count; ++i)
      if (i != row)
        forms[std::size_t(i)] =
            sum(forms[std::size_t(i)], times(-forms[std::size_t(i)][std::size_t(best)], lead));
    pivots.push_back(best);
  }
  Rows basis;
  for (int j = 0; j < n; ++j) {
    if (std::find(pivots.begin(), pivots.end(), j) != pivots.end()) continue;
    Numbers v(std::size_t(n), Q(0));
    v[std::size_t(j)] = 1;
    for (int row = 0; row < count; ++row)
      v[std::size_t(pivots[std::size_t(row)])] = -forms[std::size_t(row)][std::size_t(j)];
    basis.push_back(v);
  }
  return basis;
}
/// The same of the linear forms f(vector, row), `count` of them.
template <class F>
Rows null_space(int n, F const& f, int count) {
  Rows forms;
  for (int row = 0; row < count; ++row) {
    forms.emplace_back();
    for (auto const& e : unit_vectors(n)) forms.back().push_back(f(e, row));
  }
  return null_space(forms, n);
}

/// The end of what holds from `low` on, by bisection down to `width`: f holds at `low`, not at
/// `high`.
template <class T, class F>
T end_of(T low, T high, T width, F const& f) {
  while (high - low > width) {
    T const middle = (low + high) / 2;
    (f(middle) ? low : high) = middle;
  }
  return low;
}

/// Newton's method with difference quotients. Throws std::runtime_error when it does not converge.
template <class F>
Numbers newton_root(Numbers x, F const& residual) {
  Q const d = 1e-14Q;
  for (int iteration = 0; iteration < 40; ++iteration) {
    auto const r = residual(x);
    std::size_t const n = x.size();
    Rows jacobian(n, Numbers(n, Q(0)));
    for (std::size_t j = 0; j < n; ++j) {
      auto ahead = x, behind = x;
      ahead[j] += d;
      behind[j] -= d;
      auto const above = residual(ahead), below = residual(behind);
      for (std::size_t i = 0; i < n; ++i) jacobian[i][j] = (above[i] - below[i]) / (2 * d);
    }
    auto const change = eliminated(jacobian, r).x;
    x = sum(x, times(-1, change));
    if (largest(change) < 1e-23Q) return x;
  }
  throw std::runtime_error("Newton's method did not converge in a study of groupoids");
}

}  // namespace rattleback::theory::old
