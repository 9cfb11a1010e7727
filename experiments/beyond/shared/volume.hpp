#pragma once
// Change of the invariant volume by a method along one of its orbits.

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Sums of log(|det D F| rho(F(z))/rho(z)) over the steps F from the initial point to each node.
struct VolumeSeries {
  std::vector<double> times, logarithms;
  std::vector<double> steps;              ///< logarithm of each step
  std::vector<std::vector<double>> q, v;  ///< nodes
};

/// Executes the run, which records every node, and differentiates each of its steps. Throws
/// std::logic_error if the method has internal state besides the point, or the problem no stated
/// density.
VolumeSeries volume_along(Study& study, Run const& run);

/// Returns log(|det D F| rho(F(z))/rho(z)) of one step of the run from a state of the method.
double volume_of_step(Study& study, Run run, std::vector<double> const& q,
                      std::vector<double> const& v);

}  // namespace rattleback::beyond
