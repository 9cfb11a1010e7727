#pragma once
// What becomes of the points of a run. Nothing here depends on the method that makes them.

#include "integrators/core/monitor.hpp"
#include "integrators/core/resolve.hpp"
#include "integrators/core/section.hpp"

namespace rattleback {

/// Fills a trajectory: the kept nodes, the section's crossings, what the monitor saw.
template <class P, class S, class Out>
class Recorder {
 public:
  /// Throws Misuse on a step or a number of steps that makes no sense, and on a bad section.
  [[gnu::noinline]] Recorder(RunSpec const& spec, Resolved<P> const& resolved,
                             MethodCard const& card, Trajectory<Out>& t)
      : spec_(spec),
        card_(card),
        t_(t),
        h_(static_cast<S>(spec.step)),
        monitor_(resolved.system, resolved.z) {
    if (!(h_ > S(0)) || !std::isfinite(static_cast<double>(h_)))
      throw Misuse("the step must be a finite number > 0");
    if (spec.steps < 1) throw Misuse("the number of steps must be at least 1");
    if (spec.section) section_.emplace(*spec.section);
    t.case_name = resolved.case_name;
    for (auto const& p : P::parameters())
      t.parameters.emplace_back(p.name, static_cast<Out>(resolved.system.*(p.member)));
    t.start_q = plain<Out>(resolved.z.q);
    t.start_v = plain<Out>(resolved.z.v);
    if constexpr (StatesWarnings<P>) t.warnings = resolved.system.warnings();
    long const kept = spec.every > 0 ? spec.steps / spec.every + 2 : 2;
    for (auto* rows : {&t.q, &t.v, &t.multipliers, &t.invariant_values}) rows->reserve(kept);
    t.times.reserve(kept);
  }

  /// The method's own first state.
  [[gnu::noinline]] void begin(Point<P, S> const& z) {
    monitor_ = Monitor<P, S>(monitor_.system(), z);
    z_ = z;
    if (section_) section_->observe(z, crossing());
    keep(0, {});
  }
  /// The state after step i; a velocity that belongs to the interval is watched at its midpoint.
  [[gnu::noinline]] void observe(Point<P, S> const& next,
                                 Vec<S, P::constraints> const& multipliers) {
    if (card_.velocity_node == -0.5)
      monitor_.observe({S(1) / S(2) * (z_.q + next.q), next.v});
    else
      monitor_.observe(next);
    z_ = next;
    multipliers_ = multipliers;
    if (section_) section_->observe(next, crossing());
  }
  /// The point that the method's own momentum p belongs to, for methods whose state is another.
  [[gnu::noinline]] void observe_momentum(Point<P, S> const& of_p) {
    if (of_momentum_)
      of_momentum_->observe(of_p);
    else
      of_momentum_.emplace(monitor_.system(), of_p);
  }
  bool keeps(long i) const { return i == spec_.steps || (spec_.every > 0 && i % spec_.every == 0); }
  /// Keeps the last observed state as that of node i.
  [[gnu::noinline]] void keep(long i) {
    keep(i, card_.multipliers ? plain<Out>(multipliers_) : std::vector<Out>{});
    last_kept_ = i;
  }
  /// The run ended with step i, which failed unless t.outcome is ok.
  [[gnu::noinline]] void finish(long i) {
    if (section_) {
      section_->finish(crossing());
      auto const [lowest, highest] = section_->range();
      t_.section.lowest = static_cast<Out>(lowest);
      t_.section.highest = static_cast<Out>(highest);
    }
    bool const failed = t_.outcome != Outcome::ok;
    t_.counts.solver_steps = std::min(i, spec_.steps);
    t_.reached = static_cast<double>(S(failed ? i - 1 : std::min(i, spec_.steps)) * h_);
    if (failed) {
      t_.failed_at = i;
      if (last_kept_ < i - 1) keep(i - 1);
    }
    monitor_.report(t_);
    if (of_momentum_) of_momentum_->report_invariants(t_, "_of_p");
  }

 private:
  void keep(long i, std::vector<Out> multipliers) {
    t_.times.push_back(static_cast<Out>(S(i) * h_));
    t_.q.push_back(plain<Out>(z_.q));
    t_.v.push_back(plain<Out>(z_.v));
    t_.multipliers.push_back(std::move(multipliers));
    t_.invariant_values.push_back(plain<Out>(monitor_.value()));
  }
  auto crossing() {
    return [this](S const& index, Point<P, S> const& at) {
      t_.section.times.push_back(static_cast<Out>(index * h_));
      t_.section.q.push_back(plain<Out>(at.q));
      t_.section.v.push_back(plain<Out>(at.v));
      t_.section.invariant_values.push_back(plain<Out>(monitor_.values(at)));
    };
  }

  RunSpec const& spec_;
  MethodCard const& card_;
  Trajectory<Out>& t_;
  S h_;
  Monitor<P, S> monitor_;
  std::optional<Monitor<P, S>> of_momentum_;
  std::optional<SectionWatch<P, S>> section_;
  Point<P, S> z_;
  Vec<S, P::constraints> multipliers_;
  long last_kept_ = 0;
};

}  // namespace rattleback
