#pragma once
// Functions in which methods are written: force, momentum, mass matrix, M^-1, A(q) v, A(q)^T
// lambda. They are generated at build time from the Lagrangian and the constraints of a problem, or
// evaluated by automatic differentiation. All count their work.

#include "integrators/core/method/method.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

/// A problem on R^n.
template <class P>
concept EuclideanSystem = NonholonomicSystem<P> && is_euclidean<typename P::Space>;
/// A problem on a Lie group.
template <class P>
concept SystemOnGroup = NonholonomicSystem<P> && LieGroup<typename P::Space>;

/// Problems that are a ConstantMassSystem, in words.
inline constexpr char const* constant_mass_problems =
    "vector-space problems with constant mass matrix and no terms linear in velocities";

/// Generated equations of P, where P may be a counting problem.
template <class P>
using GeneratedFor =
    GeneratedEquations<std::remove_cvref_t<decltype(uncounted(std::declval<P const&>()))>>;

/// Returns the system at a time dt later; an autonomous system itself.
template <class P, class S>
decltype(auto) later(P const& system, [[maybe_unused]] S const& dt) {
  if constexpr (Driven<P>) {
    P moved = system;
    using Real = std::remove_cvref_t<decltype(clock_of(moved))>;
    clock_of(moved) = clock_of(moved) + static_cast<Real>(dt);
    return moved;
  } else {
    return (system);
  }
}

/// Returns q with its derivatives along the left-invariant directions of the space.
template <class Space, class T>
Vec<Dual<T, Space::dof>, Space::size> moved_in_all_directions(Vec<T, Space::size> const& q) {
  auto moved = cast<Dual<T, Space::dof>>(q);
  for (int k = 0; k < Space::dof; ++k) {
    auto const direction = Space::tangent(q, unit<T, Space::dof>(k));
    for (int i = 0; i < Space::size; ++i) moved[i].slope[k] = direction[i];
  }
  return moved;
}

/// Returns D_q L along the left-invariant directions of the space, by automatic differentiation.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> differentiated_configuration_force(P const& system, Vec<T, size_of<P>> const& q,
                                                     Vec<T, dof_of<P>> const& v) {
  using D = Dual<T, dof_of<P>>;
  return lagrangian_of(system, moved_in_all_directions<typename P::Space>(q), cast<D>(v)).slope;
}

/// Returns D_q L along the left-invariant directions of the space.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> configuration_force(P const& counted, Vec<T, size_of<P>> const& q,
                                      Vec<T, dof_of<P>> const& v) {
  using Generated = GeneratedFor<P>;
  if constexpr (requires { &Generated::template configuration_force<T>; }) {
    count(counted, {.lagrangian = evaluations_of<T>()});
    Vec<T, dof_of<P>> f;
    Generated::configuration_force(uncounted(counted), q.c, v.c, f.c);
    return f;
  } else {
    return differentiated_configuration_force(counted, q, v);
  }
}

/// Returns -grad V(q), which is D_q L at v = 0.
template <ConstantMassSystem P, class T>
Vec<T, size_of<P>> force(P const& counted, Vec<T, size_of<P>> const& q) {
  using Generated = GeneratedFor<P>;
  if constexpr (requires { &Generated::template force<T>; }) {
    count(counted, {.lagrangian = evaluations_of<T>()});
    Vec<T, size_of<P>> f;
    Generated::force(uncounted(counted), q.c, f.c);
    return f;
  } else {
    return differentiated_configuration_force(counted, q, T(0) * q);
  }
}

