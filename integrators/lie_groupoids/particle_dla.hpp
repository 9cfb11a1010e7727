#pragma once

#include "integrators/discrete_lagrange_dalembert/implicit_multipliers.hpp"

namespace rattleback {

/// Discrete Lagrange-d'Alembert integrator on the pair groupoid R^n x R^n.
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, example 4.1, (4.2)-(4.3), with potentials:
///   L_d = dq^T M dq/(2 h) - h (V(q_0) + V(q_1))/2,   dq = q_1 - q_0
///   M_c: A((q_0 + q_1)/2) dq = 0
/// in terms of the nodal momenta, M v on D_c:
///   dq = h w,   w = v_0 + M^-1 (-(h/2) grad V(q_0) + A(q_0)^T lambda_0)                 (a)
///   v_1 = w + M^-1 (-(h/2) grad V(q_1) + A(q_1)^T lambda_1),   A(q_1) v_1 = 0           (b)
/// Unknown: lambda_0 in R^m from M_c: linear if reactions do not move A, else nonlinear; lambda_1,
/// linear.
struct ParticleDla {
  MultiplierSolve multipliers = MultiplierSolve::closed;
  static std::vector<Option> options() { return {multiplier_option<ParticleDla>()}; }
  static MethodCard card() {
    return {.id = "particle_dla",
            .name = "Discrete Lagrange-d'Alembert integrator on a pair groupoid",
            .equations =
                "w = v0 + M^-1 (-h/2 grad V(q0) + A(q0)^T l0); q1 = q0 + h w; A(qm) w = 0; "
                "v1 = w + M^-1 (-h/2 grad V(q1) + A(q1)^T l1); A(q1) v1 = 0",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, (4.2)-(4.3)",
            .applies_to = constant_mass_problems,
            .starts = {{"plain", 2}},
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 2,
            .no_forces_because =
                "its discrete Lagrangian on the groupoid has no force; dla_midpoint takes forces"};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, NoMemory&, S h) const {
    auto kicked = z.v + h / S(2) * mass_inverse(system, force(system, z.q));
    auto q = z.q;
    auto mean = [=](auto const& w) { return q + h / S(2) * w; };
    auto first = constrained_step(system, mean, z.q, kicked, h, multipliers);  // (a)
    auto q1 = z.q + h * first.z.v;
    auto free = first.z.v + h / S(2) * mass_inverse(system, force(system, q1));
    auto h_lambda = linear_impulses(system, system, q1, q1, free);
    auto v1 = velocity_after_impulses(uncounted(system), q1, h_lambda, free);  // (b)
    auto const outcome =
        first.outcome == Outcome::ok ? multiplier_outcome(h_lambda) : first.outcome;
    return {{q1, v1}, {}, outcome, first.iterations};
  }
};

}  // namespace rattleback
