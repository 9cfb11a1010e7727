#pragma once

#include "integrators/baselines/adaptive_ode.hpp"

namespace rattleback {

/// Dormand-Prince 5(4) with adaptive steps and dense output (Boost.Odeint).
struct OdeintDopri5 : AdaptiveOde<OdeintDopri5> {
  static constexpr bool changes_after_steps = true;
  static MethodCard card() {
    return AdaptiveOde::card("odeint_dopri5", "Dormand-Prince 5(4), adaptive (Boost.Odeint)",
                             "Dormand & Prince 1980; Boost.Odeint runge_kutta_dopri5");
  }
  static std::unique_ptr<StartedSolver<double>> open(OdeFunction<double> f, std::vector<double> y0,
                                                     double h, StepControl const& control) {
    return odeint_dopri5_solver(std::move(f), std::move(y0), h, control);
  }
};

}  // namespace rattleback
