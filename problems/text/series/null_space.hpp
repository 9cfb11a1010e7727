#pragma once
// Linear systems of equations of motion in independent velocities.

#include <algorithm>
#include <utility>
#include <vector>

#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback::text {

/// Solver of M a - mu^T lambda = r, mu a = g for n accelerations and m multipliers by independent
/// velocities (Maggi's form): a = d + E u with mu d = g, mu E = 0 and E^T (M a - r) = 0, and lambda
/// from M a - r. Complete pivoting chooses the dependent velocities. No elimination of the whole
/// system occurs.
template <class S>
class NullSpace {
 public:
  /// @param all     matrix [M, -mu^T; mu, 0] by rows
  /// @return false if mu or E^T M E is singular
  bool factor(int n, int m, std::vector<S> const& all) {
    using std::abs;
    n_ = n;
    m_ = m;
    mass_.clear();
    rows_.clear();
    for (int i = 0; i < n; ++i)
      mass_.insert(mass_.end(), all.begin() + i * (n + m), all.begin() + i * (n + m) + n);
    for (int i = 0; i < m; ++i) {
      auto const mu = all.begin() + (n + i) * (n + m);
      rows_.emplace_back(mu, mu + n + m);
      rows_.back()[n + i] = S(1);
    }
    // Rows (mu, 1) become (unit columns of the dependent velocities, inverse of their part of mu).
    slots_.clear();
    for (int i = 0; i < n; ++i) slots_.push_back(i);
    S largest(0);
    for (int k = 0; k < m; ++k) {
      int row = k, column = k;
      for (int i = k; i < m; ++i)
        for (int j = k; j < n; ++j)
          if (abs(at(i, j)) > abs(at(row, column))) row = i, column = j;
      std::swap(rows_[k], rows_[row]);
      std::swap(slots_[k], slots_[column]);
      S const pivot = at(k, k);
      if (k == 0) largest = abs(pivot);
      if (!(abs(pivot) > S(1e-14) * largest)) return false;
      for (S& entry : rows_[k]) entry = entry / pivot;
      for (int i = 0; i < m; ++i) {
        S const factor = at(i, k);
        for (int j = 0; i != k && j < n + m; ++j) rows_[i][j] = rows_[i][j] - factor * rows_[k][j];
      }
    }
    basis_.clear();
    for (int a = m; a < n; ++a) {
      auto& column = basis_.emplace_back(std::size_t(n), S(0));
      column[slots_[a]] = S(1);
      for (int i = 0; i < m; ++i) column[slots_[i]] = -at(i, a);
    }
    reduced_.clear();
    for (auto const& a : basis_) {
      auto const along = times(n, n, mass_.data(), a.data());
      for (auto const& c : basis_) reduced_.push_back(dot(n, c.data(), along.data()));
    }
    exchanges_.clear();
    return factor_in_place(n - m, reduced_.data(),
                           [this](int k, int pivot) { exchanges_.emplace_back(k, pivot); });
  }

  /// Replaces (r, g) by (a, lambda).
  void solve(S* x) const {
    std::vector<S> a(std::size_t(n_), S(0)), u;
    for (int i = 0; i < m_; ++i) a[slots_[i]] = dot(m_, rows_[i].data() + n_, x + n_);
    auto force = times(n_, n_, mass_.data(), a.data());
    for (int i = 0; i < n_; ++i) force[i] = x[i] - force[i];
    for (auto const& column : basis_) u.push_back(dot(n_, column.data(), force.data()));
    for (auto const& [i, j] : exchanges_) std::swap(u[i], u[j]);
    substitute(n_ - m_, reduced_.data(), u.data());
    for (std::size_t c = 0; c < u.size(); ++c)
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + u[c] * basis_[c][i];
    force = times(n_, n_, mass_.data(), a.data());
    for (int i = 0; i < n_; ++i) force[i] = force[i] - x[i];
    std::copy(a.begin(), a.end(), x);
    for (int k = 0; k < m_; ++k) {
      x[n_ + k] = S(0);
      for (int i = 0; i < m_; ++i) x[n_ + k] = x[n_ + k] + rows_[i][n_ + k] * force[slots_[i]];
    }
  }

 private:
  S const& at(int row, int slot) const { return rows_[row][slots_[slot]]; }

  int n_ = 0, m_ = 0;
  std::vector<int> slots_;  ///< numbers of the velocities, the dependent ones first
  std::vector<S> mass_;
  std::vector<std::vector<S>> rows_;   ///< rows (mu, 1) after elimination
  std::vector<std::vector<S>> basis_;  ///< columns of E
  std::vector<S> reduced_;             ///< factors of E^T M E
  std::vector<std::pair<int, int>> exchanges_;
};

}  // namespace rattleback::text
