#pragma once

#include "integrators/core/mechanics/forced_step.hpp"

namespace rattleback {

/// First-order nonreversible DLA integrator, linearly implicit.
/// McLachlan & Perlmutter 2006, eq. (4.12):
///   q_1 = q_0 + h v_0                                      (a)
///   v_1 = v_0 + h M^-1 (-grad V(q_1) + A(q_1)^T lambda)    (b)
///   A(q_1) v_1 = 0                                         (c)
/// Unknown: lambda in R^m at t_1, from the linear system (c). State: node q_0 and the velocity of
/// the interval that begins there, which satisfies the constraint at q_0. Reversal (definition 5)
/// exchanges the nodes of that interval; the constraint at its other end does not hold, so the
/// method is not reversible. On a driven system all of (b) and (c) is taken at t_1, with the force
/// f(q_1, v_1), which makes v_1 implicit, or f(q_1, v_0).
struct DlaEuler {
  enum class Force { at_new, at_old };
  static constexpr bool takes_forces = true;

  Force discrete_force = Force::at_new;
  static std::vector<Option> options() {
    return {force_option<DlaEuler, Force>(&DlaEuler::discrete_force,
                                          {{"new", Force::at_new}, {"old", Force::at_old}},
                                          "force at the new velocity or at the old one; order 1")};
  }
  static MethodCard card() {
    return {.id = "dla_euler",
            .name = "First-order DLA integrator, linearly implicit",
            .equations =
                "q1 = q0 + h v0; v1 = v0 + h M^-1 (-grad V(q1) + A(q1)^T lambda); A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.12)",
            .applies_to = constant_mass_problems,
            .starts = {{"plain", 1, 1}},
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto q1 = z0.q + h * z0.v;  // (a)
    auto const& end = later(system, h);
    if constexpr (StatesForce<P>)
      if (discrete_force == Force::at_new && force_depends_on_velocity(system)) {
        auto const impulse = [&](auto const& v) {
          using T = std::remove_cvref_t<decltype(v[0])>;
          return h * total_force(end, cast<T>(q1), v);
        };
        auto const there = forced_velocity(
            end, end, [&](auto const&) { return q1; }, q1, z0.v, impulse);
        return {{q1, there.v}, S(1) / h * there.h_lambda, there.outcome, there.iterations};
      }
    auto w = z0.v + h * mass_inverse(system, total_force(end, q1, z0.v));
    auto h_lambda = linear_impulses(end, end, q1, q1, w);                // (c)
    auto v1 = velocity_after_impulses(uncounted(end), q1, h_lambda, w);  // (b)
    return {{q1, v1}, S(1) / h * h_lambda, multiplier_outcome(h_lambda)};
  }

  template <ConstantMassSystem P, class S>
  S work(P const& system, Point<P, S> const& z0, Vec<S, P::constraints> const&,
         Step<P, S> const& step, S h) const {
    return work_of_kick(later(system, h), step.z.q, z0.v, step.z.v, step.multipliers, h);
  }

  template <ConstantMassSystem P, class S>
  void reverse(P const&, Point<P, S>& z, NoMemory&, S h) const {
    z = {z.q + h * z.v, -z.v};
  }
};

}  // namespace rattleback
