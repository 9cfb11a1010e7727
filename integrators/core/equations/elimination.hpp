#pragma once
// The small solve of the equations of motion,
//   M v' - mu^T lambda = r,   mu v' = s        (r right-hand side of (a), s = -(D_q phi) v),
// in two halves. What needs no choice of pivots is recorded: with M = L D L^T,
//   a = M^-1 r,   W = mu M^-1.
// Then lambda solves (W mu^T) lambda = s - mu a, and v' = a + W^T lambda. With one constraint this
// is recorded as well; more are eliminated with pivots first, as dependent ones would spoil W mu^T
// long before they are dependent.

#include <array>
#include <vector>

#include "integrators/core/equations/terms.hpp"
#include "problems/core/mask.hpp"

namespace rattleback {

/// M x = b by the factors of M, whose zeros cost nothing.
template <class T, int n>
struct Factors {
  Mat<T, n, n> lower;
  Vec<T, n> inverse_pivots;
  Vec<T, n> solve(Vec<T, n> x) const {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < i; ++k) x[i] = x[i] - lower(i, k) * x[k];
    for (int i = 0; i < n; ++i) x[i] = x[i] * inverse_pivots[i];
    for (int i = n - 1; i >= 0; --i)
      for (int k = i + 1; k < n; ++k) x[i] = x[i] - lower(k, i) * x[k];
    return x;
  }
};

template <class T, int n, int m>
struct EliminatedMotion {
  bool exists = true;         ///< no pivot of M vanishes identically
  Factors<T, n> factors;      ///< of M
  Vec<T, n> free;             ///< a, the acceleration without constraints
  Mat<T, m, n> raised;        ///< W
  T inverse_trace;            ///< sum of 1/D_k
  std::vector<T> conditions;  ///< all > 0: M is positive definite
};

template <class P, class T>
EliminatedMotion<T, dof_of<P>, P::constraints> eliminated_motion(EquationTerms<P, T> const& terms) {
  constexpr int n = dof_of<P>, m = P::constraints;
  EliminatedMotion<T, n, m> motion;
  auto& factors = motion.factors;
  Vec<T, n> pivots;
  for (int j = 0; j < n; ++j) {
    T pivot = terms.mass(j, j);
    for (int k = 0; k < j; ++k)
      pivot = pivot - factors.lower(j, k) * factors.lower(j, k) * pivots[k];
    motion.exists = !pivot.is(0);
    if (!motion.exists) return motion;
    pivots[j] = pivot;
    motion.conditions.push_back(pivot);
    factors.inverse_pivots[j] = T(1) / pivot;
    motion.inverse_trace = motion.inverse_trace + factors.inverse_pivots[j];
    for (int i = j + 1; i < n; ++i) {
      T entry = terms.mass(i, j);
      for (int k = 0; k < j; ++k)
        entry = entry - factors.lower(i, k) * factors.lower(j, k) * pivots[k];
      factors.lower(i, j) = entry * factors.inverse_pivots[j];
    }
  }
  motion.free = factors.solve(terms.right_hand_side);
  for (int k = 0; k < m; ++k) motion.raised.row[k] = factors.solve(terms.mu.row[k]);
  return motion;
}

/// One constraint: the whole solution.
template <class P, class T>
struct ClosedMotion {
  Vec<T, dof_of<P>> vdot;
  Vec<T, 1> multipliers;
  T condition;  ///< > 0: the constraint does not vanish
};
template <class P, class T, int n>
ClosedMotion<P, T> closed_motion(EquationTerms<P, T> const& terms,
                                 EliminatedMotion<T, n, 1> const& motion) {
  auto const &mu = terms.mu.row[0], &raised = motion.raised.row[0];
  T const gram = dot(mu, raised);
  T const lambda = (-terms.phi_along_motion[0] - dot(mu, motion.free)) / gram;
  T const smallest = T(1) / T(100000000000000) * motion.inverse_trace;
  return {motion.free + lambda * raised, {lambda}, gram - smallest};
}

}  // namespace rattleback
