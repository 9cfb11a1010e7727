#pragma once

#include "integrators/baselines/ode_baseline.hpp"

namespace rattleback {

/// Classical Runge-Kutta of order 4 (Boost.Odeint) on the derived equations with the multiplier
/// eliminated. Nothing keeps it on the constraint.
struct OdeintRk4 {
  static MethodCard card() {
    return {.id = "odeint_rk4",
            .name = "Runge-Kutta 4, fixed step (Boost.Odeint)",
            .equations = "(q, v)' = f(q, v), multipliers eliminated",
            .source = "Kutta 1901; Boost.Odeint runge_kutta4",
            .applies_to = "every problem",
            .starts = {{"plain", 4, 4}},
            .baseline = true,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = false;

  template <NonholonomicSystem P, class S>
  SessionMemory<S> memory(P const& system, Point<P, S> const& z, S h) const {
    return {odeint_rk4_session<S>(ode_function<P, S>(system), flat(z), h)};
  }
  template <NonholonomicSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const&, SessionMemory<S>& memory, S) const {
    return advanced(system, memory);
  }
};

}  // namespace rattleback