/// Returns the force f(q, v, t) of a driven system at its time.
template <StatesForce P, class T>
Vec<T, dof_of<P>> applied_force(P const& counted, Vec<T, size_of<P>> const& q,
                                Vec<T, dof_of<P>> const& v) {
  using Generated = GeneratedFor<P>;
  count(counted, {.lagrangian = evaluations_of<T>()});
  if constexpr (requires { &Generated::template applied_force<T>; }) {
    Vec<T, dof_of<P>> f;
    Generated::applied_force(uncounted(counted), q.c, v.c, f.c);
    return f;
  } else {
    return counted.force(q, v, static_cast<T>(clock_of(counted)));
  }
}
/// Returns -grad V + f(q, v, t), where a system without a force has f = 0.
template <ConstantMassSystem P, class T>
Vec<T, dof_of<P>> total_force(P const& system, Vec<T, size_of<P>> const& q,
                              [[maybe_unused]] Vec<T, dof_of<P>> const& v) {
  if constexpr (StatesForce<P>)
    return force(system, q) + applied_force(uncounted(system), q, v);
  else
    return force(system, q);
}
/// Returns D_q L + f(q, v, t), where a system without a force has f = 0.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> total_configuration_force(P const& system, Vec<T, size_of<P>> const& q,
                                            Vec<T, dof_of<P>> const& v) {
  if constexpr (StatesForce<P>)
    return configuration_force(system, q, v) + applied_force(uncounted(system), q, v);
  else
    return configuration_force(system, q, v);
}
/// True if no system of this type has a force that depends on velocities.
template <class P>
inline constexpr bool force_never_on_velocity = !StatesForce<P> || requires {
  requires GeneratedFor<P>::force_without_velocity;
};
/// True if the force of every system of this type is taken to depend on velocities.
template <class P>
inline constexpr bool force_always_on_velocity =
    !force_never_on_velocity<P> && !requires(P const& system) {
  system.force_without_velocity();
};
/// True if the force of the system is taken to depend on velocities.
template <NonholonomicSystem P>
bool force_depends_on_velocity([[maybe_unused]] P const& system) {
  if constexpr (force_never_on_velocity<P> || force_always_on_velocity<P>)
    return force_always_on_velocity<P>;
  else
    return !system.force_without_velocity();
}
/// Returns the power of prescribed motions and forces, f.v - dL/dt - lambda.b, with dL/dt at fixed
/// q and v and b = phi(q, 0): the rate of change of the energy v.dL/dv - L along the motion.
template <Driven P, class T>
T external_power(P const& counted, Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v,
                 Vec<T, P::constraints> const& multipliers) {
  auto const& system = uncounted(counted);
  using D = Dual<T, 1>;
  D const t(static_cast<T>(clock_of(system)), unit<T, 1>(0));
  T power = -lagrangian_at(system, cast<D>(q), cast<D>(v), t).slope[0];
  if constexpr (StatesForce<P>) power = power + dot(applied_force(system, q, v), v);
  if constexpr (has_affine_constraints<P>)
    power = power - dot(multipliers, constraint_of(system, q, T(0) * v));
  return power;
}

/// Returns M^-1 p.
template <ConstantMassSystem P, class T>
Vec<T, dof_of<P>> mass_inverse(P const& system, Vec<T, dof_of<P>> const& p) {
  using Generated = GeneratedFor<P>;
  if constexpr (requires { &Generated::template mass_inverse<T>; }) {
    Vec<T, dof_of<P>> v;
    Generated::mass_inverse(uncounted(system), p.c, v.c);
    return v;
  } else {
    // M is positive definite: elimination without pivoting runs on every number type.
    static constexpr auto n = dof_of<P>;
    auto stated = constant_mass_matrix(system);
    Mat<T, n, n> mass;
    for (int i = 0; i < n; ++i) mass.row[i] = cast<T>(stated.row[i]);
    return solve_without_pivoting(mass, p);
  }
}

/// Returns dL/dv by automatic differentiation.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> differentiated_momentum(P const& system, Vec<T, size_of<P>> const& q,
                                          Vec<T, dof_of<P>> const& v) {
  static constexpr auto n = dof_of<P>;
  using D = Dual<T, n>;
  auto const seeded = independent(v);
  return lagrangian_of(system, cast<D>(q), seeded).slope;
}

/// Returns dL/dv as a derivative of L, also if a mass matrix is stated.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> velocity_gradient(P const& counted, Vec<T, size_of<P>> const& q,
                                    Vec<T, dof_of<P>> const& v) {
  using Generated = GeneratedFor<P>;
  if constexpr (requires { &Generated::template momentum<T>; }) {
    count(counted, {.lagrangian = evaluations_of<T>()});
    Vec<T, dof_of<P>> p;
    Generated::momentum(uncounted(counted), q.c, v.c, p.c);
    return p;
  } else {
    return differentiated_momentum(counted, q, v);
  }
}

/// Returns the momentum dL/dv.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> momentum_of(P const& system, Vec<T, size_of<P>> const& q,
                              Vec<T, dof_of<P>> const& v) {
  if constexpr (!HasConstantMass<P>) {
    return velocity_gradient(system, q, v);
  } else {
    count(system, {.lagrangian = 1});
    if constexpr (requires { &GeneratedFor<P>::template momentum<T>; })
      return velocity_gradient(uncounted(system), q, v);
    else
      return constant_mass_matrix(system) * v;
  }
}

