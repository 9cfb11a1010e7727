#pragma once

#include <optional>

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/method/without_balance.hpp"
#include "integrators/core/run/external_work.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Watches energy, invariants and constraint at every node, before anything could project them
/// away. Of a driven system, the balance E(t) - E(0) - W(t) replaces the energy, with the method's
/// own discrete work W where it has one, and otherwise that of the motion, see ExternalWork.
template <class S>
class Monitor {
 public:
  /// @param has_own_work  the method states the work of its steps
  explicit Monitor(System<S> system, bool has_own_work = false);
  /// The first node, at time t.
  void begin(S const& t, S const* q, S const* v);
  /// True if the invariants and the constraint violation of the last node are finite.
  bool is_finite() const;
  /// Observes a node. Returns false if an invariant or the violation is not finite. The largest
  /// deviation of such a quantity is then NaN or infinite, and the last values remain those of the
  /// previous node.
  /// @param work  the method's own work since the last node
  bool observe(S const& t, S const* q, S const* v, S const& work);

  /// True if the work of the forces is computed.
  bool has_work() const { return work_.has_value(); }
  /// Adds the work up to a point between two nodes of a driven system.
  void add_work(S const& t, S const* q, S const* v) { work_->add(t, q, v); }

  /// Energy and invariants of the last node; and of any point, there with the last balance.
  std::vector<S> const& value() const { return value_; }
  std::vector<S> const& values(S const& t, S const* q, S const* v);
  S kinetic_energy(S const& t, S const* q, S const* v) const {
    return system_->kinetic_energy(system_.get(), t, q, v);
  }
  System<S> const& system() const { return system_; }
  /// Energy of the last node of a driven system, and the work since the first one.
  S const& energy() const { return energy_; }
  S work() const { return energy_ - energy_start_ - value_[0]; }

  /// "energy" or "balance", the problem's further invariants, and where the method states its own
  /// work "balance_of_motion".
  std::vector<std::string> names() const;
  template <class Out>
  void report_invariants(Trajectory<Out>& t, std::string const& suffix) const {
    auto const all = names();
    for (std::size_t i = 0; i < value_.size(); ++i)
      t.invariants.push_back({all[i] + suffix, static_cast<Out>(initial_[i]),
                              static_cast<Out>(value_[i]), static_cast<Out>(deviation_[i])});
  }
  template <class Out>
  void report(Trajectory<Out>& t) const {
    report_invariants(t, "");
    if (work_) {
      t.observables.push_back(
          {"energy", static_cast<Out>(energy_start_), static_cast<Out>(energy_), Out(0)});
      t.observables.push_back({"work", Out(0), static_cast<Out>(work()), Out(0)});
      t.own_work = has_own_work_;
    }
    t.max_violation = static_cast<Out>(max_violation_);
    t.final_violation = static_cast<Out>(final_violation_);
  }

 private:
  S evaluate(S const& t, S const* q, S const* v);
  void replace_energy(S const& own_work);

  System<S> system_;
  std::optional<ExternalWork<S>> work_;  ///< work along the nodes of a driven system
  bool has_own_work_ = false;
  S energy_start_ = S(0), energy_ = S(0), own_work_ = S(0);
  std::vector<S> now_, value_, initial_, deviation_, phi_;
  S max_violation_ = S(0), final_violation_ = S(0);
};

}  // namespace rattleback
