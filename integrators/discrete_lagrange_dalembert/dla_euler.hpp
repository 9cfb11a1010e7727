#pragma once

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/discrete_lagrange_dalembert/exchange_of_nodes.hpp"

namespace rattleback {

/// First-order nonreversible DLA integrator, linearly implicit.
/// McLachlan & Perlmutter 2006, eq. (4.12):
///   q_1 = q_0 + h v_0                                      (a)
///   v_1 = v_0 + h M^-1 (-grad V(q_1) + A(q_1)^T lambda)    (b)
///   A(q_1) v_1 = 0                                         (c)
/// Unknown: lambda in R^m at t_1, from the linear system (c). State: node q_0 and the velocity of
/// the interval that begins there, which satisfies the constraint at q_0. Reversal exchanges the
/// nodes of that interval; the constraint at its other end does not hold, so the method is not
/// reversible.
struct DlaEuler {
  static MethodCard card() {
    return {.id = "dla_euler",
            .name = "First-order DLA integrator, linearly implicit",
            .equations =
                "q1 = q0 + h v0; v1 = v0 + h M^-1 (-grad V(q1) + A(q1)^T lambda); A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.12)",
            .applies_to = "problems with a constant mass matrix",
            .starts = {{"plain", 1, 1}},
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const q1 = z0.q + h * z0.v;  // (a)
    auto const w = z0.v + h * mass_inverse(system, force(system, q1));
    auto const lambda = linear_multipliers(system, q1, q1, w, h);  // (c)
    auto const v1 =
        w + h * mass_inverse(system, constraint_force(uncounted(system), q1, lambda));  // (b)
    return {{q1, v1}, lambda, multiplier_outcome(lambda)};
  }

  template <ConstantMassSystem P, class S>
  void reverse(P const&, Point<P, S>& z, NoMemory&, S h) const {
    exchange_nodes(z, h);
  }
};

}  // namespace rattleback
