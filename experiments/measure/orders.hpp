#pragma once
// The study of orders: errors of one run at its end, over step sizes, against the certified motion.

#include <functional>

#include "experiments/core/experiment.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback {

/// An error at the end of a run, from the run and the exact state there.
struct ErrorOf {
  std::string name;
  std::function<double(Trajectory<double> const&, ReferenceState const&)> at_end;
};

/// Largest component of the error of the components [from, to) of q or of v.
ErrorOf error_of_q(std::string name, long from, long to);
ErrorOf error_of_v(std::string name, long from, long to);
/// Distance from the energy of the exact motion, which a start of low order may miss.
ErrorOf error_of_energy(Study& study, Run const& run);

/// Errors over step sizes from coarse to fine, one series an ErrorOf, each with its order.
struct ErrorsOverSteps {
  double time = 0;
  std::vector<double> steps;
  std::vector<ObservedOrder> of;

  ObservedOrder const& operator[](std::string const& name) const;  ///< throws std::out_of_range
};

/// The order of errors of runs of length `time`, steps from coarse to fine.
double order_of(std::vector<double> const& steps, std::vector<double> const& errors, double time);

/// Executes `run` up to `time` with each number of steps (from few to many) and fits the orders.
/// A run that fails has errors that are not numbers. `exact` replaces the certified motion.
ErrorsOverSteps errors_over_steps(Study& study, Run const& run, RawQuad time,
                                  std::vector<long> const& counts,
                                  std::vector<ErrorOf> const& errors,
                                  std::optional<ReferenceState> exact = {});

/// The same as a table `name`: a column h, and one an error.
void add_table(Study& study, std::string const& name, ErrorsOverSteps const& errors);

}  // namespace rattleback
