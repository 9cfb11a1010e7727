#pragma once

#include <cmath>
#include <type_traits>

#include "integrators/core/registry.hpp"
#include "problems/core/energy.hpp"

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
  P const& system() const { return system_; }

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
  void report_invariants(Trajectory<Out>& t, std::string const& suffix) const {
    auto names = P::card().invariants;
    names.insert(names.begin(), "energy");
    for (int i = 0; i < count; ++i)
      t.invariants.push_back({names[i] + suffix, static_cast<Out>(initial_[i]),
                              static_cast<Out>(final_[i]), static_cast<Out>(deviation_[i])});
  }
  template <class Out>
  void report(Trajectory<Out>& t) const {
    report_invariants(t, "");
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

  P system_;
  Vec<S, count> value_, initial_, final_, deviation_;
  Vec<S, P::constraints> phi_;
  S max_violation_ = S(0), final_violation_ = S(0);
};

}  // namespace rattleback
