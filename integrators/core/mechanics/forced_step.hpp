#pragma once
// Velocities that a force makes implicit, together with the multipliers.

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"

namespace rattleback {

/// Returns an option `force`, which driven systems have.
template <class M, class E>
Option force_option(E M::*member, std::initializer_list<std::pair<char const*, E>> choices,
                    char const* meaning) {
  auto option = choice_option<M, E>("force", member, meaning, choices);
  option.card.of_driven = true;
  return option;
}

/// A velocity with the impulse of the multipliers.
template <class P, class S>
struct ForcedVelocity {
  Vec<S, dof_of<P>> v;
  Vec<S, P::constraints> h_lambda;
  Outcome outcome = Outcome::ok;
  int iterations = 0;
};

/// Solves
///   M (v - v0) = impulse(v) + A(qf)^T h lambda,   phi(q1(v), v) = 0
/// for (v, h lambda) in R^(n+m), by Newton's method from v0.
/// @param end     the system at the time of the constraint
/// @param acting  the system at the time of the reaction
/// @param q1      configuration of the constraint as a function of v
template <ConstantMassSystem P, class S, class Configuration, class Impulse>
ForcedVelocity<P, S> forced_velocity(P const& end, P const& acting, Configuration const& q1,
                                     Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& v0,
                                     Impulse const& impulse) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  count(acting, {.constraint = 1});  // A(qf), the same for all iterations
  auto const residual = [&](auto const& x) {
    using T = std::remove_cvref_t<decltype(x[0])>;
    Vec<T, n> const v = head<n>(x);
    Vec<T, m> const h_lambda = tail<m>(x);
    auto const kick = impulse(v) + constraint_force(uncounted(acting), qf, h_lambda);
    return joined(v - cast<T>(v0) - mass_inverse(end, kick), constraint_residual(end, q1(v), v));
  };
  auto const root = newton<P>(residual, joined(v0, S(0) * Vec<S, m>{}), larger(S(1), largest(v0)));
  return {head<n>(root.x), tail<m>(root.x), root.outcome, root.iterations};
}

/// Returns dV/dt at q and fixed q, of a potential that depends on time.
template <Driven P, class S>
S potential_rate(P const& system, Vec<S, size_of<P>> const& q) {
  using D = Dual<S, 1>;
  D const t(static_cast<S>(clock_of(system)), unit<S, 1>(0));
  return -lagrangian_at(system, cast<D>(q), Vec<D, dof_of<P>>{}, t).slope[0];
}
/// Returns lambda.b with b = phi(q, 0), the power that a moving constraint takes.
template <Driven P, class S>
S constraint_power(P const& system, Vec<S, size_of<P>> const& q,
                   Vec<S, P::constraints> const& lambda) {
  return dot(lambda, constraint_of(system, q, Vec<S, dof_of<P>>{}));
}

/// Returns the work of a step with M (v1 - v0) = h (-grad V(qf) + F + A(qf)^T lambda) at one point
/// qf, at the time of `acting`: h F.(v0 + v1)/2 + h V_t(qf) - h lambda.b(qf).
template <ConstantMassSystem P, class S>
S work_of_kick(P const& acting, Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& v0,
               Vec<S, dof_of<P>> const& v1, Vec<S, P::constraints> const& lambda, S h) {
  auto const p = momentum_of(acting, qf, Vec<S, dof_of<P>>(v1 - v0));
  auto const h_force = p - h * force(acting, qf) - h * constraint_force(acting, qf, lambda);
  return S(1) / S(2) * dot(h_force, v0 + v1) + h * potential_rate(acting, qf) -
         h * constraint_power(acting, qf, lambda);
}

}  // namespace rattleback
