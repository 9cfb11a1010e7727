#pragma once

#include <cmath>

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/tables/mechanics.hpp"

namespace rattleback {

/// True if all numbers are finite.
template <class S>
bool all_finite(std::vector<S> const& numbers) {
  using std::isfinite;
  for (S const& x : numbers)
    if (!isfinite(x)) return false;
  return true;
}

/// Watches energy, invariants and constraint at every node, before anything could project them
/// away.
template <class S>
class Monitor {
 public:
  explicit Monitor(System<S> system);
  /// The first node.
  void begin(S const* q, S const* v);
  /// True if the invariants and the constraint violation of the last node are finite.
  bool is_finite() const;
  /// Observes a node. Returns false if an invariant or the violation is not finite. The largest
  /// deviation of such a quantity is then NaN or infinite, and the last values remain those of the
  /// previous node.
  bool observe(S const* q, S const* v);

  /// Energy and invariants of the last node; and of any point.
  std::vector<S> const& value() const { return value_; }
  std::vector<S> const& values(S const* q, S const* v);
  S kinetic_energy(S const* q, S const* v) const {
    return system_->kinetic_energy(system_.get(), S(0), q, v);
  }
  System<S> const& system() const { return system_; }

  /// "energy", then the problem's further invariants.
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
    t.max_violation = static_cast<Out>(max_violation_);
    t.final_violation = static_cast<Out>(final_violation_);
  }

 private:
  S evaluate(S const* q, S const* v);

  System<S> system_;
  std::vector<S> now_, value_, initial_, deviation_, phi_;
  S max_violation_ = S(0), final_violation_ = S(0);
};

}  // namespace rattleback
