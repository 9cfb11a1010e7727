#pragma once
// Methods of the study of projections: structured ones, and Runge-Kutta steps with corrections.

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Method with the steps of its runs from coarse to fine.
struct CorrectedMethod {
  MethodVariant by;
  char const* column;                    ///< name of its column in tables
  std::vector<int> steps_per_ten_units;  ///< runs of fixed-step methods
  std::vector<int> tolerance_digits;     ///< runs of adaptive solvers
  /// Processor time of a step on the pendulum, in microseconds, with the check of invariants: read
  /// once from runs of a million steps of the `repro` build; 0: not read.
  double microseconds = 0;
};

/// Returns the methods. The steps of Runge-Kutta 4, of (4.18) and of its composition by Suzuki give
/// 5, 10, 20, 40, ... evaluations per unit of time; `quick` omits the finest runs and the adaptive
/// solvers.
std::vector<CorrectedMethod> corrected_methods(bool quick);

/// Returns the runs of the method over whole units of time, which record a node every unit, as far
/// as its steps allow.
/// @param motion  problem and initial condition
std::vector<Run> runs_of(CorrectedMethod const& method, Run const& motion, long time);

}  // namespace rattleback::beyond
