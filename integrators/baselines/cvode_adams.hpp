#pragma once

#include "integrators/baselines/adaptive_ode.hpp"

namespace rattleback {

/// SUNDIALS CVODE, variable-order Adams-Moulton, orders 1 to 12.
struct CvodeAdams : AdaptiveOde<CvodeAdams> {
  static MethodCard card() {
    return AdaptiveOde::card("cvode_adams",
                             "Variable-order Adams-Moulton for ordinary equations (SUNDIALS CVODE)",
                             "SUNDIALS CVODE");
  }
  static std::unique_ptr<StartedSolver<double>> open(OdeFunction<double> f, std::vector<double> y0,
                                                     double, StepControl const& control) {
    return cvode_solver(Multistep::adams, std::move(f), std::move(y0), control);
  }
};

}  // namespace rattleback
