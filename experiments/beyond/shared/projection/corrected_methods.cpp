#include "experiments/beyond/shared/projection/corrected_methods.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rattleback::beyond {

namespace {

CorrectedMethod fixed(std::string method, char const* column, std::string label,
                      std::vector<int> steps,
                      std::vector<std::pair<std::string, std::string>> options = {}) {
  return {{.method = std::move(method), .options = std::move(options), .label = std::move(label)},
          column,
          std::move(steps),
          {}};
}

CorrectedMethod adaptive(std::string method, char const* column, std::string label) {
  return {{.method = std::move(method), .label = std::move(label), .adaptive = true},
          column,
          {},
          {2, 3, 4, 5, 6}};
}

}  // namespace

std::vector<CorrectedMethod> corrected_methods(bool quick) {
  // 30, 60, 32, 65, 40 and 80 steps in ten units take the processor time of 100 or 200 of (4.18).
  std::vector<int> const leapfrog{50, 100, 200, 400}, suzuki{10, 20, 30, 40, 60, 80},
      runge_kutta{25, 50, 100}, constraint{25, 40, 50, 80, 100}, both{25, 32, 50, 65, 100},
      coarse{13, 25, 50, 100};
  std::vector<CorrectedMethod> all{
      fixed("dla_leapfrog", "leapfrog", "(4.18)", leapfrog),
      fixed("compose(dla_leapfrog,suzuki4)", "suzuki", "(4.18), Suzuki", suzuki),
      fixed("gni", "gni", "GNI", leapfrog),
      fixed("odeint_rk4", "plain", "Runge-Kutta 4", runge_kutta),
      fixed("projected(odeint_rk4,constraint)", "constraint", "projected, constraint", constraint),
      fixed("projected(odeint_rk4,energy)", "energy", "projected, energy", runge_kutta),
      fixed("projected(odeint_rk4,both)", "both", "projected, both", both),
      fixed("projected(odeint_rk4,symmetric)", "symmetric", "projected, symmetric", coarse),
      fixed("feedback(odeint_rk4)", "feedback", "feedback, kc = 1", runge_kutta,
            {{"kc", "1"}, {"kE", "0"}}),
      fixed("feedback(odeint_rk4)", "feedback_both", "feedback, kc = kE = 1", runge_kutta,
            {{"kc", "1"}, {"kE", "1"}}),
      fixed("projected(implicit_midpoint,symmetric)", "midpoint", "midpoint, symmetric",
            {25, 50, 100}),
      adaptive("projected(odeint_dopri5,constraint)", "dopri5", "Dormand-Prince, constraint"),
      adaptive("projected(odeint_rkf78,constraint)", "rkf78", "Fehlberg 7(8), constraint")};
  for (auto const& [column, microseconds] :
       {std::pair{"leapfrog", 0.211}, std::pair{"suzuki", 0.626}, std::pair{"constraint", 0.534},
        std::pair{"both", 0.65}})
    for (auto& method : all)
      if (method.column == std::string(column)) method.microseconds = microseconds;
  if (!quick) return all;
  std::erase_if(all, [](CorrectedMethod const& method) { return method.by.adaptive; });
  for (auto& method : all)
    while (method.steps_per_ten_units.size() > 3) method.steps_per_ten_units.pop_back();
  return all;
}

std::vector<Run> runs_of(CorrectedMethod const& method, Run const& motion, long time) {
  std::vector<Run> runs;
  for (int const digits : method.tolerance_digits)
    runs.push_back(solved(motion.with(1, time, 1), method.by.method, fmt::format("1e-{}", digits)));
  for (int const steps : method.steps_per_ten_units) {
    auto run = motion.with(RawQuad(10) / steps, time * steps / 10, std::max(1, steps / 10));
    run.method = method.by.method;
    run.options = method.by.options;
    runs.push_back(run);
  }
  return runs;
}

}  // namespace rattleback::beyond
