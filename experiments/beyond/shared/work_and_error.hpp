#pragma once
// What accuracy costs: runs of one method from coarse to fine, and the work at which an error is
// reached.

#include <cmath>

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// A symmetric method, a composition of one, or an adaptive solver.
struct ComparedMethod {
  MethodVariant variant;  ///< its order is that of the scheme or of the stages
  std::string base;       ///< label of the method of second order that it is, or that it composes
  bool promised = false;  ///< the card promises the order
  bool exact = false;     ///< the energy is kept to rounding
  bool map = false;       ///< of points: nothing else is carried from node to node
};

/// The symmetric methods of even order with fixed steps and velocities at the nodes that apply to
/// `problem`, with the variants of their stages and forms, and the compositions of those of second
/// order by every scheme.
std::vector<ComparedMethod> symmetric_methods(std::string const& problem);
/// The adaptive solvers.
std::vector<ComparedMethod> solvers(std::string const& problem);

/// A run: what it cost and how far it was from the motion.
struct Point {
  double setting;                    ///< step size, or tolerance of a solver
  double work;                       ///< weighted sum of the counts
  double position = std::nan("");    ///< largest component of the error, over the times of `exact`
  double velocity = std::nan("");    ///< largest component of the error, over the times of `exact`
  double energy = std::nan("");      ///< largest deviation over the run, at its nodes
  double constraint = std::nan("");  ///< largest violation over the run, at its nodes
};

struct Curve {
  ComparedMethod by;
  std::vector<Point> points;  ///< from coarse to fine
};

/// How far a sweep goes.
struct Sweep {
  RawQuad time;
  std::vector<ReferenceState> exact = {};  ///< the motion at the ends of equal parts of the time
  double most_work;                        ///< no run follows one that costs as much
  double ratio = 4;    ///< of the errors of consecutive runs, if they follow the order
  double largest = 1;  ///< step size of the coarsest run
  long nodes = 2;      ///< at which solvers report
};

/// Runs by `by` from coarse to fine, until the work, rounding or four failures in a row
/// end it. Without exact states errors of positions and velocities are not numbers. Solvers take
/// the tolerances 1e-1, ..., 1e-12.
Curve sweep(Study& study, ComparedMethod const& by, Run const& motion, Sweep const& how);

/// Errors below are rounding.
inline constexpr double rounding_error = 1e-12;

/// The work at which an error is reached: that run and all finer ones are below it. Logarithms are
/// interpolated between runs. Infinite where no run reaches it.
double work_to_reach(double error, std::vector<Point> const& points,
                     double Point::*of = &Point::position);
/// The least over the curves that `in` accepts, and whose it is (null where none reaches it).
struct Cheapest {
  double work;
  Curve const* curve;
};
Cheapest cheapest(double error, std::vector<Curve> const& curves,
                  std::function<bool(ComparedMethod const&)> const& in,
                  double Point::*of = &Point::position);

/// The error below which the second costs less, down to 1e-10, of 100 a decade from there to 1.
/// Zero where the first costs less at 1e-10, 1 where it never does.
double crossing(std::function<double(double)> const& first,
                std::function<double(double)> const& second);

/// The value at a given work, interpolated in logarithms; not a number outside of the runs.
double at_work(double work, std::vector<Point> const& points, double Point::*value);

}  // namespace rattleback::beyond
