#pragma once
// Observed orders of one method on one problem, against the certified reference only.

#include <functional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Errors of one component over the step sizes, and the order they show.
struct ObservedOrder {
  /// positions, velocities, multipliers, energy, constraint; reconstruction: the positions that a
  /// reduction leaves to be reconstructed.
  std::string component;
  std::vector<double> errors;  ///< one per step size, maximum norm halfway and at the end
  double order = 0;            ///< slope of log(error) over log(h); nan when no fit is possible
  double confidence = 0;       ///< half width of its 95% interval
  int points = 0;              ///< in the fit: the roundoff plateau is cut, four are needed
  double promised = 0;         ///< of the card for this start; 0: nothing is promised
};

struct Convergence {
  std::string problem, method, start;
  double time = 0;            ///< final time
  std::vector<double> steps;  ///< step sizes
  std::vector<ObservedOrder> orders;
  double reference_digits = 0;
  std::string reference_by;
  std::string not_applicable_because;  ///< why nothing was measured; empty otherwise
};

/// Fits order, confidence and points to the errors: the finest four above the roundoff plateau of
/// runs over `time`.
void fit_order(ObservedOrder& observed, std::vector<double> const& steps, double time);

/// Runs `method` from the setting's start to the time `until` (0: one unit of the problem's time;
/// tau for methods that count in the Hamiltonized time) with each number of steps per unit and fits
/// the orders. Velocities and multipliers are compared where the card says that they live. Throws
/// InvalidInput on unknown names, fewer than four or non-positive step counts. `watch` is called as
/// RunSpec::progress is; what it throws ends the measurement.
Convergence observed_orders(ProblemEntry const& problem, MethodEntry const& method,
                            std::string const& start, std::vector<long> const& steps_per_unit,
                            Setting const& setting = {},
                            std::function<void(long)> const& watch = {}, double until = 0);

/// The largest step whose error, and every smaller step's, is at most `error`, by a straight line
/// in log-log between that run and the next coarser one; nan where the smallest step does not
/// reach it.
double step_for(std::vector<double> const& steps, std::vector<double> const& errors, double error);

/// The default of `converge`.
std::vector<long> default_steps_per_unit();

}  // namespace rattleback
