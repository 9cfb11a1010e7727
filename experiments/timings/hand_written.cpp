#include "experiments/timings/hand_written.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "experiments/timings/benchmarks.hpp"
#include "generated/chaotic_r7.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/tables/lane_table.hpp"
#include "integrators/discrete_lagrange_dalembert/dla_leapfrog.hpp"

namespace rattleback {
namespace {

using P = ChaoticR7<double>;

/// Returns q and v of the default initial condition.
std::array<double, 14> start_state() {
  auto const z = timed_start<P>();
  std::array<double, 14> state;
  for (int i = 0; i < 7; ++i) state[i] = z.q[i], state[7 + i] = z.v[i];
  return state;
}

void scalar_steps(benchmark::State& state) {
  auto const start = start_state();
  for (auto _ : state) {
    auto z = start;
    for (long i = 0; i < timed_steps; ++i)
      hand_written_leapfrog(z.data(), z.data() + 7, timed_step);
    benchmark::DoNotOptimize(z);
  }
  state.SetItemsProcessed(state.iterations() * timed_steps);
  state.SetLabel("written by hand");
}

void rk4_steps(benchmark::State& state) {
  auto const start = start_state();
  boost::numeric::odeint::runge_kutta4<std::array<double, 14>> stepper;
  auto const motion = [](auto const& z, auto& derivative, double) {
    hand_written_motion(z.data(), derivative.data());
  };
  for (auto _ : state) {
    auto z = start;
    for (long i = 0; i < timed_steps; ++i) stepper.do_step(motion, z, 0.0, timed_step);
    benchmark::DoNotOptimize(z);
  }
  state.SetItemsProcessed(state.iterations() * timed_steps);
  state.SetLabel("written by hand");
}

/// Steps of the method's class with everything inlined: the unit of a problem with all methods is
/// so large that the compiler may leave calls in a step.
[[gnu::flatten]] Point<P, double> inlined_steps(P const& system, Point<P, double> z, long count) {
  NoMemory memory;
  for (long i = 0; i < count; ++i) z = DlaLeapfrog{}.step(system, z, memory, timed_step).z;
  return z;
}

void steps_compiled_alone(benchmark::State& state) {
  P const system = P::cases().front().system;
  auto const start = timed_start<P>();
  for (auto _ : state) {
    auto const z = inlined_steps(system, start, timed_steps);
    benchmark::DoNotOptimize(z);
  }
  state.SetItemsProcessed(state.iterations() * timed_steps);
  state.SetLabel("compiled alone");
}

#if defined(RATTLEBACK_HAND_WRITTEN_VECTORS)
HandWrittenOrbits start_orbits() {
  auto const z = timed_start<P>();
  HandWrittenOrbits orbits;
  for (int i = 0; i < 7; ++i) orbits.q[i] = spread(z.q[i]), orbits.v[i] = spread(z.v[i]);
  return orbits;
}

/// Times as many vectors together as an ensemble has in a batch.
void vector_steps(benchmark::State& state) {
  auto const start = start_orbits();
  Register const h = spread(timed_step), half = spread(timed_step / 2), one = spread(1);
  for (auto _ : state) {
    HandWrittenOrbits orbits[vectors_in_batch];
    for (auto& some : orbits) some = start;
    for (long i = 0; i < timed_steps; ++i)
      for (auto& some : orbits) hand_written_leapfrog(some, h, half, one);
    benchmark::DoNotOptimize(orbits);
  }
  state.SetItemsProcessed(state.iterations() * timed_steps * lane_count * vectors_in_batch);
  state.SetLabel("written by hand");
}
#endif

}  // namespace

void add_hand_written_steps() {
  benchmark::RegisterBenchmark("hand_written/chaotic_r7/one_orbit", &scalar_steps);
  benchmark::RegisterBenchmark("hand_written_rk4/chaotic_r7/one_orbit", &rk4_steps);
  benchmark::RegisterBenchmark(compiled_alone, &steps_compiled_alone);
#if defined(RATTLEBACK_HAND_WRITTEN_VECTORS)
  benchmark::RegisterBenchmark("hand_written/chaotic_r7/lanes", &vector_steps);
#endif
}

double disagreement() {
  P const system = P::cases().front().system;
  auto z = timed_start<P>();
  auto state = start_state();
  double worst = 0;
  auto const compare = [&](double a, double b) { worst = std::max(worst, std::abs(a - b)); };

  std::array<double, 14> motion;
  hand_written_motion(state.data(), motion.data());
  auto const derived = accelerations(system, z).vdot;
  for (int i = 0; i < 7; ++i) compare(motion[7 + i], derived[i]);

  z = inlined_steps(system, z, timed_steps);
  for (long i = 0; i < timed_steps; ++i)
    hand_written_leapfrog(state.data(), state.data() + 7, timed_step);
  for (int i = 0; i < 7; ++i) compare(z.q[i], state[i]), compare(z.v[i], state[7 + i]);
#if defined(RATTLEBACK_HAND_WRITTEN_VECTORS)
  auto orbits = start_orbits();
  for (long i = 0; i < timed_steps; ++i)
    hand_written_leapfrog(orbits, spread(timed_step), spread(timed_step / 2), spread(1));
  for (int i = 0; i < 7; ++i) compare(z.q[i], orbits.q[i][0]), compare(z.v[i], orbits.v[i][0]);
#endif
  return worst;
}

}  // namespace rattleback
