#pragma once
// Adaptive solvers of ordinary differential equations, on the derived equations with the
// multipliers eliminated.

#include "integrators/baselines/step_control.hpp"

namespace rattleback {

/// Common part of the solvers. One states its card, and `open`, which opens it.
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

/// SUNDIALS CVODE, variable-order BDF.
struct CvodeBdf : AdaptiveOde<CvodeBdf> {
  static constexpr bool changes_after_steps = true;
  static constexpr auto open = &cvode_bdf_solver;
  static MethodCard card() {
    return AdaptiveOde::card("cvode_bdf",
                             "Variable-order BDF for ordinary equations (SUNDIALS CVODE)",
                             "SUNDIALS CVODE");
  }
};

/// SUNDIALS CVODE, variable-order Adams-Moulton, orders 1 to 12.
struct CvodeAdams : AdaptiveOde<CvodeAdams> {
  static constexpr auto open = &cvode_adams_solver;
  static MethodCard card() {
    return AdaptiveOde::card("cvode_adams",
                             "Variable-order Adams-Moulton for ordinary equations (SUNDIALS CVODE)",
                             "SUNDIALS CVODE");
  }
};

/// SUNDIALS ARKODE, explicit Runge-Kutta of order 8. On driven systems a step must also
/// agree with two halves.
struct ArkodeErk : AdaptiveOde<ArkodeErk> {
  static constexpr bool changes_after_steps = true;
  static constexpr auto open = &arkode_erk_solver;
  static MethodCard card() {
    return AdaptiveOde::card("arkode_erk",
                             "Explicit Runge-Kutta 8(7) with error control (SUNDIALS ARKODE)",
                             "SUNDIALS ARKODE, ERKStep with the table of Fehlberg 13-7-8");
  }
};

/// Dormand-Prince 5(4) with adaptive steps and dense output (Boost.Odeint).
struct OdeintDopri5 : AdaptiveOde<OdeintDopri5> {
  static constexpr bool changes_after_steps = true;
  static constexpr auto open = &odeint_dopri5_solver;
  static MethodCard card() {
    return AdaptiveOde::card("odeint_dopri5", "Dormand-Prince 5(4), adaptive (Boost.Odeint)",
                             "Dormand & Prince 1980; Boost.Odeint runge_kutta_dopri5");
  }
};

/// Runge-Kutta-Fehlberg 7(8) with adaptive steps that end at the nodes (Boost.Odeint). On driven
/// systems a step must also agree with two halves.
struct OdeintRkf78 : AdaptiveOde<OdeintRkf78> {
  static constexpr bool changes_after_steps = true;
  static constexpr auto open = &odeint_rkf78_solver;
  static MethodCard card() {
    return AdaptiveOde::card("odeint_rkf78", "Fehlberg 7(8), adaptive (Boost.Odeint)",
                             "Fehlberg 1968; Boost.Odeint runge_kutta_fehlberg78");
  }
};

/// Extrapolation by Bulirsch and Stoer with adaptive order and steps that end at the nodes
/// (Boost.Odeint).
struct OdeintBulirschStoer : AdaptiveOde<OdeintBulirschStoer> {
  static constexpr bool changes_after_steps = true;
  static constexpr auto open = &odeint_bulirsch_stoer_solver;
  static MethodCard card() {
    return AdaptiveOde::card("odeint_bulirsch_stoer",
                             "Bulirsch-Stoer, adaptive order and step (Boost.Odeint)",
                             "Bulirsch & Stoer 1966; Boost.Odeint bulirsch_stoer");
  }
};

}  // namespace rattleback
