#pragma once
// Observed orders of one method on one problem, from errors against the certified reference.

#include <functional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Returns the kinks that the motion meets up to `until`, see ProblemEntry::kinks.
std::vector<MetKink> kinks_met(ProblemEntry const& problem, Setting const& setting, double until);
/// Returns a sentence for each.
std::vector<std::string> kinks_in_words(std::vector<MetKink> const& kinks);

/// Errors of one component over the step sizes, with the observed order.
struct ObservedOrder {
  /// positions, velocities, multipliers, energy (against its initial value), constraint, or
  /// reconstruction: the positions that a reduction leaves to be reconstructed.
  std::string component;
  std::vector<double> errors;  ///< per step size: maximum norm at the middle and the final node
  double order = 0;            ///< slope of log(error) over log(h); NaN if no fit is possible
  double confidence = 0;       ///< half width of the 95% interval of the order
  int points = 0;  ///< points of the fit, above the rounding plateau; fewer than four: no fit
  /// Order that the card promises for this start, or that of a kink if it is less; 0: no promise.
  double promised = 0;
};

struct Convergence {
  std::string method, start;
  double time = 0;            ///< final time
  std::vector<double> steps;  ///< step sizes
  std::vector<ObservedOrder> orders;
  double reference_digits = 0;
  std::string reference_by;
  std::string not_applicable_because;  ///< reason why nothing was measured; empty otherwise
  std::vector<MetKink> kinks;          ///< kinks up to the final time
};

/// Fits order, confidence and points to the finest four errors above the rounding plateau of runs
/// to `time`.
void fit_order(ObservedOrder& observed, std::vector<double> const& steps, double time);

/// Runs `method` from the setting's initial condition to the time `until` with each number of steps
/// per unit and fits the orders. `until` = 0: one unit of the problem's time. Methods with
/// `counts_in_tau`: tau. Velocities and multipliers are compared at the nodes of the card. Throws
/// InvalidInput on unknown names, and on fewer than four or non-increasing step counts. `watch` is
/// called as RunSpec::progress; an exception of `watch` ends the measurement.
Convergence observed_orders(ProblemEntry const& problem, MethodEntry const& method,
                            std::string const& start, std::vector<long> const& steps_per_unit,
                            Setting const& setting = {},
                            std::function<void(long)> const& watch = {}, double until = 0);

/// Returns the largest step such that its error and that of every smaller step are at most `error`.
/// Interpolates linearly in log-log between that run and the next coarser one; NaN if the smallest
/// step does not reach `error`.
double step_for(std::vector<double> const& steps, std::vector<double> const& errors, double error);

/// Returns the default step counts of `converge`.
std::vector<long> default_steps_per_unit();

}  // namespace rattleback
