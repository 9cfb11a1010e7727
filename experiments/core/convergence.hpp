#pragma once
// Observed orders of one method on one problem, against the certified reference only.

#include <string>
#include <vector>

#include "integrators/core/registry.hpp"

namespace rattleback {

/// Errors of one component over the step sizes, and the order they show.
struct ObservedOrder {
  /// positions, velocities, multipliers, energy, constraint; reconstruction: the positions that a
  /// reduction leaves to be reconstructed.
  std::string component;
  std::vector<double> errors;  ///< one per step size, maximum norm at t = 1/2 and t = 1
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
  std::string refusal;  ///< why nothing was measured; empty otherwise
};

/// Fits order, confidence and points to the errors: the finest four above the roundoff plateau of
/// runs over `time`.
void fit_order(ObservedOrder& observed, std::vector<double> const& steps, double time);

/// Runs `method` from the setting's start to time 1 (tau = 1 for methods
/// that count in the Hamiltonized time) with each number of steps per unit and fits the orders.
/// Velocities and multipliers are compared where the card says that they live. Throws Misuse on
/// unknown names, fewer than four or non-positive step counts.
Convergence observed_orders(ProblemEntry const& problem, MethodEntry const& method,
                            std::string const& start, std::vector<long> const& steps_per_unit,
                            Setting const& setting = {});

/// The default of `converge`.
std::vector<long> default_steps_per_unit();

}  // namespace rattleback
