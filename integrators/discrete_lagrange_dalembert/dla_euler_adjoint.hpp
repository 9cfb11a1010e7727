#pragma once

#include "integrators/core/mechanics/forced_step.hpp"
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
/// exchanges. On a driven system all of (a) is taken at t_0 and (c) at t_1, with the force
/// f(q_0, v_0), or f(q_0, v_1), which makes v_1 implicit. The adjoint of dla_euler with force=new
/// has force=old, and the other way round.
struct DlaEulerAdjoint {
  enum class Force { at_old, at_new };
  static constexpr bool takes_forces = true;

  MultiplierSolve multipliers = MultiplierSolve::closed;
  Force discrete_force = Force::at_old;
  static std::vector<Option> options() {
    return {multiplier_option<DlaEulerAdjoint>(),
            force_option<DlaEulerAdjoint, Force>(
                &DlaEulerAdjoint::discrete_force, {{"old", Force::at_old}, {"new", Force::at_new}},
                "force at the old velocity or at the new one; order 1")};
  }
  static MethodCard card() {
    return {.id = "dla_euler_adjoint",
            .name = "Adjoint of the first-order DLA integrator, semi-implicit",
            .equations =
                "v1 = v0 + h M^-1 (-grad V(q0) + A(q0)^T lambda); q1 = q0 + h v1; A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.17) corrected: grad V at q0",
            .applies_to = constant_mass_problems,
            .starts = {{"plain", 1, 1}},
            .multiplier_node = -1,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const& end = later(system, h);
    auto q1 = [=](auto const& v1) { return z0.q + h * v1; };  // (b)
    if constexpr (StatesForce<P>)
      if (discrete_force == Force::at_new && force_depends_on_velocity(system)) {
        auto const impulse = [&](auto const& v) {
          using T = std::remove_cvref_t<decltype(v[0])>;
          return h * total_force(system, cast<T>(z0.q), v);
        };
        auto const there = forced_velocity(end, system, q1, z0.q, z0.v, impulse);
        return {{q1(there.v), there.v}, S(1) / h * there.h_lambda, there.outcome, there.iterations};
      }
    auto w = z0.v + h * mass_inverse(system, total_force(system, z0.q, z0.v));
    return constrained_step(end, system, q1, z0.q, w, h, multipliers);  // (a), (c)
  }

  template <ConstantMassSystem P, class S>
  S work(P const& system, Point<P, S> const& z0, Vec<S, P::constraints> const&,
         Step<P, S> const& step, S h) const {
    return work_of_kick(system, z0.q, z0.v, step.z.v, step.multipliers, h);
  }

  template <ConstantMassSystem P, class S>
  void reverse(P const&, Point<P, S>& z, NoMemory&, S h) const {
    z = {z.q - h * z.v, -z.v};
  }
};

}  // namespace rattleback
