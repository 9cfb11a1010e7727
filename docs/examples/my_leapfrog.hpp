#pragma once

#include "integrators/discrete_lagrange_dalembert/implicit_multipliers.hpp"

/// The reversible leapfrog: the force acts at the middle of the step.
struct MyLeapfrog {
  static rattleback::MethodCard card() {
    return {.id = "my_leapfrog",
            .name = "Leapfrog of the documentation",
            .equations =
                "qh = q0 + h/2 v0; v1 = v0 + h M^-1 (-grad V(qh) + A(qh)^T lambda); "
                "q1 = qh + h/2 v1; A(q1) v1 = 0",
            .source = "docs/your_own_method.md",
            .applies_to =
                "vector-space problems with constant mass matrix and no terms linear in velocities",
            .starts = {{"plain", 2, 2}},
            .multiplier_node = -0.5,
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <rattleback::ConstantMassSystem P, class S>
  rattleback::Step<P, S> step(P const& system, rattleback::Point<P, S> const& z0,
                              rattleback::NoMemory&, S h) const {
    auto const qh = z0.q + h / S(2) * z0.v;
    auto const w = z0.v + h * mass_inverse(system, force(system, qh));
    auto const q1 = [=](auto const& v1) { return qh + h / S(2) * v1; };
    return rattleback::constrained_step(system, q1, qh, w, h, rattleback::MultiplierSolve::closed);
  }
};
