// Loops of bare steps, without output or monitoring: the tables that runs and ensembles use.

#include <algorithm>
#include <cmath>

#include "experiments/timings/benchmarks.hpp"
#include "integrators/core/method/method_card.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/tables/lane_table.hpp"
#include "integrators/core/tables/step_table.hpp"
#include "problems/text/problem_text.hpp"

namespace rattleback {
namespace {

constexpr char const* not_finite = "the orbit left the finite numbers";

/// Method on a problem with the default initial condition.
struct TimedMethod {
  MethodTables tables;
  System<double> system;
  std::vector<double> q, v;
  int constraints = 0;
  std::string start;  ///< starting procedure
};
TimedMethod timed_method(ProblemEntry const& problem, MethodEntry const& method) {
  auto const& first = problem.cases.front();
  return {method.tables,
          {problem.functions, problem.functions->in_double.cases().front().system},
          first.q,
          first.v,
          problem.constraints,
          start_name(method.card, "")};
}

/// Moves the state of a table to the initial point.
void begin(StepTable<double> const& table, StepHandle<double> const& handle,
           TimedMethod const& timed) {
  std::copy(timed.q.begin(), timed.q.end(), handle.q);
  if (table.in_chart)
    timed.system->to_chart(timed.system.get(), handle.q, timed.v.data(), handle.v);
  else
    std::copy(timed.v.begin(), timed.v.end(), handle.v);
  Start<double> const start{timed.start};
  if (table.begin) table.begin(handle.self, 0, timed_step, start);
  if (table.initialise) table.initialise(handle.self, 0, timed_step, start);
}

/// Times the steps of one orbit.
void one_orbit(benchmark::State& state, TimedMethod const& timed) {
  auto const& table = *timed.tables.in_double;
  Counts counts;
  std::vector<double> multipliers(timed.constraints);
  auto const handle = table.make({}, timed.system, &counts);
  for (auto _ : state) {
    begin(table, handle, timed);
    for (long i = 0; i < timed_steps; ++i)
      table.step(handle.self, 0, timed_step, multipliers.data());
    benchmark::DoNotOptimize(handle.q[0]);
    if (std::all_of(handle.q, handle.q + timed.q.size(), [](double x) { return std::isfinite(x); }))
      continue;
    state.SkipWithError(not_finite);
    break;
  }
  table.destroy(handle.self);
  state.SetItemsProcessed(state.iterations() * timed_steps);
}

/// Times the steps of the orbits that an ensemble steps together; an item is one step of one orbit.
void lanes(benchmark::State& state, TimedMethod const& timed) {
  auto const& table = *timed.tables.lanes;
  auto const& single = *timed.tables.in_double;
  Counts counts;
  auto const handle = single.make({}, timed.system, &counts);
  begin(single, handle, timed);
  std::vector<Lanes> const q(handle.q, handle.q + timed.q.size()),
      v(handle.v, handle.v + timed.v.size());
  single.destroy(handle.self);
  auto* const self = table.make({}, timed.system);
  for (auto _ : state) {
    table.clear(self);
    for (int i = 0; i < vectors_in_batch; ++i)
      table.add(self, q.data(), v.data(), timed_step, timed.start);
    table.advance(self, timed_step, timed_steps);
    Lanes const *at = nullptr, *velocity = nullptr;
    table.point(self, 0, at, velocity);
    benchmark::DoNotOptimize(at[0]);
    if (std::all_of(at, at + q.size(), [](Lanes const& x) { return all(isfinite(x)); })) continue;
    state.SkipWithError(not_finite);
    break;
  }
  table.destroy(self);
  state.SetItemsProcessed(state.iterations() * timed_steps * lane_count * vectors_in_batch);
}

void add(ProblemEntry const& problem, MethodEntry const& method) {
  // An adaptive method has no step of its own: its lanes are timed by output intervals.
  if (!method.tables.in_double || (method.card.adaptive && !method.tables.lanes)) return;
  auto const name = method.card.id + "/" + problem.card.id;
  auto const add_loop = [&, kind = pair_facts(method.card.id, problem.card.id).kind](
                            char const* way, auto const& loop) {
    benchmark::RegisterBenchmark(
        (name + way).c_str(),
        [kind, loop, timed = timed_method(problem, method)](benchmark::State& state) {
          state.SetLabel(kind);  // first, because the reason of a failure replaces the label
          loop(state, timed);
        });
  };
  add_loop("/one_orbit", &one_orbit);
  if (method.tables.lanes) add_loop("/lanes", &lanes);
}

}  // namespace

void add_bare_steps() {
  for (auto const* id : {"chaotic_r7", "contact_oscillator", "anisotropic_particle",
                         "two_constraint_particle", "cylindrical_particle"}) {
    auto const& problem = find_problem(id);
    for (auto const& method : problem.methods) add(problem, method);
  }
}

void add_steps_of_texts() {
  for (auto const& [id, methods] : pairs_of_texts) {
    auto const& problem = find_problem(id);
    auto const& text = text::problem_in_text(id, text::text_in_catalogue(id));
    for (auto const& method : methods)
      for (auto const& [way, entry] : {std::pair{"text", &text}, {"catalogue", &problem}})
        benchmark::RegisterBenchmark(name_of_text_steps(method, id, way).c_str(),
                                     [timed = timed_method(*entry, entry->method(method))](
                                         benchmark::State& state) { one_orbit(state, timed); });
  }
}

}  // namespace rattleback
