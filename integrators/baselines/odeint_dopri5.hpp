#pragma once

#include "integrators/baselines/ode_baseline.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// Dormand-Prince 5(4) with adaptive steps and dense output (Boost.Odeint) on the derived equations
/// with the multiplier eliminated. The step h is the output interval.
struct OdeintDopri5 {
  double rtol = 1e-8, atol = 1e-8;
  static std::vector<Option<OdeintDopri5>> options() { return tolerance_options<OdeintDopri5>(); }
  static MethodCard card() {
    return {.id = "odeint_dopri5",
            .name = "Dormand-Prince 5(4), adaptive (Boost.Odeint)",
            .equations = "(q, v)' = f(q, v), multipliers eliminated",
            .source = "Dormand & Prince 1980; Boost.Odeint runge_kutta_dopri5",
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = false;

  template <NonholonomicSystem P>
  SessionMemory<double> memory(P const& system, Point<P, double> const& z, double h) const {
    return {odeint_dopri5_session(ode_function<P, double>(system), flat(z), h, rtol, atol)};
  }
  template <NonholonomicSystem P>
  Step<P, double> step(P const& system, Point<P, double> const&, SessionMemory<double>& memory,
                       double) const {
    return advanced(system, memory);
  }
};

}  // namespace rattleback
