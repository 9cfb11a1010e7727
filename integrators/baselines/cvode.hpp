#pragma once

#include "integrators/baselines/ode_baseline.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// SUNDIALS CVODE, variable-order BDF, on the derived equations with the multiplier eliminated.
/// The step h is the output interval.
struct CvodeBdf {
  double rtol = 1e-8, atol = 1e-8;
  static std::vector<Option<CvodeBdf>> options() { return tolerance_options<CvodeBdf>(); }
  static MethodCard card() {
    return {.id = "cvode_bdf",
            .name = "Variable-order BDF for ordinary equations (SUNDIALS CVODE)",
            .equations = "(q, v)' = f(q, v), multipliers eliminated",
            .source = "SUNDIALS CVODE",
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = false;

  template <NonholonomicSystem P>
  SessionMemory<double> memory(P const& system, Point<P, double> const& z, double h) const {
    return {cvode_session(Multistep::bdf, ode_function<P, double>(system), flat(z), h, rtol, atol)};
  }
  template <NonholonomicSystem P>
  Step<P, double> step(P const& system, Point<P, double> const&, SessionMemory<double>& memory,
                       double) const {
    return advanced(system, memory);
  }
};

}  // namespace rattleback
