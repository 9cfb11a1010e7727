#pragma once

#include "integrators/discrete_lagrange_dalembert/implicit_multipliers.hpp"

namespace rattleback {

/// Reversible nonholonomic leapfrog: second order, one force evaluation a step.
/// McLachlan & Perlmutter 2006, eq. (4.18):
///   q_h = q_0 + h/2 v_0                                    (a)
///   v_1 = v_0 + h M^-1 (-grad V(q_h) + A(q_h)^T lambda)    (b)
///   q_1 = q_h + h/2 v_1                                    (c)
///   A(q_1) v_1 = 0                                         (d)
/// Unknown: lambda in R^m at t_1/2, from (d): linear if reactions do not move A, else nonlinear.
struct DlaLeapfrog {
  MultiplierSolve multipliers = MultiplierSolve::closed;
  static std::vector<Option<DlaLeapfrog>> options() { return {multiplier_option<DlaLeapfrog>()}; }
  static MethodCard card() {
    return {.id = "dla_leapfrog",
            .name = "Reversible nonholonomic leapfrog, semi-implicit",
            .equations =
                "qh = q0 + h/2 v0; v1 = v0 + h M^-1 (-grad V(qh) + A(qh)^T lambda); "
                "q1 = qh + h/2 v1; A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.18)",
            .applies_to = "problems with a constant mass matrix",
            .starts = {{"plain", 2, 2}},
            .multiplier_node = -0.5,
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const qh = z0.q + h / S(2) * z0.v;  // (a)
    auto const w = z0.v + h * mass_inverse(system, force(system, qh));
    auto const q1 = [=](auto const& v1) { return qh + h / S(2) * v1; };  // (c)
    return constrained_step(system, q1, qh, w, h, multipliers);          // (b), (d)
  }
};

}  // namespace rattleback
