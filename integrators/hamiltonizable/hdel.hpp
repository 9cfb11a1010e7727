#pragma once

#include "integrators/hamiltonizable/reduced_step.hpp"

namespace rattleback {

/// Hamiltonized discrete Euler-Lagrange integrator: variational in the time tau, d tau = f dt.
/// Fernandez, Bloch & Olver 2012, (33), with the time recovered by the trapezoidal rule (35):
///   t_(i+1) = t_i + (h_tau/2) (1/f(r_i) + 1/f(r_(i+1)))
/// h is a step of tau. With tau_grid=matched h is a step of t, and the steps of tau are those of
/// the exact motion, tau(t_(i+1)) - tau(t_i): only this grid passes a turning point of tau.
/// State: node r_i and group variables, velocity in t of the interval that ends there; memory p_i.
struct Hdel : ReducedMethod<Hdel> {
  enum class TauGrid { constant, matched };
  TauGrid tau_grid = TauGrid::constant;
  static std::vector<Option> options() {
    auto all = ReducedMethod::options();
    all.push_back(choice_option<Hdel, TauGrid>(
        "tau_grid", &Hdel::tau_grid, "steps of $tau$: all equal, or those of equal steps of $t$",
        {{"constant", TauGrid::constant}, {"matched", TauGrid::matched}}));
    return all;
  }
  static MethodCard card() {
    return {.id = "hdel",
            .name = "Hamiltonized discrete Euler-Lagrange integrator",
            .equations =
                "D1 Ld(r1, r2) + D2 Ld(r0, r1) = 0 with the Hamiltonized Lagrangian, steps "
                "of tau; t by the trapezoidal rule of 1/f",
            .source = "Fernandez, Bloch & Olver 2012, (33), (35)",
            .applies_to = "Hamiltonizable abelian Chaplygin systems",
            .starts = {{"legendre", 2}, {"euler", 1}, {"plain", 2}, {"exact", 2}, {"pair", 0}},
            .velocity_node = -0.5,
            .multipliers = false,
            .counts_in_tau = true,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because =
                "the Hamiltonization in tau needs a reduced motion that keeps its energy"};
  }
  bool counts_in_tau() const { return tau_grid == TauGrid::constant; }

  template <HamiltonizableSystem P, class Energy = double>
  auto discrete(P const& system, Energy const& = {}) const {
    return discrete_lagrangian(Hamiltonized<P>{system}, epsilon);
  }
  template <HamiltonizableSystem P, class S>
  ReducedMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                             StartPoint<P, S> const& start) const {
    require_multiplier(system, z);
    S const k = counts_in_tau() ? h : S(system.tau_at(z.q, z.v, h));
    return reduced_memory(system, z, k, S(1) / system.multiplier(shape_of<P>(z.q)), start,
                          discrete(system));
  }
  template <HamiltonizableSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, ReducedMemory<P, S>& memory, S h) const {
    auto const f = [&](auto const& r) { return system.multiplier(r); };
    auto const step = reduced_step(system, z, memory, discrete(system), solve, window, f);
    if (step.outcome != Outcome::ok) return step;
    S const k = memory.interval;
    memory.tau = memory.tau + k;
    memory.time =
        memory.time + k / S(2) * (S(1) / f(shape_of<P>(z.q)) + S(1) / f(shape_of<P>(step.z.q)));
    ++memory.steps;
    if (!counts_in_tau()) {
      auto const tau = [&](long i) {
        return system.tau_at(memory.origin.q, memory.origin.v, S(static_cast<double>(i)) * h);
      };
      memory.interval = tau(memory.steps + 1) - tau(memory.steps);
    }
    return step;
  }
};

}  // namespace rattleback
