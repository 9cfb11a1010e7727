#include "experiments/beyond/shared/volume.hpp"

#include <cmath>
#include <stdexcept>

namespace rattleback::beyond {

double volume_of_step(Study& study, Run run, std::vector<double> const& q,
                      std::vector<double> const& v) {
  auto const& method = study.method(run);
  if (!method.volume_defect) throw std::logic_error(run.method + " carries more than the point");
  run.q.emplace(q.begin(), q.end());
  run.v.emplace(v.begin(), v.end());
  run.is_method_state = true;  // satisfies the constraint to the method's own accuracy
  run.steps = 1;
  return std::log1p(method.volume_defect(run.spec()));
}

VolumeSeries volume_along(Study& study, Run const& run) {
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
