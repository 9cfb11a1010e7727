#pragma once
// What becomes of the points of a run. Nothing here depends on the method that makes them.

#include "integrators/core/monitor.hpp"
#include "integrators/core/resolve.hpp"
#include "integrators/core/section.hpp"

namespace rattleback {

/// What a method shows of a node.
template <class P, class S>
struct Node {
  Point<P, S> z;
  Vec<S, P::constraints> multipliers;
  /// The point that the method's own momentum belongs to, for methods whose state is another.
  std::optional<Point<P, S>> of_momentum;
  /// Velocity W d of the flipped part d of the momenta, for methods that reflect them.
  std::optional<Vec<S, dof_of<P>>> flipped;
  std::optional<std::pair<S, S>> tau_and_time;  ///< where a run counts in the Hamiltonized time
};

/// Fills a trajectory, and the table of the specification where it has one: the kept nodes or the
/// section's crossings, and what the monitor saw.
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
    long const kept = spec.every > 0 && !spec.table ? spec.steps / spec.every + 2 : 2;
    for (auto* rows : {&t.q, &t.v, &t.multipliers, &t.invariant_values}) rows->reserve(kept);
    t.times.reserve(kept);
  }

  /// Takes the method's own first state as node 0. Returns false if the state, an invariant or the
  /// constraint violation is not finite.
  [[gnu::noinline]] bool begin(Node<P, S> const& node) {
    monitor_ = Monitor<P, S>(monitor_.system(), node.z);
    if (node.of_momentum) of_momentum_.emplace(monitor_.system(), *node.of_momentum);
    node_ = node;
    if (node.flipped) {
      S const first = flipped_energy(node);
      flipped_ = Flipped{first, first};
      remember_flipped();
    }
    if (spec_.table) spec_.table->begin(columns());
    if (section_) section_->observe(node_.z, crossing());
    store(0, {});
    tabulate(0);
    return is_finite(node.z) && monitor_.is_finite() &&
           (!of_momentum_ || of_momentum_->is_finite());
  }
  /// The state after step i; a velocity that belongs to the interval is watched at its midpoint.
  /// Returns false, and keeps the node before as the last one, when an observable of the node is
  /// not finite.
  [[gnu::noinline]] bool observe(Node<P, S> const& next) {
    bool finite = monitor_.observe(card_.velocity_node == -0.5
                                       ? Point<P, S>{S(1) / S(2) * (node_.z.q + next.z.q), next.z.v}
                                       : next.z);
    if (next.of_momentum) finite = of_momentum_->observe(*next.of_momentum) && finite;
    if (!finite) return false;
    node_ = next;
    if (next.flipped) {
      flipped_->largest = larger_or_nan(flipped_->largest, flipped_energy(next));
      remember_flipped();
    }
    if (section_) section_->observe(node_.z, crossing());
    return true;
  }
  bool keeps(long i) const { return i == spec_.steps || (spec_.every > 0 && i % spec_.every == 0); }
  /// Keeps the last observed state as that of node i.
  [[gnu::noinline]] void keep(long i) {
    tabulate(i);
    if (!spec_.table) store(i, card_.multipliers ? plain<Out>(node_.multipliers) : Numbers{});
    last_kept_ = i;
  }
  /// The run ended with step i, which failed unless t.outcome is ok; i = 0: the start failed.
  [[gnu::noinline]] void finish(long i) {
    if (section_) {
      section_->finish(crossing());
      auto const [lowest, highest] = section_->range();
      t_.section.lowest = static_cast<Out>(lowest);
      t_.section.highest = static_cast<Out>(highest);
    }
    bool const failed = t_.outcome != Outcome::ok;
    long const last = failed ? std::max(i - 1, 0L) : i;
    t_.counts.solver_steps = i;
    t_.reached = static_cast<double>(S(last) * h_);
    if (failed) t_.failed_at = i;
    if (last_kept_ < last) keep(last);
    if (spec_.table && last > 0)
      store(last, card_.multipliers ? plain<Out>(node_.multipliers) : Numbers{});
    monitor_.report(t_);
    if (of_momentum_) of_momentum_->report_invariants(t_, "_of_p");
    if (flipped_) {
      t_.flipped.emplace();
      t_.flipped->initial = static_cast<Out>(flipped_->initial);
      t_.flipped->largest = static_cast<Out>(flipped_->largest);
      for (auto const& node : flipped_->first) t_.flipped->first.push_back(flipped_node(node));
      long const window = std::min(long(flipped_->last.size()), flipped_->nodes);
      for (long k = flipped_->nodes - window; k < flipped_->nodes; ++k)
        t_.flipped->last.push_back(flipped_node(flipped_->last[k % flipped_->last.size()]));
    }
  }

 private:
  using Numbers = std::vector<Out>;

  /// FlippedMomentum of the run so far, with whole nodes.
  struct Flipped {
    S initial, largest;
    std::vector<Node<P, S>> first = {};
    std::array<Node<P, S>, 7> last = {};  ///< node k at index k modulo its size
    long nodes = 0;
  };
  void remember_flipped() {
    if (flipped_->first.size() < flipped_->last.size()) flipped_->first.push_back(node_);
    flipped_->last[flipped_->nodes++ % flipped_->last.size()] = node_;
  }
  static typename FlippedMomentum<Out>::Node flipped_node(Node<P, S> const& node) {
    return {plain<Out>(node.z.q), plain<Out>(node.z.v), plain<Out>(*node.flipped)};
  }
  S flipped_energy(Node<P, S> const& node) const {
    return monitor_.kinetic_energy({node.z.q, *node.flipped});
  }

  void store(long i, Numbers multipliers) {
    t_.times.push_back(time_of(i));
    if (node_.tau_and_time) t_.taus.push_back(static_cast<Out>(node_.tau_and_time->first));
    t_.q.push_back(plain<Out>(node_.z.q));
    t_.v.push_back(plain<Out>(node_.z.v));
    t_.multipliers.push_back(std::move(multipliers));
    t_.invariant_values.push_back(stated_invariants(monitor_.value()));
    t_.kinetic_energies.push_back(static_cast<Out>(monitor_.kinetic_energy(node_.z)));
  }
  Out time_of(long i) const {
    return static_cast<Out>(node_.tau_and_time ? node_.tau_and_time->second : S(i) * h_);
  }
  /// Of the nodes: t, coordinates, velocities, invariants, those of the method's own momentum, tau.
  /// Of the crossings: the same as far as the invariants.
  std::vector<std::string> columns() const {
    std::vector<std::string> names{"t"};
    auto const append = [&](std::vector<std::string> const& more, std::string const& suffix) {
      for (auto const& name : more) names.push_back(name + suffix);
    };
    append(P::card().coordinates, "");
    append(P::card().velocities, "");
    append(Monitor<P, S>::names(), "");
    if (section_) return unique_columns(names);
    if (of_momentum_) append(Monitor<P, S>::names(), "_of_p");
    if (node_.tau_and_time) names.push_back("tau");
    return unique_columns(names);
  }
  /// Without the room that is left.
  template <int N>
  static Numbers stated_invariants(Vec<S, N> const& values) {
    auto numbers = plain<Out>(values);
    numbers.resize(Monitor<P, S>::stated());
    return numbers;
  }
  void append_to_row(Numbers const& numbers) {
    row_.insert(row_.end(), numbers.begin(), numbers.end());
  }
  template <int N>
  void append_to_row(Vec<S, N> const& numbers) {
    for (int i = 0; i < N; ++i) row_.push_back(static_cast<Out>(numbers[i]));
  }
  void tabulate(long i) {
    if (!spec_.table || section_) return;
    row_.assign(1, time_of(i));
    append_to_row(node_.z.q);
    append_to_row(node_.z.v);
    append_to_row(stated_invariants(monitor_.value()));
    if (of_momentum_) append_to_row(stated_invariants(of_momentum_->value()));
    if (node_.tau_and_time) row_.push_back(static_cast<Out>(node_.tau_and_time->first));
    spec_.table->row(row_);
  }
  auto crossing() {
    return [this](S const& index, Point<P, S> const& at) {
      auto& s = t_.section;
      ++s.count;
      auto const values = monitor_.values(at);
      if (spec_.table) {
        row_.assign(1, static_cast<Out>(index * h_));
        append_to_row(at.q);
        append_to_row(at.v);
        append_to_row(stated_invariants(values));
        spec_.table->row(row_);
        s.times.clear(), s.q.clear(), s.v.clear(), s.invariant_values.clear();
      }
      s.times.push_back(static_cast<Out>(index * h_));
      s.q.push_back(plain<Out>(at.q));
      s.v.push_back(plain<Out>(at.v));
      s.invariant_values.push_back(stated_invariants(values));
    };
  }

  RunSpec const& spec_;
  MethodCard const& card_;
  Trajectory<Out>& t_;
  S h_;
  Monitor<P, S> monitor_;
  std::optional<Monitor<P, S>> of_momentum_;
  std::optional<Flipped> flipped_;
  std::optional<SectionWatch<P, S>> section_;
  Node<P, S> node_;
  Numbers row_;
  long last_kept_ = 0;
};

}  // namespace rattleback
