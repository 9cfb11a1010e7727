#include "experiments/beyond/shared/volume.hpp"

#include <cmath>
#include <stdexcept>

namespace rattleback::beyond {

namespace {

RunSpec one_step_from(Run run, std::vector<double> const& q, std::vector<double> const& v) {
  run.q.emplace(q.begin(), q.end());
  run.v.emplace(v.begin(), v.end());
  run.is_method_state = true;  // satisfies the constraint to the method's own accuracy
  run.steps = 1;
  return run.spec();
}

}  // namespace

double volume_of_step(Study& study, Run const& run, std::vector<double> const& q,
                      std::vector<double> const& v) {
  auto const& method = study.method(run);
  if (!method.volume_defect) throw std::logic_error(run.method + " carries more than the point");
  return std::log1p(method.volume_defect(one_step_from(run, q, v)));
}

std::vector<double> volume_of_motion(Study& study, Run const& run,
                                     Trajectory<double> const& along) {
  auto const& problem = study.problem(run.problem);
  std::vector<double> divergences, sums{0};
  for (std::size_t i = 0; i < along.q.size(); ++i)
    divergences.push_back(problem.divergence(one_step_from(run, along.q[i], along.v[i]).setting));
  for (std::size_t i = 0; i + 2 < divergences.size(); i += 2)  // Simpson's rule
    sums.push_back(sums.back() +
                   double(run.step) / 3 *
                       (divergences[i] + 4 * divergences[i + 1] + divergences[i + 2]));
  return sums;
}

VolumeSeries volume_along(Study& study, Run const& run) {
  auto const& problem = study.problem(run.problem);
  auto const t = study.execute(run);
  VolumeSeries series{.q = t.q, .v = t.v, .outcome = t.outcome};
  double sum = 0;
  std::vector<double> sums{0};
  for (std::size_t i = 0; i + 1 < t.q.size(); ++i) {
    series.steps.push_back(volume_of_step(study, run, t.q[i], t.v[i]));
    sums.push_back(sum += series.steps.back());
  }
  if (problem.measure_defect) {
    series.times = t.times;
    series.logarithms = sums;
    return series;
  }
  auto const of_motion = volume_of_motion(study, run, t);
  for (std::size_t i = 0; i < of_motion.size(); ++i) {
    series.times.push_back(t.times[2 * i]);
    series.logarithms.push_back(sums[2 * i] - of_motion[i]);
  }
  return series;
}

}  // namespace rattleback::beyond
