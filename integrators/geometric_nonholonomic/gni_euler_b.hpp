#pragma once

#include "integrators/geometric_nonholonomic/rattle_form.hpp"

namespace rattleback {

/// Geometric nonholonomic Euler B: the GNI of L_d^B = h L(q_(k+1), (q_(k+1) - q_k)/h).
/// Ferraro, Jimenez & Martin de Diego 2015, (12), (14). The steps (a) to (e) are in
/// rattle_form.hpp. First order; it is nonholonomic SHAKE under the affine constraint with the
/// drift (h/2) M^-1 V_q, hence its energy drifts. The adjoint of Euler A. State: node q_k, velocity
/// M^-1 p~_k, which is off the constraint by O(h).
struct GniEulerB {
  static MethodCard card() {
    return {
        .id = "gni_euler_b",
        .name = "Geometric nonholonomic Euler B",
        .equations =
            "ph = p0 + h/2 (-V_q(q0) + mu^T lambda0); q1 = q0 + h M^-1 ph; "
            "p1 = ph + h/2 (-V_q(q1) + mu^T lambda1); mu(q1) (M^-1 (p1 - h/2 V_q(q1)) - Y(q1)) = 0",
        .source = "Ferraro, Jimenez & Martin de Diego 2015, (14)",
        .applies_to = "problems with a constant mass matrix",
        .starts = {{"multiplier", 1, 1}, {"plain", 1}, {"exact", 1}, {"euler", 1}, {"pair"}},
        .forces_per_step = 1,
        .free_step_asymmetry = 1,
        .options = {},
        .known_limits = reflection_limits()};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  RattleMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                            StartPoint<P, S> const& start) const {
    return rattle_memory(system, z, h, start, -1);
  }
  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, RattleMemory<P, S>& memory, S h) const {
    return rattle_step(system, z, memory, h, -1);
  }
  template <class P, class S>
  void reverse(P const&, Point<P, S>& z, RattleMemory<P, S>& memory, S) const {
    reverse_rattle(z, memory);
  }
};

}  // namespace rattleback
