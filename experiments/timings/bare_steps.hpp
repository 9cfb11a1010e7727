#pragma once
// Loops of bare steps, without output or monitoring.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "integrators/core/tables/lane_table_of.hpp"

namespace rattleback {

inline constexpr double timed_step = 0.05;
/// Steps per iteration, always from the default initial condition. In longer runs, first-order
/// methods gain or lose energy and some orbits escape, which would change the timed work.
inline constexpr long timed_steps = 200;
inline constexpr char const* not_finite = "the orbit left the finite numbers";

/// Returns the default initial condition, on the constraints.
template <class P>
Point<P, double> timed_start() {
  auto const c = P::cases().front();
  auto v = c.v;
  if (!c.is_method_state) complete_velocity(c.system, c.q, v);
  return {c.q, v};
}

/// Times the steps of one orbit.
template <class P, class M>
void one_orbit(benchmark::State& state) {
  P const system = P::cases().front().system;
  auto const start = timed_start<P>();
  StartPoint<P, double> const way{start_name(M::card(), ""), {}};
  M const method{};
  for (auto _ : state) {
    auto z = start;
    auto memory = memory_of(method, system, z, timed_step, way);
    for (long i = 0; i < timed_steps; ++i) z = method.step(system, z, memory, timed_step).z;
    benchmark::DoNotOptimize(z);
    if (is_finite(z)) continue;
    state.SkipWithError(not_finite);
    break;
  }
  state.SetItemsProcessed(state.iterations() * timed_steps);
}

/// Times the steps of a library solver, which accesses a problem through its table only.
template <class P>
void orbit_of_solver(benchmark::State& state, StepTable<double> const& table) {
  auto const& problem = find_problem(P::card().id).functions;
  System<double> const system{problem, problem->in_double.cases().front().system};
  auto const start = timed_start<P>();
  Vec<double, P::constraints> multipliers;
  Counts counts;
  auto const handle = table.make({}, system, &counts);
  for (auto _ : state) {
    std::copy_n(start.q.c, size_of<P>, handle.q);
    std::copy_n(start.v.c, dof_of<P>, handle.v);
    table.initialise(handle.self, 0, timed_step, {"plain", {}});
    for (long i = 0; i < timed_steps; ++i) table.step(handle.self, 0, timed_step, multipliers.c);
    benchmark::DoNotOptimize(handle.q[0]);
  }
  table.destroy(handle.self);
  state.SetItemsProcessed(state.iterations() * timed_steps);
}

/// Times the steps of the orbits that an ensemble steps together; an item is one step of one orbit.
template <class P, class M>
void lanes(benchmark::State& state) {
  P const system = P::cases().front().system;
  auto const [q, v] = timed_start<P>();
  Point<P, Lanes> const z{cast<Lanes>(q), cast<Lanes>(v)};
  Lanes const h(timed_step);
  M const method{};
  auto const memory =
      memory_of(method, system, z, h, StartPoint<P, Lanes>{start_name(M::card(), ""), {}});
  using Vector = OrbitVector<P, std::remove_const_t<decltype(memory)>>;
  for (auto _ : state) {
    std::vector<Vector> vectors(vectors_in_batch, Vector{z, memory});
    advance<true>(method, system, std::span<Vector>(vectors), h, timed_steps);
    benchmark::DoNotOptimize(vectors.data());
    if (all(all_finite(vectors[0].z.q))) continue;
    state.SkipWithError(not_finite);
    break;
  }
  state.SetItemsProcessed(state.iterations() * timed_steps * lane_count * vectors_in_batch);
}

}  // namespace rattleback
