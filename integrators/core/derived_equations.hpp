#pragma once
// Equations of motion of any problem, derived from its Lagrangian and constraints once, for all
// spaces (Euler-Poincare-Suslov / Hamel form in left-trivialised velocity v):
//   M v' - mu^T lambda = ad(v)^T p + D_q L - (D_q p) v     (a)
//   mu v'              = -(D_q phi) v                       (b)
// with p = dL/dv, M = dp/dv, phi(q, v) the constraints, mu = dphi/dv, and D_q along q' = q v.

#include "integrators/core/method.hpp"
#include "problems/core/dual.hpp"
#include "problems/core/linear_solve.hpp"

namespace rattleback {

/// All terms of (a) and (b) at one point.
template <class P, class S>
struct EquationTerms {
  Vec<S, dof_of<P>> p;                      ///< momentum dL/dv
  Mat<S, dof_of<P>, dof_of<P>> mass;        ///< M
  Vec<S, dof_of<P>> right_hand_side;        ///< of (a)
  Mat<S, P::constraints, dof_of<P>> mu;     ///< constraint one-forms
  Vec<S, P::constraints> phi;               ///< constraint residual
  Vec<S, P::constraints> phi_along_motion;  ///< (D_q phi) v
};

/// What the terms cost: first derivatives of L and phi, and with a mass matrix that is not constant
/// its columns and (D_q p) v.
template <NonholonomicSystem P>
inline constexpr Work work_of_terms{.lagrangian = StatesMass<P> ? 1 : dof_of<P> + 2,
                                    .constraint = 1};

/// Evaluates the terms by automatic differentiation of lagrangian() and constraint(). Counts
/// nothing: what the equations need of the terms depends on their form.
template <NonholonomicSystem P, class S>
EquationTerms<P, S> equation_terms(P const& counted, Point<P, S> const& z) {
  auto const& system = uncounted(counted);
  using Space = typename P::Space;
  constexpr int n = dof_of<P>, size = size_of<P>, m = P::constraints;
  EquationTerms<P, S> terms;
  Vec<S, size> const qdot = Space::tangent(z.q, z.v);

  // Second derivatives in (v, s), where q moves along its own velocity as q + s q'.
  using J = Jet2<S, n + 1>;
  auto const along = [&](auto number, Vec<S, size> const& direction, int slot) {
    using D = decltype(number);
    Vec<D, size> q = cast<D>(z.q);
    for (int i = 0; i < size; ++i) {
      if constexpr (requires { number.gradient; })
        q[i].gradient[slot] = direction[i];
      else
        q[i].slope[slot] = direction[i];
    }
    return q;
  };
  Vec<J, n> v2 = cast<J>(z.v);
  for (int i = 0; i < n; ++i) v2[i].gradient[i] = S(1);
  J const l2 = system.lagrangian(along(J(S(0)), qdot, n), v2);
  Vec<S, n> momentum_along_motion;
  for (int i = 0; i < n; ++i) {
    terms.p[i] = l2.gradient[i];
    momentum_along_motion[i] = l2.second(n, i);
    for (int j = 0; j < n; ++j) terms.mass(i, j) = l2.second(i, j);
  }

  // D_q L along the n left-invariant directions.
  using D = Dual<S, n>;
  Vec<D, size> q1 = cast<D>(z.q);
  for (int k = 0; k < n; ++k) {
    Vec<S, size> const direction = Space::tangent(z.q, unit<S, n>(k));
    for (int i = 0; i < size; ++i) q1[i].slope[k] = direction[i];
  }
  D const l1 = system.lagrangian(q1, cast<D>(z.v));
  terms.right_hand_side = Space::ad_transpose(z.v, terms.p) + l1.slope - momentum_along_motion;

  // Constraints: derivatives in v and along the motion.
  using C = Dual<S, n + 1>;
  Vec<C, n> vc = cast<C>(z.v);
  for (int i = 0; i < n; ++i) vc[i].slope[i] = S(1);
  auto const phi = system.constraint(along(C(S(0)), qdot, n), vc);
  for (int i = 0; i < m; ++i) {
    terms.phi[i] = phi[i].value;
    terms.phi_along_motion[i] = phi[i].slope[n];
    for (int j = 0; j < n; ++j) terms.mu(i, j) = phi[i].slope[j];
  }
  return terms;
}

/// Accelerations and multipliers of the exact motion.
template <class P, class S>
struct Accelerations {
  Vec<S, dof_of<P>> vdot;
  Vec<S, P::constraints> multipliers;
  bool singular = false;  ///< the constraints are dependent, or the Lagrangian is not regular
};

/// Solves (a), (b) as one pivoted system.
template <NonholonomicSystem P, class S>
Accelerations<P, S> accelerations(P const& system, Point<P, S> const& z) {
  constexpr int n = dof_of<P>, m = P::constraints;
  count(system, work_of_terms<P>);
  count(system, {.solves = 1});
  auto const terms = equation_terms(system, z);
  Mat<S, n + m, n + m> saddle;
  Vec<S, n + m> b;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) saddle(i, j) = terms.mass(i, j);
    for (int k = 0; k < m; ++k) {
      saddle(i, n + k) = -terms.mu(k, i);
      saddle(n + k, i) = terms.mu(k, i);
    }
    b[i] = terms.right_hand_side[i];
  }
  for (int k = 0; k < m; ++k) b[n + k] = -terms.phi_along_motion[k];
  auto const solved = solve(saddle, b);
  Accelerations<P, S> result;
  for (int i = 0; i < n; ++i) result.vdot[i] = solved.x[i];
  for (int k = 0; k < m; ++k) result.multipliers[k] = solved.x[n + k];
  result.singular = solved.singular;
  return result;
}

