#pragma once
// Loops of bare steps, without output or monitoring: the tables that runs and ensembles use.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "integrators/core/method/method_card.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/tables/lane_table.hpp"
#include "integrators/core/tables/step_table.hpp"
#include "problems/core/energy.hpp"

namespace rattleback {

inline constexpr double timed_step = 0.05;
/// Steps per iteration, always from the default initial condition. In longer runs, first-order
/// methods gain or lose energy and some orbits escape, which would change the timed work.
inline constexpr long timed_steps = 200;

/// Returns the default initial condition, on the constraints.
template <class P>
Point<P, double> timed_start() {
  auto const c = P::cases().front();
  auto v = c.v;
  if (!c.is_method_state) complete_velocity(c.system, c.q, v);
  return {c.q, v};
}

/// Method on a problem with the default initial condition.
struct TimedMethod {
  MethodTables tables;
  System<double> system;
  std::vector<double> q, v;
  int constraints = 0;
  std::string start;  ///< starting procedure
};

/// Times the steps of one orbit.
void one_orbit(benchmark::State& state, TimedMethod const& timed);
/// Times the steps of the orbits that an ensemble steps together; an item is one step of one orbit.
void lanes(benchmark::State& state, TimedMethod const& timed);

}  // namespace rattleback
