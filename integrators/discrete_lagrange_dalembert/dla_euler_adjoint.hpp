#pragma once

#include "integrators/discrete_lagrange_dalembert/exchange_of_nodes.hpp"
#include "integrators/discrete_lagrange_dalembert/implicit_multipliers.hpp"

namespace rattleback {

/// Adjoint of the first-order DLA integrator, semi-implicit.
/// McLachlan & Perlmutter 2006, eq. (4.17), which prints grad V(q_1): the adjoint of (4.12) has
/// grad V(q_0):
///   v_1 = v_0 + h M^-1 (-grad V(q_0) + A(q_0)^T lambda)    (a)
///   q_1 = q_0 + h v_1                                      (b)
///   A(q_1) v_1 = 0                                         (c)
/// Unknown: lambda in R^m at t_0, from (c): linear if reactions do not move A, else nonlinear.
/// State: node q_0 and the velocity of the interval that ends there, whose nodes reversal
/// exchanges.
struct DlaEulerAdjoint {
  MultiplierSolve multipliers = MultiplierSolve::closed;
  static std::vector<Option<DlaEulerAdjoint>> options() {
    return {multiplier_option<DlaEulerAdjoint>()};
  }
  static MethodCard card() {
    return {.id = "dla_euler_adjoint",
            .name = "Adjoint of the first-order DLA integrator, semi-implicit",
            .equations =
                "v1 = v0 + h M^-1 (-grad V(q0) + A(q0)^T lambda); q1 = q0 + h v1; A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.17) corrected: grad V at q0",
            .applies_to = "problems with a constant mass matrix",
            .starts = {{"plain", 1, 1}},
            .multiplier_node = -1,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const w = z0.v + h * mass_inverse(system, force(system, z0.q));
    auto const q1 = [=](auto const& v1) { return z0.q + h * v1; };  // (b)
    return constrained_step(system, q1, z0.q, w, h, multipliers);   // (a), (c)
  }

  template <ConstantMassSystem P, class S>
  void reverse(P const&, Point<P, S>& z, NoMemory&, S h) const {
    exchange_nodes(z, -h);
  }
};

}  // namespace rattleback
