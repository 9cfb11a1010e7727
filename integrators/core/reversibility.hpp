#pragma once

#include "integrators/core/integrate.hpp"

namespace rattleback {

/// max |R F R F z - z| over all components, F one step and R the reversal; nan when a step fails.
template <template <class> class Problem>
double reversibility_defect(MakeStepper<Problem<double>, double> make_stepper,
                            RunSpec const& spec) {
  auto const resolved = resolve<Problem<double>>(spec.setting);
  auto const stepper = make_stepper(spec.options, resolved.system);
  double const h = static_cast<double>(spec.step);
  begin<Problem>(*stepper, resolved, spec.setting, h, start_name(stepper->card(), spec.start));
  std::vector<double> const weights(spec.composition.begin(), spec.composition.end());
  double const failed = std::numeric_limits<double>::quiet_NaN();
  auto const stepped = [&] { return composed_step(*stepper, h, weights).outcome == Outcome::ok; };
  if (stepper->lives_on_intervals() && !stepped()) return failed;
  auto const z = stepper->coordinates();
  for (int both = 0; both < 2; ++both) {
    if (!stepped()) return failed;
    stepper->turn(h);
  }
  auto const there = stepper->coordinates();
  double defect = 0;
  for (std::size_t i = 0; i < z.size(); ++i) defect = std::max(defect, std::abs(there[i] - z[i]));
  return defect;
}

}  // namespace rattleback
