#pragma once
// Constraint violation of the rows of a run.

#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/resolve.hpp"

namespace rattleback {

/// Computes the largest |phi(q, v)| of the method's state at each row, without projection, as the
/// record of a run does: a velocity of the interval before a node is examined at the midpoint of
/// the interval.
template <class S>
class ViolationWatch {
 public:
  /// Throws InvalidInput if the setting of `spec` is invalid.
  ViolationWatch(ProblemEntry const& problem, MethodCard const& method, RunSpec const& spec);

  /// Returns the violation at a row, whose numbers are t, q and v first.
  template <class Number>
  double at(std::vector<Number> const& row);

 private:
  System<S> const system_;
  double const velocity_node_;
  S const step_;
  std::vector<S> q_, v_, last_, middle_, observables_, phi_;
};

}  // namespace rattleback
