#pragma once

#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// The work of force and prescribed motions along the nodes of a run, for a driven system:
///   W = integral of f.v - dL/dt - lambda.b        (dL/dt at fixed q and v, b = phi(q, 0))
/// with the multipliers lambda of the exact motion at each point. The energy E = v.dL/dv - L of the
/// motion then has the balance E(t) - E(0) - W(t) = 0. E and dL/dt depend on the gauge: L and L +
/// dS/dt have the same motion.
template <class S>
class ExternalWork {
 public:
  explicit ExternalWork(System<S> system);
  /// The first node.
  void begin(S const& t, S const* q, S const* v);
  /// Adds the integral from the last node to this one (or to the end of a step between nodes) by
  /// Simpson's rule. The point in the middle is the mean of two half steps of the classical
  /// Runge-Kutta method, from either node. The error of an interval is of order five. A long
  /// interval is halved until |k_2 - k_3| of every half step is at most a hundredth of |k_3|, with
  /// further points by the Runge-Kutta method. The work is NaN if 65536 parts do not suffice.
  void add(S const& t, S const* q, S const* v);
  S const& value() const { return work_; }

 private:
  using Numbers = std::vector<S>;
  S power(S const& t, Numbers const& z);
  void rate(S const& t, Numbers const& z, Numbers& zdot);
  /// z moved along the exact motion for the time h.
  void flow(S const& t, Numbers& z, S const& h);
  /// The work over the interval h to the next node in equal parts; stops if not resolved.
  S interval(S const& h, long parts);

  System<S> system_;
  S work_ = S(0), time_ = S(0), length_ = S(0), power_ = S(0), end_power_ = S(0);
  bool resolved_ = true;
  Numbers node_, next_, forwards_, backwards_, middle_, multipliers_, stage_, rates_[4];
};

}  // namespace rattleback
