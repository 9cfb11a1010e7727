#pragma once
// Common part of methods whose multipliers are implicit in general, because A is evaluated at the
// new node.

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"

namespace rattleback {

/// Solver for multipliers that are implicit in general.
enum class MultiplierSolve { closed, newton };

/// The option `multipliers` of such methods.
template <class M>
Option multiplier_option() {
  return choice_option<M, MultiplierSolve>(
      "multipliers", &M::multipliers,
      "closed form where the constraint allows one, or always Newton's method",
      {{"closed", MultiplierSolve::closed}, {"newton", MultiplierSolve::newton}});
}

/// Closed form if the problem allows one and the user did not ask for Newton's method.
template <class P>
bool closed_form([[maybe_unused]] P const& system, MultiplierSolve wanted) {
  if constexpr (requires { system.reaction_leaves_constraint(); })
    return system.reaction_leaves_constraint() && wanted == MultiplierSolve::closed;
  else
    return is_constant_along_reactions<P> && wanted == MultiplierSolve::closed;
}

/// h lambda of constrained_step by Newton's method, from a guess. Out of the closed form's way, and
/// by value, so that the latter keeps its vectors in registers.
template <ConstantMassSystem P, class S, class NewConfiguration>
[[gnu::noinline]] Root<S, P::constraints> newton_multipliers(P const& end, P const& acting,
                                                             NewConfiguration q1,
                                                             Vec<S, size_of<P>> qf,
                                                             Vec<S, dof_of<P>> w,
                                                             Vec<S, P::constraints> guess) {
  auto const residual = [&](auto const& h_lambda) {
    auto const v1 = w + mass_inverse(end, constraint_force(uncounted(acting), qf, h_lambda));
    return constraint_residual(end, q1(v1), v1);
  };
  return newton<P>(residual, guess, largest(w));
}

/// The step that ends at (q_1(v_1), v_1) with
///   v_1 = w + h M^-1 A(qf)^T lambda,   A(q_1) v_1 = 0,
/// with the constraint of the system `end` and the reaction of the system `acting`.
/// @param q1  the new configuration as a function of v_1, linear in it; captures by value
/// Unknown: lambda in R^m. If reactions do not move A, then A(q_1) = A(q1(w)) and lambda solves a
/// linear system; else Newton's method on h lambda starts from that solution.
template <ConstantMassSystem P, class S, class NewConfiguration>
Step<P, S> constrained_step(P const& end, P const& acting, NewConfiguration q1,
                            Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& w, S h,
                            MultiplierSolve wanted) {
  auto impulses = linear_impulses(end, acting, q1(w), qf, w);
  Root<S, P::constraints> root{impulses, multiplier_outcome(impulses), 0};
  if (!closed_form(end, wanted)) root = newton_multipliers(end, acting, q1, qf, w, root.x);
  auto v1 = velocity_after_impulses(uncounted(acting), qf, root.x, w);
  return {{q1(v1), v1}, S(1) / h * root.x, root.outcome, root.iterations};
}

/// constrained_step of a system whose constraint and reaction belong to one time.
template <ConstantMassSystem P, class S, class NewConfiguration>
Step<P, S> constrained_step(P const& system, NewConfiguration q1, Vec<S, size_of<P>> const& qf,
                            Vec<S, dof_of<P>> const& w, S h, MultiplierSolve wanted) {
  return constrained_step(system, system, q1, qf, w, h, wanted);
}

}  // namespace rattleback
