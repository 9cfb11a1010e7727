#pragma once
// Cost of accuracy: runs of one method from coarse to fine, the work at which an error is reached,
// and observed orders.

#include <cmath>

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Symmetric method, composition of a symmetric method, or adaptive solver.
struct ComparedMethod {
  MethodVariant variant;  ///< method; its order is that of the scheme or of the stages
  std::string base;       ///< label of the method of second order, which may be composed
  bool promised = false;  ///< true if the card promises the order
  bool map = false;       ///< true for a map of points: no internal state besides the point
};

/// Returns the symmetric methods of even order with fixed steps and velocities at the nodes that
/// apply to `problem`, with the variants of their stages and forms, and the compositions of the
/// methods of second order by every scheme.
std::vector<ComparedMethod> symmetric_methods(std::string const& problem);
/// Returns the adaptive solvers.
std::vector<ComparedMethod> solvers(std::string const& problem);

/// Work and errors of one run.
struct WorkPoint {
  double setting;                  ///< step size, or tolerance of a solver
  double work;                     ///< weighted sum of the counts
  double position = std::nan("");  ///< largest component of the error, over the times of `exact`
  double velocity = std::nan("");  ///< largest component of the error, over the times of `exact`
  double energy = std::nan("");    ///< largest deviation over the run, at its nodes
};

struct Curve {
  ComparedMethod by;
  std::vector<WorkPoint> points;  ///< from coarse to fine
};

/// Extent of a sweep.
struct Sweep {
  RawQuad time;
  std::vector<ReferenceState> exact = {};  ///< motion at the ends of equal parts of the time
  double most_work;                        ///< work after which no finer run follows
  double ratio = 4;                        ///< expected ratio of the errors of consecutive runs
  long nodes = 2;                          ///< number of nodes at which solvers report
};

/// Runs from coarse to fine until the work, rounding or four failures in a row end the sweep.
/// Without exact states, errors of positions and velocities are NaN. Solvers use the tolerances
/// 1e-1, ..., 1e-12.
Curve sweep(Study& study, ComparedMethod const& by, Run const& motion, Sweep const& how);

/// Errors below this value are rounding.
inline constexpr double rounding_error = 1e-12;

/// Returns the work at which an error is reached: the errors of that run and of all finer runs are
/// at most `error`. Interpolates between runs in logarithms; infinite if no run reaches it.
double work_to_reach(double error, std::vector<WorkPoint> const& points,
                     double WorkPoint::*of = &WorkPoint::position);
/// Least work over the curves that `in` accepts, with its curve; null if no curve reaches the
/// error.
struct Cheapest {
  double work;
  Curve const* curve;
};
Cheapest cheapest(double error, std::vector<Curve> const& curves,
                  std::function<bool(ComparedMethod const&)> const& in,
                  double WorkPoint::*of = &WorkPoint::position);

/// Returns the error in [1e-10, 1], at 100 values per decade, below which the second costs less.
/// Zero if the first costs less at 1e-10, 1 if it never does.
double crossing(std::function<double(double)> const& first,
                std::function<double(double)> const& second);

// Observed orders at t = 2, the time of common test sets.

/// Largest deficit of an observed order that counts as reached.
inline constexpr double order_tolerance = 0.25;
/// Returns false if an order is measured and not reached; true if it is NaN, for lack of errors
/// above rounding.
inline bool may_reach(double measured, double expected) {
  return !(measured < expected - order_tolerance);
}

/// Slopes by the rule of `fit_order`; NaN if fewer than four errors are above rounding.
struct Orders {
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

// Problems on which costs are compared.

inline constexpr long long_time = 200;  ///< length of long runs

struct Subject {
  Run motion;
  char const *name, *table;
  /// Measurement of orders: none, in full runs only, or always.
  enum class Orders { none, in_full, always } orders = Orders::none;
};

std::vector<Subject> subjects();

}  // namespace rattleback::beyond
