#pragma once
// Steps of a method as maps of the phase space.

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"

namespace rattleback {

/// Point of the phase space of a problem: positions and velocities.
struct PhasePoint {
  std::vector<double> q, v;
};

/// Returns the run from the initial condition z.
inline Run from(Run run, PhasePoint const& z) {
  run.q.emplace(z.q.begin(), z.q.end());
  run.v.emplace(z.v.begin(), z.v.end());
  return run;
}
/// Returns the last point of a trajectory.
inline PhasePoint end_of(Trajectory<double> const& run) { return {run.q.back(), run.v.back()}; }
/// Returns the image of z under one step of size h of the run's method.
inline PhasePoint stepped(Study& study, Run const& run, PhasePoint const& z, double h) {
  return end_of(study.execute(from(run, z).with(h, 1, 0)));
}
/// Returns R z = (q, -v).
inline PhasePoint reversed(PhasePoint z) {
  for (double& v : z.v) v = -v;
  return z;
}
/// Returns the largest difference of two components.
inline double distance(PhasePoint const& a, PhasePoint const& b) {
  Largest difference;
  for (std::size_t i = 0; i < a.q.size(); ++i) difference(a.q[i] - b.q.at(i));
  for (std::size_t i = 0; i < a.v.size(); ++i) difference(a.v[i] - b.v.at(i));
  return difference.value;
}

}  // namespace rattleback
