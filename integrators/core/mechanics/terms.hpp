#pragma once
// Equations of motion of any problem, derived from its Lagrangian and constraints once, for all
// spaces (Euler-Poincare-Suslov / Hamel form in left-trivialised velocity v):
//   M v' - A^T lambda = ad(v)^T p + D_q L - (D_q p) v     (a)
//   A v'               = -(D_q phi) v                       (b)
// with p = dL/dv, M = dp/dv, phi(q, v) the constraints, A = dphi/dv, and D_q along q' = q v. For a
// driven system the right-hand sides have more terms: f - dp/dt in (a) and -dphi/dt in (b), with
// the force f(q, v, t) and the derivatives in t at fixed q and v.

#include "integrators/core/mechanics/mechanics.hpp"
#include "problems/core/numbers/dual.hpp"

namespace rattleback {

/// Terms of (a) and (b) at one point.
template <class P, class S>
struct EquationTerms {
  Vec<S, dof_of<P>> p;                      ///< momentum dL/dv
  Mat<S, dof_of<P>, dof_of<P>> mass;        ///< mass matrix M
  Vec<S, dof_of<P>> right_hand_side;        ///< right-hand side of (a)
  Mat<S, P::constraints, dof_of<P>> mu;     ///< constraint matrix A
  Vec<S, P::constraints> phi;               ///< phi(q, v)
  Vec<S, P::constraints> phi_along_motion;  ///< (D_q phi) v, for a driven system + dphi/dt
};

/// Returns the terms by automatic differentiation of lagrangian() and constraint(). The generated
/// terms are recorded from this function and tested against it. Counts no work.
template <NonholonomicSystem P, class S>
EquationTerms<P, S> differentiated_terms(P const& counted, Point<P, S> const& z) {
  auto const& system = uncounted(counted);
  using Space = typename P::Space;
  static constexpr auto n = dof_of<P>, size = size_of<P>, m = P::constraints;
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
  // The time runs along the motion, too.
  [[maybe_unused]] auto const instant = [&](auto number, [[maybe_unused]] int slot) {
    if constexpr (Driven<P>) {
      number = decltype(number)(static_cast<S>(clock_of(system)));
      if constexpr (requires { number.gradient; })
        number.gradient[slot] = S(1);
      else
        number.slope[slot] = S(1);
    }
    return number;
  };
  J const l2 =
      lagrangian_at(system, along(J(S(0)), qdot, length(n)), v2, instant(J(S(0)), length(n)));
  Vec<S, n> momentum_along_motion;
  for (int i = 0; i < n; ++i) {
    terms.p[i] = l2.gradient[i];
    momentum_along_motion[i] = l2.second(length(n), i);
    for (int j = 0; j < n; ++j) terms.mass(i, j) = l2.second(i, j);
  }

  auto const force = differentiated_configuration_force(system, z.q, z.v);
  terms.right_hand_side = Space::ad_transpose(z.v, terms.p) + force - momentum_along_motion;
  if constexpr (StatesForce<P>)
    terms.right_hand_side =
        terms.right_hand_side + system.force(z.q, z.v, static_cast<S>(clock_of(system)));

  // Constraints: derivatives in v and along the motion.
  using C = Dual<S, n + 1>;
  Vec<C, n> vc = cast<C>(z.v);
  for (int i = 0; i < n; ++i) vc[i].slope[i] = S(1);
  auto const phi =
      constraint_at(system, along(C(S(0)), qdot, length(n)), vc, instant(C(S(0)), length(n)));
  for (int i = 0; i < m; ++i) {
    terms.phi[i] = phi[i].value;
    terms.phi_along_motion[i] = phi[i].slope[n];
    for (int j = 0; j < n; ++j) terms.mu(i, j) = phi[i].slope[j];
  }
  return terms;
}

}  // namespace rattleback
