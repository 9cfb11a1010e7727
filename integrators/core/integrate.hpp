#pragma once
// The one loop that runs every integrator on every problem and watches it.

#include "integrators/core/monitor.hpp"
#include "integrators/core/section.hpp"
#include "integrators/core/start.hpp"

namespace rattleback {

template <class P, class S>
bool is_finite(Point<P, S> const& z) {
  using std::isfinite;
  for (int i = 0; i < size_of<P>; ++i)
    if (!isfinite(z.q[i])) return false;
  for (int i = 0; i < dof_of<P>; ++i)
    if (!isfinite(z.v[i])) return false;
  return true;
}

/// Runs method M on problem Problem in the precision Out (double, or RawQuad for quad).
/// Throws Misuse on a specification that makes no sense; a step that fails ends the run instead.
template <template <class> class Problem, class M, class S, class Out>
Trajectory<Out> integrate(RunSpec const& spec) {
  using P = Problem<S>;
  auto const resolved = resolve<P>(spec.setting);
  M const method = method_with<M>(spec.options);
  S const h = static_cast<S>(spec.step);
  if (!(h > S(0)) || !std::isfinite(static_cast<double>(h)))
    throw Misuse("the step must be a finite number > 0");
  if (spec.steps < 1) throw Misuse("the number of steps must be at least 1");

  Trajectory<Out> t;
  t.case_name = resolved.case_name;
  t.start = start_name<M>(spec.start);
  for (auto const& p : P::parameters())
    t.parameters.emplace_back(p.name, static_cast<Out>(resolved.system.*(p.member)));
  for (auto const& option : options_of<M>())
    t.options.emplace_back(option.name, option.value(method));
  t.start_q = plain<Out>(resolved.z.q);
  t.start_v = plain<Out>(resolved.z.v);

  Counted<P> const system{resolved.system, &t.counts};
  using CountedPoint = Point<Counted<P>, S>;
  CountedPoint z = started(method, system, CountedPoint{resolved.z.q, resolved.z.v}, h, t.start);
  auto const plain_start = start_point<Problem>(method, resolved, spec.setting, h, t.start);
  auto memory = memory_of(method, system, z, h,
                          StartPoint<Counted<P>, S>{plain_start.name, plain_start.second});
  t.counts = {};  // the start is not part of a step's cost

  Monitor<P, S> monitor(resolved.system, {z.q, z.v});
  std::optional<SectionWatch<P, S>> section;
  if (spec.section) section.emplace(*spec.section);
  auto const crossed = [&](S const& index, Point<P, S> const& at) {
    t.section.times.push_back(static_cast<Out>(index * h));
    t.section.q.push_back(plain<Out>(at.q));
    t.section.v.push_back(plain<Out>(at.v));
    t.section.invariant_values.push_back(plain<Out>(monitor.values(at)));
  };
  if (section) section->observe({z.q, z.v}, crossed);
  long const kept = spec.every > 0 ? spec.steps / spec.every + 2 : 2;
  for (auto* rows : {&t.q, &t.v, &t.multipliers, &t.invariant_values}) rows->reserve(kept);
  t.times.reserve(kept);
  auto const keep = [&](long i, std::vector<Out> multipliers) {
    t.times.push_back(static_cast<Out>(S(i) * h));
    if constexpr (requires { memory.tau; }) {
      if (M::card().counts_in_tau) {
        t.taus.push_back(static_cast<Out>(memory.tau));
        t.times.back() = static_cast<Out>(memory.time);
      }
    }
    t.q.push_back(plain<Out>(z.q));
    t.v.push_back(plain<Out>(z.v));
    t.multipliers.push_back(std::move(multipliers));
    t.invariant_values.push_back(plain<Out>(monitor.value()));
  };
  keep(0, {});

  double const velocity_node = M::card().velocity_node;
  bool const has_multipliers = M::card().multipliers;
  auto const kept_multipliers = [&](auto const& values) {
    return has_multipliers ? plain<Out>(values) : std::vector<Out>{};
  };
  if constexpr (requires { memory.diagnostics(); }) t.diagnostic_names = memory.diagnostic_names();
  long i = 0;
  long last_kept = 0;
  Vec<S, P::constraints> multipliers;
  for (i = 1; i <= spec.steps; ++i) {
    auto const step = method.step(system, z, memory, h);
    t.counts.newton_iterations += step.iterations;
    t.outcome = step.outcome;
    if (t.outcome == Outcome::ok && !is_finite(step.z)) t.outcome = Outcome::non_finite;
    if (t.outcome != Outcome::ok) break;
    // A velocity that belongs to the interval is watched at its midpoint.
    if (velocity_node == -0.5)
      monitor.observe({S(1) / S(2) * (z.q + step.z.q), step.z.v});
    else
      monitor.observe({step.z.q, step.z.v});
    z = step.z;
    multipliers = step.multipliers;
    if (section) section->observe({z.q, z.v}, crossed);
    if (i == spec.steps || (spec.every > 0 && i % spec.every == 0)) {
      keep(i, kept_multipliers(multipliers));
      if constexpr (requires { memory.diagnostics(); })
        if (spec.every > 0) t.diagnostics.push_back(memory.diagnostics());
      last_kept = i;
    }
    if (spec.progress && i % 1024 == 0) spec.progress(i);
  }
  if (section) {
    section->finish(crossed);
    auto const [lowest, highest] = section->range();
    t.section.lowest = static_cast<Out>(lowest);
    t.section.highest = static_cast<Out>(highest);
  }
  t.counts.solver_steps = std::min(i, spec.steps);
  t.reached = static_cast<double>(S(std::min(i, spec.steps)) * h);
  if constexpr (requires { memory.solver_steps(); }) {
    t.counts.solver_steps = memory.solver_steps();
    t.counts.jacobian_residuals = memory.jacobian_residuals();
    t.counts.jacobian_evaluations = memory.jacobian_evaluations();
    t.reached = memory.reached();
    t.reason = memory.reason();
  }
  if (t.outcome != Outcome::ok) {
    t.failed_at = i;
    if (last_kept < i - 1) keep(i - 1, kept_multipliers(multipliers));
    if constexpr (!requires { memory.reached(); }) t.reached = static_cast<double>(S(i - 1) * h);
  }
  if constexpr (requires { memory.report(); })
    for (auto const& [name, values] : memory.report())
      t.memory.emplace_back(name, std::vector<Out>(values.begin(), values.end()));
  monitor.report(t);
  return t;
}

}  // namespace rattleback
