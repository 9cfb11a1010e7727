#pragma once
// The one writer of a trajectory: what becomes of the nodes of a run. Nothing here depends on the
// method that makes them.

#include <array>
#include <optional>

#include "integrators/core/run/monitor.hpp"
#include "integrators/core/run/resolve.hpp"

namespace rattleback {

/// Fills a trajectory, and the table of the specification where it has one: the recorded nodes or
/// the section's crossings, and what the monitor saw.
template <class S>
class Recorder {
  using Out = Erased<S>;

 public:
  Recorder(RunSpec const& spec, Plan<S> const& plan, MethodCard const& card);

  Trajectory<Out>& trajectory() { return t_; }
  /// Takes the method's own first state as node 0. Returns false if the state, an invariant or the
  /// constraint violation is not finite.
  bool begin(Row<S> const& node);
  /// The last node.
  Row<S> const& node() const { return node_; }
  /// Takes the state after a step; a velocity that belongs to the interval is watched at its
  /// midpoint. Returns false, and keeps the node before as the last one, when a measured observable
  /// of the node is not finite. `next` is the memory of the node before afterwards.
  /// @param measures  false: the node is not measured, unless a run ends with it
  bool observe(Row<S>& next, bool measures = true);
  /// True if steps between nodes matter: for crossings, or for the work of a driven system.
  bool wants_steps() const { return section_ || monitor_.has_work(); }
  /// From here on, observe_step() is called for all steps.
  void expect_steps() { steps_are_observed_ = true; }
  /// Observes a step of an adaptive solver, which may end beyond the next node, in time since the
  /// start. Crossings are roots within these steps, and the work is integrated over each of them.
  void observe_step(double from, double to, StateAt<S> const& state_at);
  /// Records the last observed state as that of node i.
  void record(long i);
  /// The run ended with step i, which failed unless the outcome is ok; i = 0: the start failed.
  void finish(long i);

 private:
  using Numbers = std::vector<Out>;

  /// FlippedMomentum of the run so far.
  struct Flipped {
    using Node = typename FlippedMomentum<S>::Node;
    S initial, largest;
    std::vector<Node> first = {};
    std::array<Node, 7> last = {};  ///< node k at index k modulo its size
    long nodes = 0;
  };
  std::pair<S, S const*> watched(Row<S> const& last, Row<S> const& next);
  bool measure(S const& t, S const* q, Row<S> const& node);
  void remember_flipped();
  S flipped_energy(Row<S> const& node) const;
  void store_kinetic_energy(long i);
  void store(long i, Numbers multipliers);
  Out time_of(long i) const;
  std::vector<std::string> columns() const;
  void append_to_row(std::vector<S> const& numbers);
  void tabulate(long i);
  void cross(S const& index, FlatPoint<S> const& at);

  RunSpec const& spec_;
  Plan<S> const& plan_;
  MethodCard const& card_;
  Trajectory<Out> t_;
  Monitor<S> monitor_;
  std::optional<Monitor<S>> of_momentum_;
  std::optional<Flipped> flipped_;
  std::optional<SectionWatch<S>> section_;
  bool steps_are_observed_ = false;
  std::optional<double> beyond_;  ///< end of a step beyond a node
  FlatPoint<S> end_;              ///< point at that end
  Row<S> node_;
  bool is_measured_ = true;  ///< the node is measured; else time and position for that:
  S watched_time_ = S(0);
  std::vector<S> watched_position_;
  std::vector<S> middle_;  ///< midpoint of the last interval
  Numbers row_;
  long last_recorded_ = 0;
};

}  // namespace rattleback