/// The same motion in independent velocities u (Maggi's form), without multipliers: with v = v(q,
/// u) from the constraints and E = dv/du,
///   E^T (M v' - right-hand side of (a)) = 0,   v' = E u' + (part of (b) without u').
/// Which velocities are dependent is chosen at every point by pivoting: v' does not depend on it.
/// It shares no solve with accelerations(), so the two certify each other.
template <NonholonomicSystem P, class S>
struct IndependentVelocities {
  static constexpr int n = dof_of<P>, m = P::constraints, k = n - m;

  /// v' at a point z that satisfies the constraints; `singular` as above.
  static Solution<S, n> acceleration(P const& system, Point<P, S> const& z) {
    auto const terms = equation_terms(system, z);
    auto const slots = dependent_first(terms.mu);
    // Dependent rows: mu_d v_d' = -(D_q phi) v - mu_i u'; column -1 is the part without u'.
    Mat<S, m, m> dependent;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) dependent(i, j) = terms.mu(i, slots[j]);
    auto const column = [&](Vec<S, m> const& right, int one) {
      auto const solved = solve(dependent, right);
      Vec<S, n> full;
      for (int i = 0; i < n; ++i) full[i] = S(i == one ? 1 : 0);
      for (int j = 0; j < m; ++j) full[slots[j]] = solved.x[j];
      return std::pair{full, solved.singular};
    };
    auto const [drift, singular] = column(-terms.phi_along_motion, -1);
    Mat<S, k, n> basis;  // rows: columns of E
    for (int a = 0; a < k; ++a) {
      Vec<S, m> right;
      for (int i = 0; i < m; ++i) right[i] = -terms.mu(i, slots[m + a]);
      basis.row[a] = column(right, slots[m + a]).first;
    }
    Mat<S, k, k> reduced_mass;
    Vec<S, k> reduced_force;
    Vec<S, n> const rest = terms.right_hand_side - terms.mass * drift;
    for (int a = 0; a < k; ++a) {
      reduced_force[a] = dot(basis.row[a], rest);
      for (int c = 0; c < k; ++c) reduced_mass(a, c) = dot(basis.row[a], terms.mass * basis.row[c]);
    }
    auto const udot = solve(reduced_mass, reduced_force);
    Solution<S, n> vdot{drift, singular || udot.singular};
    for (int a = 0; a < k; ++a) vdot.x = vdot.x + udot.x[a] * basis.row[a];
    return vdot;
  }

 private:
  /// All velocities, first those that elimination with complete pivoting takes as dependent.
  static std::array<int, n> dependent_first(Mat<S, m, n> mu) {
    using std::abs;
    std::array<int, n> slots;
    for (int i = 0; i < n; ++i) slots[i] = i;
    for (int step = 0; step < m; ++step) {
      int row = step, at = step;
      for (int i = step; i < m; ++i)
        for (int j = step; j < n; ++j)
          if (abs(mu(i, slots[j])) > abs(mu(row, slots[at]))) row = i, at = j;
      std::swap(mu.row[step], mu.row[row]);
      std::swap(slots[step], slots[at]);
      if (mu(step, slots[step]) == S(0)) continue;  // singular: the solve above says so
      for (int i = step + 1; i < m; ++i) {
        S const factor = mu(i, slots[step]) / mu(step, slots[step]);
        for (int j = 0; j < n; ++j) mu(i, j) = mu(i, j) - factor * mu(step, j);
      }
    }
    return slots;
  }
};

}  // namespace rattleback
