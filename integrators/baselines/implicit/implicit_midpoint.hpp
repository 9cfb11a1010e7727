#pragma once

#include "integrators/core/solvers/solver_equations.hpp"

namespace rattleback {

/// Implicit midpoint rule on the derived equations with the multiplier eliminated. It preserves
/// first integrals that are quadratic in (q, v): a rotation matrix stays one. A v is another first
/// integral, from which it departs by O(h^2) unless A is linear in q.
struct ImplicitMidpoint {
  static constexpr bool has_fixed_steps = true;
  static MethodCard card() {
    return {.id = "implicit_midpoint",
            .name = "Implicit midpoint rule of the eliminated equations",
            .equations =
                "y1 = y0 + h f((y0 + y1)/2) with y = (q, v), y' = f(y), "
                "multipliers eliminated",
            .source = "Hairer, Lubich & Wanner 2006, II.1.1; solved by Broyden's method",
            .applies_to = "every problem",
            .starts = {{"plain", 2, 2}},
            .reversible = true,
            .baseline = true,
            .known_limits = {
                {"Broyden's method begins as a fixed-point iteration, and may fail for "
                 "steps far above 2/$L$, where $L$ is the Lipschitz constant of $f$; such a "
                 "step is a recorded failure.",
                 "Hairer, Lubich & Wanner 2006, VIII.6"}}};
  }

  template <class S>
  std::unique_ptr<StartedSolver<S>> solver(SolverEquations<S> const& equations,
                                           std::vector<S> const& y0, S /*h*/) const {
    return implicit_midpoint_solver<S>(equations.ode(), y0);
  }
};

}  // namespace rattleback
