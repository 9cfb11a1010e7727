#pragma once
// The one loop that runs every integrator on every problem and watches it.

#include "integrators/core/reference.hpp"
#include "integrators/core/resolve.hpp"
#include "integrators/core/section.hpp"
#include "problems/core/quad.hpp"

namespace rattleback {

template <class M, class P, class S>
auto memory_of(M const& method, P const& system, Point<P, S> const& z, S h,
               StartPoint<P, S> const& start = {}) {
  if constexpr (requires { method.memory(system, z, h, start); })
    return method.memory(system, z, h, start);
  else if constexpr (requires { method.memory(system, z, h); })
    return method.memory(system, z, h);
  else
    return NoMemory{};
}

template <class M, class P, class S>
Point<P, S> started(M const& method, P const& system, Point<P, S> const& z, S h,
                    std::string const& name) {
  if constexpr (requires { method.start(system, z, h, name); })
    return name == "plain" ? z : method.start(system, z, h, name);
  else
    return z;
}

template <class P, class S>
bool is_finite(Point<P, S> const& z) {
  using std::isfinite;
  for (int i = 0; i < size_of<P>; ++i)
    if (!isfinite(z.q[i])) return false;
  for (int i = 0; i < dof_of<P>; ++i)
    if (!isfinite(z.v[i])) return false;
  return true;
}

/// Watches invariants and constraint at every node, before anything could project them away.
template <class P, class S>
class Monitor {
 public:
  Monitor(P const& system, Point<P, S> const& z) : system_(system) {
    initial_ = final_ = value_ = values(z);
    violation(z);
  }
  void observe(Point<P, S> const& z) {
    using std::abs;
    value_ = values(z);
    for (int i = 0; i < count; ++i) {
      S const deviation = abs(value_[i] - initial_[i]);
      if (deviation > deviation_[i]) deviation_[i] = deviation;
    }
    final_ = value_;
    violation(z);
  }
  Vec<S, P::constraints> const& phi() const { return phi_; }

  static constexpr int count = [] {
    if constexpr (StatesInvariants<P>)
      return 1 + static_cast<int>(std::tuple_size_v<decltype(std::declval<P>().invariants(
                                      Vec<S, size_of<P>>{}, Vec<S, dof_of<P>>{}))>);
    else
      return 1;
  }();
  Vec<S, count> const& value() const { return value_; }
  Vec<S, count> values(Point<P, S> const& z) const {
    Vec<S, count> value;
    value[0] = energy(system_, z.q, z.v);
    if constexpr (StatesInvariants<P>) {
      auto const more = system_.invariants(z.q, z.v);
      for (int i = 1; i < count; ++i) value[i] = more[i - 1];
    }
    return value;
  }
  template <class Out>
  void report(Trajectory<Out>& t) const {
    auto names = P::card().invariants;
    names.insert(names.begin(), "energy");
    for (int i = 0; i < count; ++i)
      t.invariants.push_back({names[i], static_cast<Out>(initial_[i]), static_cast<Out>(final_[i]),
                              static_cast<Out>(deviation_[i])});
    t.max_violation = static_cast<Out>(max_violation_);
    t.final_violation = static_cast<Out>(final_violation_);
  }

 private:
  void violation(Point<P, S> const& z) {
    using std::abs;
    phi_ = system_.constraint(z.q, z.v);
    final_violation_ = S(0);
    for (int k = 0; k < P::constraints; ++k)
      if (abs(phi_[k]) > final_violation_) final_violation_ = abs(phi_[k]);
    if (final_violation_ > max_violation_) max_violation_ = final_violation_;
  }

