#pragma once

#include "integrators/baselines/adaptive_ode.hpp"

namespace rattleback {

/// Runge-Kutta-Fehlberg 7(8) with adaptive steps that end at the nodes (Boost.Odeint). On driven
/// systems a step must also agree with two halves.
struct OdeintRkf78 : AdaptiveOde<OdeintRkf78> {
  static constexpr bool changes_after_steps = true;
  static MethodCard card() {
    return AdaptiveOde::card("odeint_rkf78", "Fehlberg 7(8), adaptive (Boost.Odeint)",
                             "Fehlberg 1968; Boost.Odeint runge_kutta_fehlberg78");
  }
  static std::unique_ptr<StartedSolver<double>> open(OdeFunction<double> f, std::vector<double> y0,
                                                     double h, StepControl const& control) {
    return odeint_rkf78_solver(std::move(f), std::move(y0), h, control);
  }
};

}  // namespace rattleback
