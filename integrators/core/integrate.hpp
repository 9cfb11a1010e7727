#pragma once
// The one loop that runs every integrator on every problem.

#include "integrators/core/chart.hpp"
#include "integrators/core/composition.hpp"
#include "integrators/core/largest_step.hpp"
#include "integrators/core/recorder.hpp"

namespace rattleback {

/// Runs method M on problem Problem in the precision Out (double, or RawQuad for quad).
/// Throws Misuse on a specification that makes no sense; a step that fails ends the run instead.
template <template <class> class Problem, class M, class S, class Out>
Trajectory<Out> integrate(RunSpec const& spec) {
  using P = Problem<S>;
  using V = Counted<View<M, P>>;
  auto const& card = card_of<M>();
  auto const resolved = resolve<P>(spec.setting);
  M const method = method_with<M>(spec.options);
  S const h = static_cast<S>(spec.step);
  Trajectory<Out> t;
  Recorder<P, S, Out> recorder(spec, resolved, card, t);
  t.start = start_name(card, spec.start);
  t.options = option_values(method);

  V const system{ViewOf<M, P>::of(resolved.system), &t.counts};
  auto const begin = seen<View<M, P>>(resolved.z);
  auto const at_start = start_point<P>(&reference<Problem>, counts_in_tau(method), resolved,
                                       spec.setting, h, t.start);
  StartPoint<V, S> const start{at_start.name, at_start.second};
  Point<V, S> z = started(method, system, Point<V, S>{begin.q, begin.v}, h, start);
  auto memory = memory_of(method, system, z, h, start);
  t.counts = {};  // the start is not part of a step's cost
  if constexpr (requires { method.warnings(resolved.system, h); })
    for (auto const& warning : method.warnings(resolved.system, h)) t.warnings.push_back(warning);
  if constexpr (requires { memory.diagnostics(); }) t.diagnostic_names = memory.diagnostic_names();

  auto const keep_time = [&] {
    if constexpr (requires { memory.tau; }) {
      if (!card.counts_in_tau) return;
      t.taus.push_back(static_cast<Out>(memory.tau));
      t.times.back() = static_cast<Out>(memory.time);
    }
  };
  auto const watch_momentum = [&] {
    if constexpr (requires { memory.velocity_of_p(system, z.q); })
      recorder.observe_momentum(
          unseen<P>(Point<V, S>{z.q, memory.velocity_of_p(system, z.q)}, h, 0));
  };
  recorder.begin(unseen<P>(z, h, 0));
  watch_momentum();
  keep_time();
  std::vector<S> const weights(spec.composition.begin(), spec.composition.end());
  long i = 0;
  for (i = 1; i <= spec.steps; ++i) {
    auto const step = composed_step(method, system, z, memory, h, weights);
    t.counts.newton_iterations += step.iterations;
    t.outcome = step.outcome;
    if (t.outcome == Outcome::ok && !is_finite(step.z)) t.outcome = Outcome::non_finite;
    if (t.outcome == Outcome::no_real_root) {
      auto const counted = t.counts;  // what the question costs is no step's cost
      S const possible = largest_step(method, system, z, h);
      t.counts = counted;
      if (possible > S(0))
        t.reason = fmt::format(
            "the method's branch has no real root; from this state it has one for steps up to "
            "about {:.3g}",
            static_cast<double>(possible));
    }
    if (t.outcome != Outcome::ok) break;
    z = step.z;
    recorder.observe(unseen<P>(z, h, card.velocity_node), step.multipliers);
    watch_momentum();
    if (recorder.keeps(i)) {
      recorder.keep(i);
      keep_time();
      if constexpr (requires { memory.diagnostics(); })
        if (spec.every > 0) {
          auto const row = memory.diagnostics();
          t.diagnostics.emplace_back(row.begin(), row.end());
        }
    }
    if (spec.progress && i % 1024 == 0) spec.progress(i);
  }
  auto const rows = t.times.size();
  recorder.finish(i);
  if (t.times.size() > rows) keep_time();  // the last good node before a failure
  if constexpr (requires { memory.solver_steps(); }) {
    t.counts.solver_steps = memory.solver_steps();
    t.counts.jacobian_residuals = memory.jacobian_residuals();
    t.counts.jacobian_evaluations = memory.jacobian_evaluations();
    t.reached = memory.reached();
    t.reason = memory.reason();
  }
  if constexpr (requires { memory.report(); })
    for (auto const& [name, values] : memory.report())
      t.memory.emplace_back(name, std::vector<Out>(values.begin(), values.end()));
  return t;
}

/// MethodEntry::largest_step.
template <template <class> class Problem, class M>
double largest_step_from_start(RunSpec const& spec) {
  using P = Problem<double>;
  using V = Counted<View<M, P>>;
  auto const resolved = resolve<P>(spec.setting);
  Counts counts;
  V const system{ViewOf<M, P>::of(resolved.system), &counts};
  auto const z = seen<View<M, P>>(resolved.z);
  return largest_step(method_with<M>(spec.options), system, Point<V, double>{z.q, z.v},
                      static_cast<double>(spec.step));
}

}  // namespace rattleback
