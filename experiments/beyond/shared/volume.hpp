#pragma once
// Change of the invariant volume by a method along one of its orbits.

#include <cmath>
#include <stdexcept>

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Sums of log(|det D F| rho(F(z))/rho(z)) over the steps F from the initial point to each node.
struct VolumeSeries {
  std::vector<double> times, logarithms;
  std::vector<double> steps;              ///< logarithm of each step
  std::vector<std::vector<double>> q, v;  ///< nodes
};

/// Returns log(|det D F| rho(F(z))/rho(z)) of one step of the run from a state of the method.
inline double volume_of_step(Study& study, Run run, std::vector<double> const& q,
                             std::vector<double> const& v) {
  auto const& method = study.method(run);
  if (!method.volume_defect) throw std::logic_error(run.method + " carries more than the point");
  run.q.emplace(q.begin(), q.end());
  run.v.emplace(v.begin(), v.end());
  run.is_method_state = true;  // satisfies the constraint to the method's own accuracy
  run.steps = 1;
  return std::log1p(method.volume_defect(run.spec()));
}

/// Executes the run, which records every node, and differentiates each of its steps. Throws
/// std::logic_error if the method has internal state besides the point, or the problem no stated
/// density.
inline VolumeSeries volume_along(Study& study, Run const& run) {
  if (!study.problem(run.problem).measure_defect)
    throw std::logic_error(run.problem + " has no stated density");
  auto const t = study.execute(run);
  VolumeSeries series{.times = t.times, .logarithms = {0}, .q = t.q, .v = t.v};
  for (std::size_t i = 0; i + 1 < t.q.size(); ++i) {
    series.steps.push_back(volume_of_step(study, run, t.q[i], t.v[i]));
    series.logarithms.push_back(series.logarithms.back() + series.steps.back());
  }
  return series;
}

}  // namespace rattleback::beyond
