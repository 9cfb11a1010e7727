#pragma once
// What methods for constant mass matrices are written in: force, M^-1, A(q) v, A(q)^T lambda.
// Stated by the problem where it cares for speed, else derived from its Lagrangian and constraints.

#include <cmath>

#include "integrators/core/method.hpp"
#include "problems/core/dual.hpp"
#include "problems/core/linear_solve.hpp"

namespace rattleback {

/// -grad V(q) derived from the Lagrangian: D_q L at v = 0.
template <ConstantMassSystem P, class T>
Vec<T, size_of<P>> derived_force(P const& system, Vec<T, size_of<P>> const& q) {
  constexpr int n = size_of<P>;
  using D = Dual<T, n>;
  Vec<D, n> seeded;
  for (int i = 0; i < n; ++i) seeded[i] = {q[i], unit<T, n>(i)};
  return system.lagrangian(seeded, cast<D>(0 * q)).slope;
}

/// -grad V(q).
template <ConstantMassSystem P, class T>
Vec<T, size_of<P>> force(P const& system, Vec<T, size_of<P>> const& q) {
  if constexpr (StatesForce<P>) {
    count(system, {.lagrangian = evaluations_of<T>});
    return system.force(q);
  } else {
    return derived_force(system, q);
  }
}

/// M^-1 p.
template <ConstantMassSystem P, class T>
Vec<T, dof_of<P>> mass_inverse(P const& system, Vec<T, dof_of<P>> const& p) {
  if constexpr (StatesMassInverse<P>) {
    return system.mass_inverse(p);
  } else {
    // Positive definite: no pivoting needed, so the same code runs on every number type.
    constexpr int n = dof_of<P>;
    auto const stated = system.mass_matrix();
    Mat<T, n, n> mass;
    for (int i = 0; i < n; ++i) mass.row[i] = cast<T>(stated.row[i]);
    return solve_without_pivoting(mass, p);
  }
}

/// D_q L along the left-invariant directions of the space.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> configuration_force(P const& system, Vec<T, size_of<P>> const& q,
                                      Vec<T, dof_of<P>> const& v) {
  constexpr int n = dof_of<P>;
  using D = Dual<T, n>;
  Vec<D, size_of<P>> seeded = cast<D>(q);
  for (int k = 0; k < n; ++k) {
    auto const direction = P::Space::tangent(q, unit<T, n>(k));
    for (int i = 0; i < size_of<P>; ++i) seeded[i].slope[k] = direction[i];
  }
  return system.lagrangian(seeded, cast<D>(v)).slope;
}

/// Momentum dL/dv.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> momentum_of(P const& system, Vec<T, size_of<P>> const& q,
                              Vec<T, dof_of<P>> const& v) {
  if constexpr (StatesMass<P>) {
    count(system, {.lagrangian = 1});
    return system.mass_matrix() * v;
  } else {
    constexpr int n = dof_of<P>;
    using D = Dual<T, n>;
    Vec<D, n> seeded;
    for (int i = 0; i < n; ++i) seeded[i] = {v[i], unit<T, n>(i)};
    return system.lagrangian(cast<D>(q), seeded).slope;
  }
}

/// The metric G(q): its columns are the momenta of unit velocities.
template <NonholonomicSystem P, class T>
Mat<T, dof_of<P>, dof_of<P>> metric_at(P const& system, Vec<T, size_of<P>> const& q) {
  constexpr int n = dof_of<P>;
  Mat<T, n, n> G;
  if constexpr (StatesMass<P>) {
    auto const mass = system.mass_matrix();
    for (int i = 0; i < n; ++i) G.row[i] = cast<T>(mass.row[i]);
  } else {
    auto const rest = momentum_of(system, q, T(0) * Vec<T, n>{});
    for (int j = 0; j < n; ++j) G.row[j] = momentum_of(system, q, unit<T, n>(j)) - rest;
  }
  return G;
}

/// phi(q, v) = A(q) v - eta(q); eta = 0 for linear constraints.
template <NonholonomicSystem P, class T, class U>
auto constraint_residual(P const& system, Vec<T, size_of<P>> const& q, Vec<U, dof_of<P>> const& v) {
  using W = std::remove_cvref_t<decltype(q[0] * v[0])>;
  return system.constraint(cast<W>(q), cast<W>(v));
}

/// A(q) v.
template <NonholonomicSystem P, class T, class U>
auto constraint_form(P const& system, Vec<T, size_of<P>> const& q, Vec<U, dof_of<P>> const& v) {
  auto const phi = constraint_residual(system, q, v);
  if constexpr (AffineConstraints<P>)
    return phi - constraint_residual(uncounted(system), q, U(0) * v);
  else
    return phi;
}

/// A(q) increment - h eta(q).
template <NonholonomicSystem P, class T, class U, class S>
auto constraint_over_interval(P const& system, Vec<T, size_of<P>> const& q,
                              Vec<U, dof_of<P>> const& increment, S const& h) {
  auto const form = constraint_form(system, q, increment);
  if constexpr (AffineConstraints<P>)
    return form + h * constraint_residual(uncounted(system), q, U(0) * increment);
  else
    return form;
}

/// A(q)^T lambda derived from the constraints.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> derived_constraint_force(P const& system, Vec<T, size_of<P>> const& q,
                                           Vec<T, P::constraints> const& lambda) {
  constexpr int n = dof_of<P>;
  using D = Dual<T, n>;
  Vec<D, n> v;
  for (int i = 0; i < n; ++i) v[i] = {T(0), unit<T, n>(i)};
  auto const phi = system.constraint(cast<D>(q), v);
  Vec<T, n> f = lambda[0] * phi[0].slope;
  for (int k = 1; k < P::constraints; ++k) f = f + lambda[k] * phi[k].slope;
  return f;
}

/// A(q)^T lambda, in the number type of lambda.
template <NonholonomicSystem P, class T, class U>
Vec<U, dof_of<P>> constraint_force(P const& system, Vec<T, size_of<P>> const& q,
                                   Vec<U, P::constraints> const& lambda) {
  count(system, {.constraint = evaluations_of<T>});
  if constexpr (StatesConstraintForce<P>)
    return system.constraint_force(cast<U>(q), lambda);
  else
    return derived_constraint_force(uncounted(system), cast<U>(q), lambda);
}

/// The multipliers of  phi(qa, w + h M^-1 A(qf)^T lambda) = 0, a linear system of size m.
template <ConstantMassSystem P, class S>
Vec<S, P::constraints> linear_multipliers(P const& system, Vec<S, size_of<P>> const& qa,
                                          Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& w,
                                          S h) {
  constexpr int m = P::constraints;
  count(system, {.constraint = &qa == &qf ? 1 : 2, .solves = 1});  // A(qa), A(qf)
  auto const& plain = uncounted(system);
  Mat<S, m, m> k;
  for (int j = 0; j < m; ++j) {
    auto const reaction = mass_inverse(plain, constraint_force(plain, qf, unit<S, m>(j)));
    auto const column = constraint_form(plain, qa, reaction);
    for (int i = 0; i < m; ++i) k(i, j) = h * column[i];
  }
  return solve_without_pivoting(k, -constraint_residual(plain, qa, w));
}

/// `singular_constraints` when a multiplier is not finite. Lanes are not looked at: theirs are not
/// numbers then.
template <class S, int m>
Outcome judged(Vec<S, m> const& multipliers) {
  if constexpr (!OnLanes<S>)
    if (!all_finite(multipliers)) return Outcome::singular_constraints;
  return Outcome::ok;
}

}  // namespace rattleback
