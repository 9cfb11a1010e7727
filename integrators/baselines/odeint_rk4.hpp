#pragma once

#include "integrators/core/solvers/solver_equations.hpp"

namespace rattleback {

/// Classical Runge-Kutta of order 4 (Boost.Odeint) on the derived equations with the multiplier
/// eliminated. The constraint is not preserved.
struct OdeintRk4 {
  static constexpr bool has_fixed_steps = true;
  static MethodCard card() {
    return {.id = "odeint_rk4",
            .name = "Runge-Kutta 4, fixed step (Boost.Odeint)",
            .equations = "(q, v)' = f(q, v), multipliers eliminated",
            .source = "Kutta 1901; Boost.Odeint runge_kutta4",
            .applies_to = "every problem",
            .starts = {{"plain", 4, 4}},
            .baseline = true};
  }

  template <class S>
  std::unique_ptr<StartedSolver<S>> solver(SolverEquations<S> const& equations,
                                           std::vector<S> const& y0, S /*h*/) const {
    return odeint_rk4_solver<S>(equations.ode(), y0);
  }
};

}  // namespace rattleback
