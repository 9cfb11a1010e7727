#pragma once
// Solution of the linear equations of motion,
//   M v' - A^T lambda = r,   A v' = s        (r right-hand side of (a), s = -(D_q phi) v).
// The operations without a choice of pivots are recorded: with M = L D L^T,
//   a = M^-1 r,   W = A M^-1.
// Then lambda solves (W A^T) lambda = s - A a, and v' = a + W^T lambda. This solve is recorded if
// there is one constraint, or if each constraint has a velocity of its own. Other constraints are
// first eliminated with pivots, because W A^T loses digits if they are almost dependent.

#include <vector>

#include "integrators/core/mechanics/terms.hpp"
#include "problems/core/numbers/mask.hpp"

namespace rattleback {

/// M x = b by the factors of M, whose zeros cost nothing.
template <class T, auto n>
struct Factors {
  Mat<T, n, n> lower;
  Vec<T, n> inverse_pivots;
  Vec<T, n> solve(Vec<T, n> x) const {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < i; ++k) x[i] = x[i] - lower(i, k) * x[k];
    for (int i = 0; i < n; ++i) x[i] = x[i] * inverse_pivots[i];
    for (int i = length(n) - 1; i >= 0; --i)
      for (int k = i + 1; k < n; ++k) x[i] = x[i] - lower(k, i) * x[k];
    return x;
  }
};

template <class T, auto n, auto m>
struct EliminatedMotion {
  bool exists = true;         ///< no pivot of M vanishes identically
  Factors<T, n> factors;      ///< factors of M
  Vec<T, n> free;             ///< a, the acceleration without constraints
  Mat<T, m, n> raised;        ///< W
  T inverse_trace;            ///< sum of 1/D_k
  std::vector<T> conditions;  ///< all > 0: M is positive definite
};

/// L D L^T of a symmetric matrix, its pivots in `pivots`. False where one vanishes identically.
template <class T, auto n>
bool factorise(Mat<T, n, n> const& matrix, Factors<T, n>& factors, Vec<T, n>& pivots) {
  for (int j = 0; j < n; ++j) {
    T pivot = matrix(j, j);
    for (int k = 0; k < j; ++k)
      pivot = pivot - factors.lower(j, k) * factors.lower(j, k) * pivots[k];
    if (pivot.is(0)) return false;
    pivots[j] = pivot;
    factors.inverse_pivots[j] = T(1) / pivot;
    for (int i = j + 1; i < n; ++i) {
      T entry = matrix(i, j);
      for (int k = 0; k < j; ++k)
        entry = entry - factors.lower(i, k) * factors.lower(j, k) * pivots[k];
      factors.lower(i, j) = entry * factors.inverse_pivots[j];
    }
  }
  return true;
}

template <class P, class T>
EliminatedMotion<T, dof_of<P>, P::constraints> eliminated_motion(EquationTerms<P, T> const& terms) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  EliminatedMotion<T, n, m> motion;
  Vec<T, n> pivots;
  motion.exists = factorise(terms.mass, motion.factors, pivots);
  if (!motion.exists) return motion;
  for (int k = 0; k < n; ++k) {
    motion.conditions.push_back(pivots[k]);
    motion.inverse_trace = motion.inverse_trace + motion.factors.inverse_pivots[k];
  }
  motion.free = motion.factors.solve(terms.right_hand_side);
  for (int k = 0; k < m; ++k) motion.raised.row[k] = motion.factors.solve(terms.mu.row[k]);
  return motion;
}

/// True if every constraint has a velocity of its own with a constant coefficient. The constraints
/// are then nowhere nearly dependent, and W A^T needs no pivots.
template <class T, auto m, auto n>
bool have_velocities_of_their_own(Mat<T, m, n> const& mu) {
  for (int k = 0; k < m; ++k) {
    bool found = false;
    for (int j = 0; j < n && !found; ++j) {
      found = mu(k, j).is_constant() && !mu(k, j).is(0);
      for (int i = 0; i < m; ++i) found = found && (i == k || mu(i, j).is(0));
    }
    if (!found) return false;
  }
  return true;
}

/// The whole solution: with one constraint, or several that have velocities of their own.
template <class P, class T>
struct ClosedMotion {
  bool exists = true;
  Vec<T, dof_of<P>> vdot;
  Vec<T, P::constraints> multipliers;
  std::vector<T> conditions;  ///< all > 0: a single constraint does not vanish
};
template <class P, class T, auto n, auto m>
ClosedMotion<P, T> closed_motion(EquationTerms<P, T> const& terms,
                                 EliminatedMotion<T, n, m> const& motion) {
  ClosedMotion<P, T> closed;
  Mat<T, m, m> gram;
  Vec<T, m> rest;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) gram(i, j) = dot(terms.mu.row[i], motion.raised.row[j]);
    rest[i] = -terms.phi_along_motion[i] - dot(terms.mu.row[i], motion.free);
  }
  if (m == 1) {
    closed.multipliers[0] = rest[0] / gram(0, 0);
    // Units decide what is small: a text is judged in natural units.
    T const smallest = T(1) / T(100000000000000) * motion.inverse_trace;
    if constexpr (requires { P::is_text; })
      closed.conditions = {gram(0, 0)};
    else
      closed.conditions = {gram(0, 0) - smallest};
  } else {
    Factors<T, m> factors;
    Vec<T, m> pivots;
    closed.exists = have_velocities_of_their_own(terms.mu) && factorise(gram, factors, pivots);
    if (!closed.exists) return closed;
    closed.multipliers = factors.solve(rest);
  }
  closed.vdot = motion.free;
  for (int k = 0; k < m; ++k)
    closed.vdot = closed.vdot + closed.multipliers[k] * motion.raised.row[k];
  return closed;
}

}  // namespace rattleback
