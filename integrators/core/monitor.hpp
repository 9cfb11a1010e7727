#pragma once

#include <cmath>
#include <type_traits>

#include "integrators/core/trajectory.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback {

template <class Out, class S, int N>
std::vector<Out> plain(Vec<S, N> const& v) {
  std::vector<Out> numbers(N);
  for (int i = 0; i < N; ++i) numbers[i] = static_cast<Out>(v[i]);
  return numbers;
}

/// Watches invariants and constraint at every node, before anything could project them away.
template <class P, class S>
class Monitor {
 public:
  Monitor(P const& system, Point<P, S> const& z) : system_(system) {
    initial_ = value_ = values(z);
    // x - x is NaN unless x is finite: a deviation from such a value is not a number either.
    for (int i = 0; i < count; ++i) deviation_[i] = initial_[i] - initial_[i];
    max_violation_ = final_violation_ = violation(z);
  }
  /// True if the invariants and the constraint violation of the last node are finite.
  bool is_finite() const {
    using std::isfinite;
    return all_finite(value_) && isfinite(final_violation_);
  }
  /// Returns false when an invariant or the violation is not finite. The largest deviation of such
  /// a quantity is not a number (or infinite) from then on; the last values stay those of the node
  /// before.
  bool observe(Point<P, S> const& z) {
    using std::abs, std::isfinite;
    auto const value = values(z);
    for (int i = 0; i < count; ++i)
      deviation_[i] = larger_or_nan(deviation_[i], S(abs(value[i] - initial_[i])));
    S const off = violation(z);
    max_violation_ = larger_or_nan(max_violation_, off);
    if (!all_finite(value) || !isfinite(off)) return false;
    value_ = value;
    final_violation_ = off;
    return true;
  }
  P const& system() const { return system_; }

  static constexpr int count = [] {
    if constexpr (StatesInvariants<P>)
      return 1 + static_cast<int>(std::tuple_size_v<decltype(std::declval<P>().invariants(
                                      Vec<S, size_of<P>>{}, Vec<S, dof_of<P>>{}))>);
    else
      return 1;
  }();
  /// How many of them the problem states: those of a text file are counted when it is read.
  static int stated() {
    if constexpr (requires { P::stated_invariants(); })
      return 1 + P::stated_invariants();
    else
      return count;
  }
  /// "energy", then the problem's further invariants.
  static std::vector<std::string> names() {
    auto names = P::card().invariants;
    names.insert(names.begin(), "energy");
    return names;
  }
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
  /// v.M(q) v/2: the energy is v.M v/2 - L(q, 0), also if the Lagrangian has terms linear in v.
  S kinetic_energy(Point<P, S> const& z) const {
    return energy(system_, z.q, z.v) + system_.lagrangian(z.q, Vec<S, dof_of<P>>{});
  }
  template <class Out>
  void report_invariants(Trajectory<Out>& t, std::string const& suffix) const {
    auto const all = names();
    for (int i = 0; i < stated(); ++i)
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
  S violation(Point<P, S> const& z) const {
    using std::abs;
    auto const phi = system_.constraint(z.q, z.v);
    S largest(0);
    for (int k = 0; k < P::constraints; ++k) largest = larger_or_nan(largest, S(abs(phi[k])));
    return largest;
  }

  P system_;
  Vec<S, count> value_, initial_, deviation_{};
  S max_violation_ = S(0), final_violation_ = S(0);
};

}  // namespace rattleback
