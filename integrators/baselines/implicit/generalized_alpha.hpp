#pragma once

#include "integrators/core/solvers/solver_equations.hpp"

namespace rattleback {

/// Generalised-alpha method of structural dynamics with the constraints on velocities at the nodes;
/// on groups q1 = q0 exp(increment). Its internal state is the acceleration a, which belongs to the
/// time t + (alpha_m - alpha_f) h.
struct GeneralizedAlpha {
  static constexpr bool has_fixed_steps = true;
  static constexpr bool has_internal_state = true;
  static constexpr Form form = Form::index2;
  double spectral_radius = 0.9;  ///< spectral radius of a step at infinite frequency

  static std::vector<Option> options() {
    return {bounded_option("spectral_radius", &GeneralizedAlpha::spectral_radius, 0, 1,
                           "damping: spectral radius of a step at infinite frequency")};
  }
  static MethodCard card() {
    return {
        .id = "generalized_alpha",
        .name = "Generalised-alpha method with velocity constraints",
        .equations =
            "q1 = q0 exp(h v0 + h^2 ((1/2 - beta) a0 + beta a1)), "
            "v1 = v0 + h ((1 - gamma) a0 + gamma a1), "
            "(1 - alpha_m) a1 + alpha_m a0 = (1 - alpha_f) v'1 + alpha_f v'0, "
            "M v'1 = r(q1, v1) + mu^T lambda1, phi(q1, v1) = 0; with the spectral radius $rho$ "
            "$alpha_m = (2 rho - 1)/(rho + 1)$, $alpha_f = rho/(rho + 1)$, "
            "$gamma = 1/2 - alpha_m + alpha_f$, $beta = (gamma + 1/2)^2/4$",
        .source =
            "Chung & Hulbert 1993; constraints on velocities: Jay & Negrut 2007; groups: "
            "Bruels, Cardona & Arnold 2012",
        .applies_to = "every problem",
        .starts = {{"plain", 2, 2}},
        .preserves_constraint = true,
        .baseline = true,
        .known_limits = {
            {"Usual values of spectral_radius are 0.6 to 0.9. At 1 nothing is damped: an error of "
             "the multipliers changes its sign from step to step and stays.",
             "Arnold & Bruels 2007"},
            {"Motions much faster than the step are damped: the energy decreases.",
             "Chung & Hulbert 1993"}}};
  }

  template <class S>
  std::unique_ptr<StartedSolver<S>> solver(SolverEquations<S> const& equations,
                                           std::vector<S> const& y0, S /*h*/) const {
    return generalized_alpha_solver<S>(equations, y0, spectral_radius);
  }
};

}  // namespace rattleback