  P const& system_;
  Vec<S, count> value_, initial_, final_, deviation_;
  Vec<S, P::constraints> phi_;
  S max_violation_ = S(0), final_violation_ = S(0);
};

template <class Out, class S, int N>
std::vector<Out> plain(Vec<S, N> const& v) {
  std::vector<Out> numbers(N);
  for (int i = 0; i < N; ++i) numbers[i] = static_cast<Out>(v[i]);
  return numbers;
}

/// Does this run count in the Hamiltonized time?
template <class M>
bool counts_in_tau(M const& method) {
  if constexpr (requires { method.counts_in_tau(); })
    return method.counts_in_tau();
  else
    return false;
}

/// The start as a method with memory sees it, with its second node. Throws Misuse when that is
/// missing or does not exist.
template <template <class> class Problem, class M, class S>
StartPoint<Problem<S>, S> start_point(M const& method, Resolved<Problem<S>> const& resolved,
                                      Setting const& setting, S h, std::string const& name) {
  using P = Problem<S>;
  StartPoint<P, S> start{name, {}};
  if (setting.q1 && name != "pair")
    throw Misuse("a second point is for the start 'pair', not for '" + name + "'");
  if (name == "pair") {
    if (!setting.q1) throw Misuse("the start 'pair' needs a second point q1");
    start.second = vector_from<S, size_of<P>>(*setting.q1, "q1", P::card().coordinates);
  }
  if (name != "exact") return start;
  S t = h;
  if constexpr (HamiltonizableSystem<P>)
    if (counts_in_tau(method)) t = resolved.system.time_at(resolved.z.q, resolved.z.v, h);
  if (!std::isfinite(static_cast<double>(t)))
    throw Misuse(fmt::format("tau = {:g} is outside the range of the time map of {}",
                             static_cast<double>(h), P::card().id));
  if constexpr (ExactSolution<P>) {
    start.second = resolved.system.exact(resolved.z.q, resolved.z.v, t).first;
  } else {
    auto const exact = reference<Problem>(setting, {static_cast<RawQuad>(t)}).states[0].q;
    start.second.emplace();
    for (int i = 0; i < size_of<P>; ++i) (*start.second)[i] = static_cast<S>(exact[i]);
  }
  return start;
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

/// Reversal of a method's state: the problem's reversing symmetry (q, v) -> (q, -v), after the
/// drift to the next node where velocities live half a step later (then it exchanges the two
/// nodes).
template <class M, class P, class S>
Point<P, S> reversed(Point<P, S> const& z, S h) {
  Point<P, S> r{z.q, -z.v};
  if (M::card().velocity_node == 0.5) r.q = z.q + h * z.v;
  return r;
}

/// max |R F R F z - z| over all components, F one step; nan when a step fails.
template <template <class> class Problem, class M>
double reversibility_defect(RunSpec const& spec) {
  using P = Problem<double>;
  auto const resolved = resolve<P>(spec.setting);
  M const method = method_with<M>(spec.options);
  double const h = static_cast<double>(spec.step);
  auto const name = start_name<M>(spec.start);
  auto const& system = resolved.system;
  auto z = started(method, system, resolved.z, h, name);
  auto const start = start_point<Problem>(method, resolved, spec.setting, h, name);
  auto there = z;
  auto memory = memory_of(method, system, z, h, start);
  auto const stepped = [&](auto& point) {
    auto const step = method.step(system, point, memory, h);
    point = step.z;
    return step.outcome == Outcome::ok;
  };
  if constexpr (requires { method.reverse(system, there, memory, h); }) {
    // The state is an interval: after the first step there is one to turn round.
    if (!stepped(there)) return std::numeric_limits<double>::quiet_NaN();
    z = there;
    for (int leg = 0; leg < 2; ++leg) {
      if (!stepped(there)) return std::numeric_limits<double>::quiet_NaN();
      method.reverse(system, there, memory, h);
    }
  } else {
    for (int leg = 0; leg < 2; ++leg) {
      memory = memory_of(method, system, there, h, start);
      if (!stepped(there)) return std::numeric_limits<double>::quiet_NaN();
      there = reversed<M>(there, h);
    }
  }
  double defect = 0;
  for (int i = 0; i < size_of<P>; ++i) defect = std::max(defect, std::abs(there.q[i] - z.q[i]));
  for (int i = 0; i < dof_of<P>; ++i) defect = std::max(defect, std::abs(there.v[i] - z.v[i]));
  return defect;
}

}  // namespace rattleback
