#pragma once

#include <vector>

#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback {

/// Broyden's method for f(x) = 0 in n unknowns: each iterate improves the inverse H of the Jacobian
/// by the change of f along the last step. Broyden, Math. Comp. 19 (1965) 577, "good" update.
/// Iterations do not allocate.
template <class S>
class Broyden {
 public:
  /// Allocates the memory of n unknowns. Before the first iteration, start() follows.
  explicit Broyden(int n)
      : n_(n), inverse_(std::size_t(n) * n), last_f_(n), step_(n), change_(n), moved_(n), row_(n) {}

  /// Sets H to `scale` times the identity.
  void start(S const& scale) {
    has_step_ = false;
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) inverse(i, j) = i == j ? scale : S(0);
  }

  /// Replaces x, where f(x) = f, by the next iterate.
  void advance(std::vector<S>& x, std::vector<S> const& f) {
    if (has_step_) update(f);
    has_step_ = true;
    for (int i = 0; i < n_; ++i) {
      last_f_[i] = f[i];
      step_[i] = -dot(n_, &inverse(i, 0), f.data());
      x[i] = x[i] + step_[i];
    }
  }

 private:
  S& inverse(int i, int j) { return inverse_[std::size_t(i) * n_ + j]; }

  /// H <- H + (s - H y) (s^T H)/(s^T H y) with the last step s and the change y of f.
  void update(std::vector<S> const& f) {
    for (int i = 0; i < n_; ++i) change_[i] = f[i] - last_f_[i];
    S along(0);
    for (int i = 0; i < n_; ++i) {
      moved_[i] = dot(n_, &inverse(i, 0), change_.data());
      along = along + step_[i] * moved_[i];
    }
    if (along == S(0)) return;
    for (int j = 0; j < n_; ++j) {
      row_[j] = S(0);
      for (int i = 0; i < n_; ++i) row_[j] = row_[j] + step_[i] * inverse(i, j);
    }
    for (int i = 0; i < n_; ++i) {
      S const factor = (step_[i] - moved_[i]) / along;
      for (int j = 0; j < n_; ++j) inverse(i, j) = inverse(i, j) + factor * row_[j];
    }
  }

  int n_;
  bool has_step_ = false;
  std::vector<S> inverse_, last_f_, step_, change_, moved_, row_;
};

}  // namespace rattleback
