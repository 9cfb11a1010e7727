#pragma once

#include "integrators/hamiltonizable/reduced_step.hpp"

namespace rattleback {

/// Reduced discrete Lagrange-d'Alembert integrator of an abelian Chaplygin system.
/// Fernandez, Bloch & Olver 2012, (21) with (24)-(25), whose force must be halved on each side and
/// scaled by h (they print neither); with r-bar the points of the symmetrised interval:
///   D_1 L_d(r_i, r_(i+1)) + D_2 L_d(r_(i-1), r_i) + f_d(r_i, r_(i+1)) + f_d(r_(i-1), r_i) = 0
///   g_(i+1) = g_i - A(r-bar) (r_(i+1) - r_i)
/// State: node r_i and group variables, velocity of the interval that ends there; memory p_i.
struct Rdla : ReducedMethod<Rdla> {
  static MethodCard card() {
    return {.id = "rdla",
            .name = "Reduced discrete Lagrange-d'Alembert integrator",
            .equations =
                "D1 Ld(r1, r2) + D2 Ld(r0, r1) + fd(r1, r2) + fd(r0, r1) = 0 with the "
                "reduced Lagrangian and the curvature force",
            .source = "Fernandez, Bloch & Olver 2012, (21), (24)-(25) corrected",
            .applies_to = "abelian Chaplygin systems",
            .starts = {{"legendre", 2}, {"euler", 1}, {"plain", 2}, {"exact", 2}, {"pair", 0}},
            .velocity_node = -0.5,
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because =
                "the reduction needs equations that do not depend on the group variables; "
                "dla_midpoint is the method without reduction and takes forces"};
  }

  template <ChaplyginSystem P, class Energy = double>
  auto discrete(P const& system, Energy const& = {}) const {
    using Gradients = ReducedGradients<Reduced<P>>;
    return DiscreteLagrangian<shape_size<P>, Gradients, ReducedTotalForce<P>>{
        {{system}}, {system}, epsilon};
  }
  template <ChaplyginSystem P, class S>
  ReducedMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                             StartPoint<P, S> const& start) const {
    return reduced_memory(system, z, h, S(1), start, discrete(system));
  }
};

}  // namespace rattleback
