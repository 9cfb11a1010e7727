// Timings of runs through the registry: every pair, and one ensemble on several threads.

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "experiments/timings/benchmarks.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback {
namespace {

/// Returns a run with steps in units of the problem's time scale, so that all runs resolve the
/// fastest motion equally.
RunSpec timed_run(MethodEntry const& method, double time_scale) {
  RunSpec spec;
  if (method.card.adaptive) {
    spec.step = 0.5 * time_scale;
    spec.steps = 10;
    spec.options = {{"rtol", "1e-6"}, {"atol", "1e-6"}};
  } else {
    spec.step = 0.05 * time_scale;
    spec.steps = 200;
  }
  return spec;
}

/// Times runs that monitor energy and constraint at every step.
void run(benchmark::State& state, MethodEntry const& method, double time_scale) {
  RunSpec const spec = timed_run(method, time_scale);
  Counts counts;
  try {
    auto const first = method.integrate(spec);
    counts = first.counts;
    if (first.outcome != Outcome::ok)
      return state.SkipWithError(fmt::format("{}{}{}", name_of(first.outcome),
                                             first.reason.empty() ? "" : ": ", first.reason)
                                     .c_str());
  } catch (InvalidInput const& misuse) {
    return state.SkipWithError(misuse.what());
  }
  for (auto _ : state) {
    auto const trajectory = method.integrate(spec);
    benchmark::DoNotOptimize(trajectory.final_violation);
  }
  bool const adaptive = method.card.adaptive;
  state.SetLabel(adaptive ? "adaptive" : "fixed step");
  state.SetItemsProcessed(state.iterations() * (adaptive ? counts.solver_steps : spec.steps));
  auto const rate = [&](char const* name, double count) {
    if (count > 0)
      state.counters[name] = benchmark::Counter(count * static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate);
  };
  rate("work_per_second", total_work(counts));
  if (adaptive) rate("time_per_second", static_cast<double>(spec.step * spec.steps));
}

void add_run(ProblemEntry const& problem, MethodEntry const& method) {
  benchmark::RegisterBenchmark(fmt::format("{}/{}/run", method.card.id, problem.card.id).c_str(),
                               [&method, scale = problem.card.time_scale](benchmark::State& state) {
                                 run(state, method, scale);
                               });
}

}  // namespace

void add_runs() {
  for (auto const& problem : registry())
    for (auto const& method : problem.methods)
      if (method.integrate) add_run(problem, method);
  for (auto const* id : {"pendulum_cvt", "bicycle"}) {
    auto const& problem = find_problem(id);
    for (auto const& name : corrected_baselines(problem)) add_run(problem, problem.method(name));
  }
}

PairFacts pair_facts(std::string const& method_id, std::string const& problem_id) {
  auto const& problem = find_problem(problem_id);
  auto const& method = problem.method(method_id);
  if (method.card.adaptive) return {"adaptive"};
  RunSpec spec = timed_run(method, problem.card.time_scale);
  spec.steps = 10;
  auto const counts = method.integrate(spec).counts;
  return {counts.newton_iterations > 0 ? "Newton-based" : "explicit",
          static_cast<double>(method.card.lagrangian_derivatives_per_step),
          static_cast<double>(counts.newton_iterations) / static_cast<double>(spec.steps)};
}

void add_ensembles() {
  auto const& method = find_problem("chaotic_r7").method("dla_leapfrog");
  for (int threads : {1, 2, 3})
    benchmark::RegisterBenchmark(
        fmt::format("ensemble/chaotic_r7/dla_leapfrog/threads:{}", threads).c_str(),
        [&method, threads](benchmark::State& state) {
          EnsembleSpec spec;
          spec.energy = 3.06;
          spec.orbits = 64 * 6;  // blocks of 64 orbits, equally many for each of 1, 2 or 3 threads
          spec.step = 0.05;
          // Sampling an initial condition costs thousands of steps.
          spec.steps = spec.every = 40'000;
          spec.threads = threads;
          for (auto _ : state) {
            auto const result = method.ensemble(spec);
            benchmark::DoNotOptimize(result.failed);
          }
          state.SetItemsProcessed(state.iterations() * spec.orbits * spec.steps);
        })
        ->MeasureProcessCPUTime();
}

}  // namespace rattleback
