#pragma once
// What methods share whose multiplier is implicit in general, because A is taken at the new node.

#include "integrators/core/mechanics.hpp"
#include "integrators/core/newton.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// How a method finds multipliers that are implicit in general.
enum class MultiplierSolve { closed, newton };

/// The option `multipliers` of such methods.
template <class M>
Option<M> multiplier_option() {
  return choice_option<M, MultiplierSolve>(
      "multipliers", &M::multipliers,
      "closed form where the constraint allows one, or always Newton's method",
      {{"closed", MultiplierSolve::closed}, {"newton", MultiplierSolve::newton}});
}

/// Closed form if the problem allows one and the user did not ask for Newton's method. Lanes know
/// nothing else, so that their steps have no branch.
template <class P, class S>
constexpr bool closed_form(MultiplierSolve wanted) {
  if constexpr (!std::numeric_limits<S>::is_specialized)
    return true;
  else
    return ConstraintUnmovedByReaction<P> && wanted == MultiplierSolve::closed;
}

/// The step that ends at (q_1(v_1), v_1) with
///   v_1 = w + h M^-1 A(qf)^T lambda,   A(q_1) v_1 = 0.
/// @param q1  the new configuration as a function of v_1, linear in it
/// Unknown: lambda in R^m. If reactions do not move A, then A(q_1) = A(q1(w)) and lambda solves a
/// linear system; else Newton's method on h lambda, which starts from that solution.
template <ConstantMassSystem P, class S, class NewConfiguration>
Step<P, S> constrained_step(P const& system, NewConfiguration const& q1,
                            Vec<S, size_of<P>> const& qf, Vec<S, dof_of<P>> const& w, S h,
                            MultiplierSolve wanted) {
  auto const v1 = [&](auto const& h_lambda) {
    return w + mass_inverse(system, constraint_force(system, qf, h_lambda));
  };
  auto const linear = linear_multipliers(system, q1(w), qf, w, h);
  if (closed_form<P, S>(wanted)) {
    auto const v = v1(h * linear);
    return {{q1(v), v}, linear, judged(linear)};
  }
  if constexpr (std::numeric_limits<S>::is_specialized) {
    auto const residual = [&](auto const& h_lambda) {
      auto const v = v1(h_lambda);
      return constraint_form(system, q1(v), v);
    };
    auto const root = newton(residual, h * linear, largest(w));
    auto const v = v1(root.x);
    return {{q1(v), v}, S(1) / h * root.x, root.outcome, root.iterations};
  }
  return {};
}

}  // namespace rattleback
