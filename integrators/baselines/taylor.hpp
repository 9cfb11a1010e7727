#pragma once

#include "integrators/baselines/step_control.hpp"
#include "integrators/core/tables/lane_table.hpp"

namespace rattleback {

/// Solver by Taylor series of adaptive order and step with dense output, for equations that have
/// ProblemTable::series. Steps end at the nodes if states change after steps.
template <class S>
std::unique_ptr<StartedSolver<S>> taylor_solver(SolverEquations<S> equations, std::vector<S> y0,
                                                S const& h, StepControl const& control);

/// Throws InvalidInput for a system with switches, and for stops: the solver restarts at both in
/// double precision only. An event of a text switches nothing.
void require_no_restarts(ProblemDescription const& problem, std::vector<double> const& stops);

/// Taylor series of adaptive order and step (Jorba and Zou), on the derived equations with the
/// multipliers eliminated. The coefficients come from the formulas of the text by recurrences.
struct Taylor : StepOptions {
  static constexpr bool changes_after_steps = true;
  static constexpr bool needs_series = true;
  static std::vector<Option> options() { return step_options<Taylor>(); }
  static MethodCard card() {
    return {
        .id = "taylor",
        .name = "Taylor series, adaptive order and step",
        .equations =
            "(q, v)' = f(q, v), multipliers eliminated; $y(t + s)$ is the sum of $y_k s^k$ up to "
            "$N$ = ceil(1 - 0.7 ln $epsilon$), at least 8; for $epsilon$ < 2e-16 27, or "
            "ceil(1 - 0.5 ln $epsilon$) if that is more; $h$ is $(epsilon/10)^{1/(N-1)}$ times the "
            "radius that the last coefficients estimate; a step counts as $N$ evaluations",
        .source = "Jorba & Zou 2005, Experiment. Math. 14, 99-117",
        .applies_to =
            "a problem that a text states on a vector space, SE(2), SO(3) or products of these; in "
            "quad precision without switches",
        .starts = {{"plain", 0, 0}},
        .adaptive = true,
        .baseline = true,
        .options = {}};
  }

  /// The method on lanes. It ignores the option `stops`.
  static LaneTable const& lanes();
  template <class S>
  std::unique_ptr<StartedSolver<S>> solver(SolverEquations<S> const& equations,
                                           std::vector<S> const& y0, S const& h) const {
    if constexpr (!std::is_same_v<S, double>)
      require_no_restarts(equations.system().description(), stops);
    checked_interval(static_cast<double>(h));
    return taylor_solver(equations, y0, h, control(equations));
  }
};

}  // namespace rattleback
