#pragma once
// Observed orders of methods at t = 2, the time of common test sets.

#include "experiments/beyond/shared/work_and_error.hpp"

namespace rattleback::beyond {

/// Largest deficit of an observed order that counts as reached.
inline constexpr double order_tolerance = 0.25;
/// Returns false if an order is measured and not reached; true if it is NaN, for lack of errors
/// above rounding.
inline bool may_reach(double measured, double expected) {
  return !(measured < expected - order_tolerance);
}

/// Slopes by the rule of `fit_order`; NaN if fewer than four errors are above rounding.
struct Orders {
  ComparedMethod by;
  double position, velocity, energy;
};
Orders orders_of(Study& study, ComparedMethod const& by, Run const& motion, double most_work);

/// Returns the order of one error over the points of a sweep.
double order_in(Curve const& curve, double time, double WorkPoint::*error);

/// Orders of the multipliers that the method reports, at the card's multiplier node (NaN if it
/// reports none), and of those computed from its last state (q, v).
struct MultiplierOrders {
  double reported, recomputed;
};
MultiplierOrders multiplier_orders(Study& study, ComparedMethod const& by, Run const& motion);

}  // namespace rattleback::beyond
