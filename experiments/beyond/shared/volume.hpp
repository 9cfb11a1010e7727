#pragma once
// What a method does to the invariant volume along one of its orbits.

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Sums of log(|det D F| rho(F(z))/rho(z)) over the steps F from the start to each node. Where the
/// problem has no stated density, of log|det D F| less the integral of the divergence of the motion
/// over the same orbit, at every second node.
struct VolumeSeries {
  std::vector<double> times, logarithms;
  std::vector<double> steps;              ///< log of each single step, against the stated density
  std::vector<std::vector<double>> q, v;  ///< the nodes
  Outcome outcome = Outcome::ok;
};

/// Executes the run, which keeps every node, and takes the derivative of each of its steps. Throws
/// std::logic_error where the method carries more than the point.
VolumeSeries volume_along(Study& study, Run const& run);

/// The integral of the divergence of the motion along a run that keeps every node, from its start
/// to every second node.
std::vector<double> volume_of_motion(Study& study, Run const& run, Trajectory<double> const& along);

/// log(|det D F| rho(F(z))/rho(z)) of one step of the run from a state of the method.
double volume_of_step(Study& study, Run const& run, std::vector<double> const& q,
                      std::vector<double> const& v);

}  // namespace rattleback::beyond
