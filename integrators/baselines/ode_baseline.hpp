#pragma once

#include "integrators/baselines/sessions.hpp"
#include "integrators/baselines/step_limit.hpp"
#include "integrators/core/derived_equations.hpp"

namespace rattleback {

/// What a library solver carries from node to node.
template <class S>
struct SessionMemory {
  std::unique_ptr<Session<S>> session;
  /// Adds what the solver itself counts. Each iteration of its Newton method solves a linear
  /// system.
  void add_to(Counts& counts) const {
    counts.solver_steps = session->solver_steps;
    counts.newton_iterations += session->newton_iterations;
    counts.linear_solves += session->newton_iterations;
    counts.equation_calls_for_jacobians = session->jacobian_residuals;
    counts.jacobians = session->jacobian_evaluations;
  }
  double reached() const { return session->reached; }
  std::string const& reason() const { return session->reason; }
};

/// Flat (q, v, ...) from a point, and back.
template <class P, class S>
std::vector<S> flat(Point<P, S> const& z) {
  std::vector<S> y;
  for (int i = 0; i < size_of<P>; ++i) y.push_back(z.q[i]);
  for (int i = 0; i < dof_of<P>; ++i) y.push_back(z.v[i]);
  return y;
}
template <class P, class S>
Point<P, S> point_of(S const* y) {
  Point<P, S> z;
  for (int i = 0; i < size_of<P>; ++i) z.q[i] = y[i];
  for (int i = 0; i < dof_of<P>; ++i) z.v[i] = y[size_of<P> + i];
  return z;
}

/// Counts a solver's call of its equations.
template <class P>
void count_call(P const& system) {
  if constexpr (requires { system.counts; }) ++system.counts->equation_calls;
}

/// (q', v') of the derived equations at y = (q, v).
template <class P, class S>
void ode_right_hand_side(P const& system, S const* y, S* dydt) {
  count_call(system);
  Vec<S, P::constraints> multipliers;
  right_hand_side(system, y, y + size_of<P>, dydt, dydt + size_of<P>, multipliers.c);
}

/// The derived equations as a function of flat vectors, owning its copy of the system.
template <class P, class S>
OdeFunction<S> ode_function(P const& system) {
  return [system](std::vector<S> const& y, std::vector<S>& dydt) {
    ode_right_hand_side(system, y.data(), dydt.data());
  };
}

/// Multipliers of the derived equations at z, which no solver asked for: not counted.
template <class P, class S>
Vec<S, P::constraints> multipliers_at(P system, Point<P, S> const& z) {
  Counts apart;
  if constexpr (requires { system.counts; }) system.counts = &apart;
  return accelerations(system, z).multipliers;
}

/// One output interval of an ODE solver; multipliers from the derived equations at the end point.
template <class P, class S>
Step<P, S> advanced(P const& system, SessionMemory<S>& memory) {
  if (!memory.session->advance()) return {{}, {}, Outcome::solver_failed};
  auto const z = point_of<P>(memory.session->y.data());
  return {z, multipliers_at(system, z)};
}

}  // namespace rattleback
