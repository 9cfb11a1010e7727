#pragma once

#include "integrators/core/method/option.hpp"
#include "integrators/discrete_lagrange_dalembert/two_point_dla.hpp"

namespace rattleback {

/// Discrete Lagrange-d'Alembert integrator with the midpoint discretisation, symmetrised.
/// Fernandez, Bloch & Olver 2012, (15)-(16), on the unreduced configuration space R^n:
///   D_1 L_d(q_i, q_(i+1)) + D_2 L_d(q_(i-1), q_i) + A(q_i)^T lambda_i = 0       (15)
///   A(q-bar) (q_(i+1) - q_i) = 0, averaged over the points of L_d                 (16)
/// State: node q_i, velocity of the interval that ends there; lambda is per unit of time.
/// On a driven system L_d, (16) and the force, at the velocity of the interval, are taken at the
/// times of the points of L_d.
struct DlaMidpoint : TwoPointDla<DlaMidpoint> {
  static constexpr bool takes_forces = true;
  double epsilon = 0.5;
  static std::vector<Option> options() {
    return {bounded_option<DlaMidpoint>(
        "epsilon", &DlaMidpoint::epsilon, 0, 1,
        "where the discrete Lagrangian samples an interval, symmetrised")};
  }
  static MethodCard card() {
    return {
        .id = "dla_midpoint",
        .name = "Discrete Lagrange-d'Alembert integrator, midpoint",
        .equations = "D1 Ld(q1, q2) + D2 Ld(q0, q1) + A(q1)^T lambda = 0; A(qm) (q2 - q1) = 0",
        .source = "Fernandez, Bloch & Olver 2012, (15)-(16)",
        .applies_to = "problems on $R^{n}$ or on a group with a global chart",
        .starts = {{"legendre", 2, 2}, {"euler", 1, 1}, {"plain", 2, 2}, {"exact", 2, 2}, {"pair"}},
        .velocity_node = -0.5,
        .multiplier_node = -1,
        .reversible = true,
        .preserves_constraint = true};
  }

  /// (16) for an interval from q of the given increment.
  template <class P, class S>
  auto discrete_constraint(P const& system, S h) const {
    return [&system, h, epsilon = epsilon](auto const& q, auto const& increment) {
      using T = std::remove_cvref_t<decltype(increment[0])>;
      auto const at = [&](double e) {
        return constraint_over_interval(later(system, S(e) * h), cast<T>(q) + S(e) * increment,
                                        increment, h);
      };
      return S(1) / S(2) * (at(epsilon) + at(1 - epsilon));
    };
  }
};

}  // namespace rattleback
