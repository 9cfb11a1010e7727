#pragma once

#include "integrators/geometric_nonholonomic/rattle_form.hpp"

namespace rattleback {

/// Nonholonomic RATTLE: the GNI of L_d = (h/2) (L(q_k, v) + L(q_(k+1), v)), algebraically SHAKE:
///   q_(k+1) - 2 q_k + q_(k-1) = h^2 M^-1 (-V_q(q_k) + mu^T(q_k) lambda_k)
///   mu(q_k) ((q_(k+1) - q_(k-1))/(2 h) - Y(q_k)) = 0
/// Ferraro, Jimenez & Martin de Diego 2015, (15), (28); first in McLachlan & Perlmutter 2006,
/// (5.3). The steps (a) to (e) are in rattle_form.hpp. State: node q_k, velocity M^-1 p~_k.
struct GniRattle {
  static MethodCard card() {
    return {.id = "gni_rattle",
            .name = "Nonholonomic RATTLE",
            .equations =
                "ph = p0 + h/2 (-V_q(q0) + mu^T lambda0); q1 = q0 + h M^-1 ph; "
                "p1 = ph + h/2 (-V_q(q1) + mu^T lambda1); mu(q1) (M^-1 p1 - Y(q1)) = 0",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, (15), (28)",
            .applies_to = "problems with a constant mass matrix",
            .starts = gni_starts(),
            .reversible = true,
            .keeps_constraint = true,
            .forces_per_step = 1,
            .options = {},
            .known_limits = reflection_limits()};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  RattleMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                            StartPoint<P, S> const& start) const {
    return rattle_memory(system, z, h, start, 0);
  }
  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, RattleMemory<P, S>& memory, S h) const {
    return rattle_step(system, z, memory, h, 0);
  }
  template <class P, class S>
  void reverse(P const&, Point<P, S>& z, RattleMemory<P, S>& memory, S) const {
    reverse_rattle(z, memory);
  }
};

}  // namespace rattleback
