#pragma once
// Common part of the adaptive solvers of ordinary differential equations: tolerances, and the
// derived equations with the multipliers eliminated.

#include "integrators/baselines/step_control.hpp"

namespace rattleback {

/// A solver states its card and open(f, y0, h, control); h is the output interval.
template <class Solver>
struct AdaptiveOde : StepOptions {
  static std::vector<Option> options() { return step_options<Solver>(); }
  static MethodCard card(std::string id, std::string name, std::string source) {
    return {.id = std::move(id),
            .name = std::move(name),
            .equations = "(q, v)' = f(q, v), multipliers eliminated",
            .source = std::move(source),
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .baseline = true};
  }

  std::unique_ptr<StartedSolver<double>> solver(SolverEquations<double> const& equations,
                                                std::vector<double> const& y0, double h) const {
    return Solver::open(equations.ode(), y0, checked_interval(h), control(equations));
  }
};

}  // namespace rattleback
