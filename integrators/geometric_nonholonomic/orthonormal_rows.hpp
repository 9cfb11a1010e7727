#pragma once
// Constraint forms made orthonormal in the metric of the momenta.

#include "integrators/core/mechanics/mechanics.hpp"

namespace rattleback {

/// Rows N = L^-1 A of the constraint forms at q, orthonormal in W: A W A^T = L L^T (Cholesky).
template <class P, class S>
struct OrthonormalRows {
  Mat<S, P::constraints, dof_of<P>> rows, raised;  ///< N and N W
  Vec<S, P::constraints> residual;                 ///< L^-1 (A v - Y)
  Mat<S, P::constraints, P::constraints> factor;   ///< L, zero above the diagonal
  bool singular = false;
};

/// Computes the rows by Gram and Schmidt's process, from the regular constraint where there is one.
/// @param v  velocity of the residual
template <NonholonomicSystem P, class S>
[[gnu::always_inline]] inline OrthonormalRows<P, S> orthonormal_rows(P const& system,
                                                                     Vec<S, size_of<P>> const& q,
                                                                     Vec<S, dof_of<P>> const& v) {
  using std::sqrt;
  static constexpr auto m = P::constraints;
  count(system, {.solves = HasConstantMass<P> ? 0 : 1});
  auto const [A, phi] = regular_constraint_terms(system, q, v);
  OrthonormalRows<P, S> r{A, {}, phi, {}};
  Mat<S, dof_of<P>, dof_of<P>> G;
  if constexpr (!ConstantMassSystem<P>) G = metric_at(system, q);
  for (int a = 0; a < m; ++a) {
    if constexpr (ConstantMassSystem<P>)
      r.raised.row[a] = mass_inverse(system, r.rows.row[a]);
    else
      r.raised.row[a] = solve_without_pivoting(G, r.rows.row[a]);
    S const whole = dot(r.rows.row[a], r.raised.row[a]);
    for (int b = 0; b < a; ++b) {
      S const part = dot(r.rows.row[a], r.raised.row[b]);
      r.factor(a, b) = part;
      r.rows.row[a] = r.rows.row[a] - part * r.rows.row[b];
      r.raised.row[a] = r.raised.row[a] - part * r.raised.row[b];
      r.residual[a] = r.residual[a] - part * r.residual[b];
    }
    S const rest = dot(r.rows.row[a], r.raised.row[a]);
    r.singular = r.singular || !(rest > S(1e-14) * whole);
    r.factor(a, a) = sqrt(rest);
    S const inverse = S(1) / r.factor(a, a);
    r.rows.row[a] = inverse * r.rows.row[a];
    r.raised.row[a] = inverse * r.raised.row[a];
    r.residual[a] = inverse * r.residual[a];
  }
  return r;
}

/// True if elimination without pivoting meets positive pivots only, as it does near the identity.
template <class S, auto m>
bool has_positive_pivots(Mat<S, m, m> a) {
  bool positive = true;
  for (int k = 0; k < m; ++k) {
    positive = positive && a(k, k) > S(0);
    for (int i = k + 1; i < m; ++i) a.row[i] = a.row[i] - a(i, k) / a(k, k) * a.row[k];
  }
  return positive;
}

/// Returns the multipliers of the problem's constraint forms that give the reaction N^T mu at q.
template <NonholonomicSystem P, class S>
Vec<S, P::constraints> multipliers_of(P const& counted, Vec<S, size_of<P>> const& q,
                                      OrthonormalRows<P, S> const& normal,
                                      Vec<S, P::constraints> const& mu) {
  static constexpr auto m = P::constraints;
  auto const& system = uncounted(counted);
  if constexpr (StatesRegularConstraint<std::remove_cvref_t<decltype(system)>>) {
    auto const A = constraint_terms(system, q, Vec<S, dof_of<P>>{}).mu;
    auto const reaction = transposed_times(normal.rows, mu);
    auto const G = metric_at(system, q);
    Mat<S, m, m> C;
    Vec<S, m> b;
    for (int i = 0; i < m; ++i) {
      auto const raised = solve_without_pivoting(G, A.row[i]);
      b[i] = dot(raised, reaction);
      for (int j = 0; j < m; ++j) C(i, j) = dot(raised, A.row[j]);
    }
    return solve(C, b).x;
  } else {
    auto x = mu;  // L^-T mu
    for (int i = length(m) - 1; i >= 0; --i) {
      for (int j = i + 1; j < m; ++j) x[i] = x[i] - normal.factor(j, i) * x[j];
      x[i] = x[i] / normal.factor(i, i);
    }
    return x;
  }
}

}  // namespace rattleback
