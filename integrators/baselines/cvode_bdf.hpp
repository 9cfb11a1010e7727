#pragma once

#include "integrators/baselines/adaptive_ode.hpp"

namespace rattleback {

/// SUNDIALS CVODE, variable-order BDF.
struct CvodeBdf : AdaptiveOde<CvodeBdf> {
  static constexpr bool changes_after_steps = true;
  static MethodCard card() {
    return AdaptiveOde::card("cvode_bdf",
                             "Variable-order BDF for ordinary equations (SUNDIALS CVODE)",
                             "SUNDIALS CVODE");
  }
  static std::unique_ptr<StartedSolver<double>> open(OdeFunction<double> f, std::vector<double> y0,
                                                     double, StepControl const& control) {
    return cvode_solver(Multistep::bdf, std::move(f), std::move(y0), control);
  }
};

}  // namespace rattleback
