#pragma once
// A look at the steps of adaptive solvers between the nodes of a run.

#include <functional>

#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

/// While it lives, adaptive solvers that are started in this thread call `look` after each of their
/// steps, from `from` to `to`; solver.state_at() then gives the states in between. The last step
/// before a node may end beyond it. A watch in a watch replaces it.
class StepWatch {
 public:
  using Look = std::function<void(double from, double to, StartedSolver<double>& solver)>;
  explicit StepWatch(Look look);
  ~StepWatch();
  StepWatch(StepWatch const&) = delete;
  StepWatch& operator=(StepWatch const&) = delete;

  /// Lets a solver call the watch of this thread, if there is one.
  static void attach(StartedSolver<double>& solver);

 private:
  Look const look_;
  StepWatch const* const before_;
};

}  // namespace rattleback
