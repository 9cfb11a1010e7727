#pragma once

#include "integrators/discrete_lagrange_dalembert/two_point_dla.hpp"

namespace rattleback {

/// Discrete Lagrange-d'Alembert integrator with a discrete constraint that is poor on purpose: L_d
/// is sampled at the midpoint and the constraint at the left end of an interval,
///   D_1 L_d(q_i, q_(i+1)) + D_2 L_d(q_(i-1), q_i) + A(q_i)^T lambda_i = 0
///   A(q_i) (q_(i+1) - q_i) = 0
/// Ferraro, Iglesias-Ponte & Martin de Diego 2008, end of section 5. State as in dla_midpoint.
struct DlaLeft : TwoPointDla<DlaLeft> {
  static constexpr double epsilon = 0.5;
  static constexpr bool takes_forces = true;
  static MethodCard card() {
    return {
        .id = "dla_left",
        .name = "Discrete Lagrange-d'Alembert integrator, constraint at the left end",
        .equations = "D1 Ld(q1, q2) + D2 Ld(q0, q1) + A(q1)^T lambda = 0; A(q1) (q2 - q1) = 0",
        .source = "Ferraro, Iglesias-Ponte & Martin de Diego 2008, section 5",
        .applies_to = "problems on $R^{n}$ or on a group with a global chart",
        .starts = {{"euler", 1, 1}, {"legendre", 1, 1}, {"plain", 1, 1}, {"exact", 1, 1}, {"pair"}},
        .velocity_node = -0.5,
        .multiplier_node = -1};
  }

  template <class P, class S>
  auto discrete_constraint(P const& system, S h) const {
    return [&system, h](auto const& q, auto const& increment) {
      return constraint_over_interval(system, q, increment, h);
    };
  }
};

}  // namespace rattleback