/// Returns the mass matrix M(q): its columns are the momenta of unit velocities, minus that of v =
/// 0.
template <NonholonomicSystem P, class T>
Mat<T, dof_of<P>, dof_of<P>> metric_at(P const& system, Vec<T, size_of<P>> const& q) {
  static constexpr auto n = dof_of<P>;
  using Generated = GeneratedFor<P>;
  Mat<T, n, n> G;
  if constexpr (requires { &Generated::template metric<T>; }) {
    if constexpr (!HasConstantMass<P>)
      count(system, {.lagrangian = (length(n) + 1) * evaluations_of<T>()});
    Generated::metric(uncounted(system), q.c, G.row[0].c);
    unpack_rows(G);
  } else if constexpr (HasConstantMass<P>) {
    auto mass = constant_mass_matrix(system);
    for (int i = 0; i < n; ++i) G.row[i] = cast<T>(mass.row[i]);
  } else {
    auto rest = momentum_of(system, q, T(0) * Vec<T, n>{});
    for (int j = 0; j < n; ++j) G.row[j] = momentum_of(system, q, unit<T, n>(j)) - rest;
  }
  return G;
}

/// Constraint matrix A(q) = dphi/dv with phi(q, v).
template <class P, class T>
struct ConstraintTerms {
  Mat<T, P::constraints, dof_of<P>> mu;  ///< constraint matrix A(q)
  Vec<T, P::constraints> phi;            ///< phi(q, v)
};
/// Returns A and phi by automatic differentiation of phi as a function of v.
template <NonholonomicSystem P, class T, class Constraint>
ConstraintTerms<P, T> differentiated_terms_of(Constraint const& constraint,
                                              Vec<T, dof_of<P>> const& v) {
  auto phi = constraint(independent(v));
  ConstraintTerms<P, T> terms;
  for (int k = 0; k < P::constraints; ++k) {
    terms.mu.row[k] = phi[k].slope;
    terms.phi[k] = phi[k].value;
  }
  return terms;
}
/// Returns A and phi of the constraint by automatic differentiation.
template <NonholonomicSystem P, class T>
ConstraintTerms<P, T> differentiated_constraint_terms(P const& system, Vec<T, size_of<P>> const& q,
                                                      Vec<T, dof_of<P>> const& v) {
  return differentiated_terms_of<P>(
      [&](auto const& u) {
        return constraint_of(system, cast<std::remove_cvref_t<decltype(u[0])>>(q), u);
      },
      v);
}
/// Returns A and phi of the constraint.
template <NonholonomicSystem P, class T>
ConstraintTerms<P, T> constraint_terms(P const& counted, Vec<T, size_of<P>> const& q,
                                       Vec<T, dof_of<P>> const& v) {
  using Generated = GeneratedFor<P>;
  if constexpr (requires { &Generated::template constraint_terms<T>; }) {
    count(counted, {.constraint = evaluations_of<T>()});
    ConstraintTerms<P, T> terms;
    Generated::constraint_terms(uncounted(counted), q.c, v.c, terms.mu.row[0].c, terms.phi.c);
    unpack_rows(terms.mu);
    return terms;
  } else {
    return differentiated_constraint_terms(counted, q, v);
  }
}

/// Returns A and phi of the regular constraint if the problem states one, otherwise of its
/// constraint.
template <NonholonomicSystem P, class T>
ConstraintTerms<P, T> regular_constraint_terms(P const& counted, Vec<T, size_of<P>> const& q,
                                               Vec<T, dof_of<P>> const& v) {
  auto const& system = uncounted(counted);
  if constexpr (StatesRegularConstraint<std::remove_cvref_t<decltype(system)>>) {
    count(counted, {.constraint = evaluations_of<T>()});
    return differentiated_terms_of<P>(
        [&](auto const& u) {
          return system.regular_constraint(cast<std::remove_cvref_t<decltype(u[0])>>(q), u);
        },
        v);
  } else {
    return constraint_terms(counted, q, v);
  }
}

/// Returns phi(q, v) = A(q) v - eta(q); eta = 0 for linear constraints.
template <NonholonomicSystem P, class T, class U>
auto constraint_residual(P const& system, Vec<T, size_of<P>> const& q, Vec<U, dof_of<P>> const& v) {
  using W = std::remove_cvref_t<decltype(q[0] * v[0])>;
  return constraint_of(system, cast<W>(q), cast<W>(v));
}

/// Returns A(q) v.
template <NonholonomicSystem P, class T, class U>
auto constraint_form(P const& system, Vec<T, size_of<P>> const& q, Vec<U, dof_of<P>> const& v) {
  auto phi = constraint_residual(system, q, v);
  if constexpr (has_affine_constraints<P>)
    return phi - constraint_residual(uncounted(system), q, U(0) * v);
  else
    return phi;
}

