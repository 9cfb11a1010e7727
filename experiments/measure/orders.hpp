#pragma once
// Study of orders: errors of runs at their ends, over step sizes, against the certified motion.

#include <functional>

#include "experiments/core/experiment.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback {

/// Error at the end of a run, from the run and the exact state at that time.
struct ErrorOf {
  std::string name;
  std::function<double(Trajectory<double> const&, ReferenceState const&)> at_end;
};

/// Return the error of the components [from, to) of q or of v, maximum norm.
ErrorOf error_of_q(std::string name, long from, long to);
ErrorOf error_of_v(std::string name, long from, long to);
/// Returns the difference from the energy of the exact motion, which a start of low order may miss.
ErrorOf error_of_energy(Study& study, Run const& run);

/// Errors over step sizes from coarse to fine, one series per ErrorOf, with its order.
struct ErrorsOverSteps {
  double time = 0;
  std::vector<double> steps;
  std::vector<ObservedOrder> of;

  /// Throws std::out_of_range if there is no such series.
  ObservedOrder const& operator[](std::string const& name) const;
};

/// Returns the order of errors of runs to `time`, steps from coarse to fine; NaN if no fit is
/// possible.
double order_of(std::vector<double> const& steps, std::vector<double> const& errors, double time);

/// Executes `run` up to `time` with each number of steps (from few to many) and fits the orders.
/// The errors of a failed run are NaN. `exact` replaces the certified motion.
ErrorsOverSteps errors_over_steps(Study& study, Run const& run, RawQuad time,
                                  std::vector<long> const& counts,
                                  std::vector<ErrorOf> const& errors,
                                  std::optional<ReferenceState> exact = {});

/// Adds the errors as a table `name` with the column h and one column per error.
void add_table(Study& study, std::string const& name, ErrorsOverSteps const& errors);

}  // namespace rattleback
