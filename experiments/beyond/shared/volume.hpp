#pragma once
// Change of the invariant volume by a method along one of its orbits.

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Sums of log(|det D F| rho(F(z))/rho(z)) over the steps F from the initial point to each node. If
/// the problem has no stated density: sums of log|det D F| minus the integral of the divergence of
/// the motion over the same orbit, at every second node.
struct VolumeSeries {
  std::vector<double> times, logarithms;
  std::vector<double> steps;  ///< logarithm for each single step, with the stated density
  std::vector<std::vector<double>> q, v;  ///< nodes
  Outcome outcome = Outcome::ok;
};

/// Executes the run, which records every node, and differentiates each of its steps. Throws
/// std::logic_error if the method has internal state besides the point.
VolumeSeries volume_along(Study& study, Run const& run);

/// Returns the integrals of the divergence of the motion along a run that records every node, from
/// its start to every second node.
std::vector<double> volume_of_motion(Study& study, Run const& run, Trajectory<double> const& along);

/// Returns log(|det D F| rho(F(z))/rho(z)) of one step of the run from a state of the method.
double volume_of_step(Study& study, Run const& run, std::vector<double> const& q,
                      std::vector<double> const& v);

}  // namespace rattleback::beyond
