#pragma once
// Orders that methods show at t = 2, which is what a test set is measured at.

#include "experiments/beyond/shared/work_and_error.hpp"

namespace rattleback::beyond {

/// An order that is this much below the expected one is not reached.
inline constexpr double order_tolerance = 0.25;
/// False where the order is measured and not reached; too few errors above rounding decide nothing.
inline bool may_reach(double measured, double expected) {
  return !(measured < expected - order_tolerance);
}

/// Slopes by the rule of `fit_order`; not a number where fewer than four errors are above rounding.
struct Orders {
  ComparedMethod by;
  double position, velocity, energy;
};
Orders orders_of(Study& study, ComparedMethod const& by, Run const& motion, double most_work);

/// The order of one error over the points of a sweep.
double order_in(Curve const& curve, double time, double Point::*error);

/// Of the multipliers that the method reports, where it says that they live; and of those that
/// belong to its last state (q, v). Not a number for a method that reports none.
struct MultiplierOrders {
  ComparedMethod by;
  double reported, recomputed;
};
MultiplierOrders multiplier_orders(Study& study, ComparedMethod const& by, Run const& motion);

}  // namespace rattleback::beyond
