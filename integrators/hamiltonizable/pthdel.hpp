#pragma once

#include "integrators/hamiltonizable/reduced_step.hpp"

namespace rattleback {

/// Poincare-transformed Hamiltonized discrete Euler-Lagrange integrator: variational for f (l_c +
/// E) in the time t, where E is the energy of the start. Fernandez, Bloch & Olver 2012, (46), whose
/// example (52) lost a factor h in its E term. State: node r_i and group variables, velocity of the
/// interval that ends there; memory p_i.
struct Pthdel : ReducedMethod<Pthdel> {
  static MethodCard card() {
    return {.id = "pthdel",
            .name = "Poincare-transformed Hamiltonized discrete Euler-Lagrange integrator",
            .equations = "D1 Ld(r1, r2) + D2 Ld(r0, r1) = 0 with f (l_c + E), constant steps of t",
            .source = "Fernandez, Bloch & Olver 2012, (46)",
            .applies_to = "Hamiltonizable abelian Chaplygin systems",
            .starts = {{"legendre", 2}, {"euler", 1}, {"plain", 2}, {"exact", 2}, {"pair", 0}},
            .velocity_node = -0.5,
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because =
                "the Poincare transformation needs a reduced motion that keeps its energy"};
  }

  template <HamiltonizableSystem P, class S>
  auto discrete(P const& system, S const& energy) const {
    return discrete_lagrangian(PoincareTransformed<P, S>{system, energy}, epsilon);
  }
  template <HamiltonizableSystem P, class S>
  ReducedMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                             StartPoint<P, S> const& start) const {
    require_multiplier(system, z);
    return reduced_memory(system, z, h, S(1), start,
                          discrete(system, S(rattleback::energy(system, z.q, z.v))));
  }
};

}  // namespace rattleback
