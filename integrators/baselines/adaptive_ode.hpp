#pragma once
// What adaptive solvers of ordinary equations share: tolerances, and the derived equations with the
// multiplier eliminated.

#include "integrators/baselines/ode_baseline.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// A solver states its card and session(f, y0, h, rtol, atol); h is the output interval.
template <class Solver>
struct AdaptiveOde {
  double rtol = 1e-8, atol = 1e-8;
  static std::vector<Option<Solver>> options() { return tolerance_options<Solver>(); }
  static MethodCard card(std::string id, std::string name, std::string source) {
    return {.id = std::move(id),
            .name = std::move(name),
            .equations = "(q, v)' = f(q, v), multipliers eliminated",
            .source = std::move(source),
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .baseline = true,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = false;

  template <NonholonomicSystem P>
  SessionMemory<double> memory(P const& system, Point<P, double> const& z, double h) const {
    return {
        Solver::session(ode_function<P, double>(system), flat(z), checked_interval(h), rtol, atol)};
  }
  template <NonholonomicSystem P>
  Step<P, double> step(P const& system, Point<P, double> const&, SessionMemory<double>& memory,
                       double) const {
    return advanced(system, memory);
  }
};

}  // namespace rattleback
