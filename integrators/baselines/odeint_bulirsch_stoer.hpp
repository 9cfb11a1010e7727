#pragma once

#include "integrators/baselines/adaptive_ode.hpp"

namespace rattleback {

/// Extrapolation by Bulirsch and Stoer with adaptive order and steps that end at the nodes
/// (Boost.Odeint).
struct OdeintBulirschStoer : AdaptiveOde<OdeintBulirschStoer> {
  static constexpr bool changes_after_steps = true;
  static MethodCard card() {
    return AdaptiveOde::card("odeint_bulirsch_stoer",
                             "Bulirsch-Stoer, adaptive order and step (Boost.Odeint)",
                             "Bulirsch & Stoer 1966; Boost.Odeint bulirsch_stoer");
  }
  static std::unique_ptr<StartedSolver<double>> open(OdeFunction<double> f, std::vector<double> y0,
                                                     double h, StepControl const& control) {
    return odeint_bulirsch_stoer_solver(std::move(f), std::move(y0), h, control);
  }
};

}  // namespace rattleback
