#pragma once

#include "integrators/baselines/adaptive_ode.hpp"

namespace rattleback {

/// SUNDIALS ARKODE, explicit Runge-Kutta of order 8. On driven systems a step must also
/// agree with two halves.
struct ArkodeErk : AdaptiveOde<ArkodeErk> {
  static constexpr bool changes_after_steps = true;
  static MethodCard card() {
    return AdaptiveOde::card("arkode_erk",
                             "Explicit Runge-Kutta 8(7) with error control (SUNDIALS ARKODE)",
                             "SUNDIALS ARKODE, ERKStep with the table of Fehlberg 13-7-8");
  }
  static std::unique_ptr<StartedSolver<double>> open(OdeFunction<double> f, std::vector<double> y0,
                                                     double, StepControl const& control) {
    return arkode_erk_solver(std::move(f), std::move(y0), control);
  }
};

}  // namespace rattleback