/// Returns A(q) increment - h eta(q).
template <NonholonomicSystem P, class T, class U, class S>
auto constraint_over_interval(P const& system, Vec<T, size_of<P>> const& q,
                              Vec<U, dof_of<P>> const& increment, S const& h) {
  auto form = constraint_form(system, q, increment);
  if constexpr (has_affine_constraints<P>)
    return form + h * constraint_residual(uncounted(system), q, U(0) * increment);
  else
    return form;
}

/// Returns A(q)^T lambda in the number type of lambda.
template <NonholonomicSystem P, class T, class U>
Vec<U, dof_of<P>> constraint_force(P const& counted, Vec<T, size_of<P>> const& q,
                                   Vec<U, P::constraints> const& lambda) {
  count(counted, {.constraint = evaluations_of<T>()});
  auto const& system = uncounted(counted);
  using Generated = GeneratedFor<P>;
  auto at = cast<U>(q);
  if constexpr (requires { &Generated::template constraint_force<U>; }) {
    Vec<U, dof_of<P>> f;
    Generated::constraint_force(system, at.c, lambda.c, f.c);
    return f;
  } else {
    auto rest = U(0) * Vec<U, dof_of<P>>{};
    return transposed_times(differentiated_constraint_terms(system, at, rest).mu, lambda);
  }
}

/// Returns w + M^-1 A(q)^T impulses.
template <ConstantMassSystem P, class S>
Vec<S, dof_of<P>> velocity_after_impulses(P const& counted, Vec<S, size_of<P>> const& q,
                                          Vec<S, P::constraints> const& impulses,
                                          Vec<S, dof_of<P>> const& w) {
  using Generated = GeneratedFor<P>;
  if constexpr (requires { &Generated::template velocity_after_impulses<S>; }) {
    count(counted, {.constraint = evaluations_of<S>()});
    Vec<S, dof_of<P>> v;
    Generated::velocity_after_impulses(uncounted(counted), q.c, impulses.c, w.c, v.c);
    return v;
  } else {
    return w + mass_inverse(counted, constraint_force(counted, q, impulses));
  }
}

/// Returns A(qa) M^-1 A(qf)^T, with the first A of the system `end` and the second of `acting`.
template <ConstantMassSystem P, class S>
Mat<S, P::constraints, P::constraints> impulse_matrix(P const& end, P const& acting,
                                                      Vec<S, size_of<P>> const& qa,
                                                      Vec<S, size_of<P>> const& qf) {
  static constexpr auto m = P::constraints;
  Mat<S, m, m> k;
  if constexpr (!Driven<P> && requires { &GeneratedEquations<P>::template impulse_matrix<S>; }) {
    GeneratedEquations<P>::impulse_matrix(end, qa.c, qf.c, k.row[0].c);
  } else {
    for (int j = 0; j < m; ++j) {
      auto reaction = mass_inverse(acting, constraint_force(acting, qf, unit<S, m>(j)));
      auto column = constraint_form(end, qa, reaction);
      for (int i = 0; i < m; ++i) k(i, j) = column[i];
    }
  }
  return k;
}

/// Returns the impulses h lambda of phi(qa, w + M^-1 A(qf)^T h lambda) = 0, a linear system of size
/// m, with phi of the system `end` and A of the system `acting`.
template <ConstantMassSystem P, class S>
Vec<S, P::constraints> linear_impulses(P const& end, P const& acting, Vec<S, size_of<P>> const& qa,
                                       Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& w) {
  count(end, {.constraint = &qa == &qf ? 1 : 2, .solves = 1});  // A(qa), A(qf)
  auto const& plain = uncounted(end);
  return solve_without_pivoting(impulse_matrix(plain, uncounted(acting), qa, qf),
                                -constraint_residual(plain, qa, w));
}

/// Returns the multipliers lambda of phi(qa, w + h M^-1 A(qf)^T lambda) = 0.
template <ConstantMassSystem P, class S>
Vec<S, P::constraints> linear_multipliers(P const& system, Vec<S, size_of<P>> const& qa,
                                          Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& w,
                                          S h) {
  return S(1) / h * linear_impulses(system, system, qa, qf, w);
}

/// Returns `singular_constraints` if a multiplier is not finite, otherwise `ok`. On lanes always
/// `ok`: failed lanes hold NaN.
template <class S, auto m>
Outcome multiplier_outcome(Vec<S, m> const& multipliers) {
  if constexpr (!OnLanes<S>)
    if (!all_finite(multipliers)) return Outcome::singular_constraints;
  return Outcome::ok;
}

}  // namespace rattleback
