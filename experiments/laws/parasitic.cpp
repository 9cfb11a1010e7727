#include <map>
#include <optional>

#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
#include "experiments/parasitic/measured_growth.hpp"
#include "experiments/parasitic/mode_growth.hpp"

namespace rattleback::laws {

namespace {

/// Returns the growth along the certified motion, because a problem of the laws may lack the solver
/// of ModeGrowth.
ModeGrowth growth_along_reference(ProblemEntry const& problem, Setting const& setting,
                                  int units_of_time) {
  constexpr int nodes_a_unit = 20;
  std::vector<RawQuad> asked;
  for (int i = 0; i <= nodes_a_unit * units_of_time; ++i)
    asked.push_back(RawQuad(problem.card.time_scale) * i / nodes_a_unit);
  MotionPoints motion;
  for (auto const& state : problem.reference(setting, asked).states) {
    motion.times.push_back(double(state.time));
    motion.q.emplace_back(state.q.begin(), state.q.end());
    motion.v.emplace_back(state.v.begin(), state.v.end());
  }
  return {problem, setting, motion};
}

}  // namespace

Violations parasitic_mode_is_predicted(Problems const& problems) {
  constexpr int units_of_time = 4;
  constexpr double allowed = 0.05, seed = 1e-7;
  std::map<std::string, std::optional<ModeGrowth>> growths;  // by problem
  return over_pairs("parasitic mode", problems, [&](auto& problem, auto& method, auto& report) {
    if (!method.reflects_momenta) return report.untested("the method reflects no momenta");
    if (method.card.reflections_per_step % 2 == 0)
      return report.untested("the flipped part of the momenta does not alternate");
    Setting const setting = case_setting(problem.cases.front().name);
    try {
      auto& growth = growths[problem.card.id];
      if (!growth) growth.emplace(growth_along_reference(problem, setting, units_of_time));
      int const steps_a_unit = method.card.starts.front().order == 1 ? 40 : 20;
      double const step = problem.card.time_scale / steps_a_unit;
      auto const of_force = takes_nodal_force(method, {}) ? growth->with_nodal_force() : *growth;
      auto const of_method = of_force.with_asymmetry(method.card.free_step_asymmetry * step);
      auto const predicted = of_method.log_factors(of_method.times().size() - 1);
      auto const run = run_spec(setting, step, units_of_time * steps_a_unit);
      auto const measured = measured_log_factors(problem, method, run, seed);
      for (std::size_t i = 0; i < predicted.size(); ++i)
        if (!(std::abs(measured[i] - predicted[i]) <= allowed))
          report(fmt::format("log growth {:.4f}, predicted {:.4f}", measured[i], predicted[i]));
    } catch (InvalidInput const& reason) {
      report(reason.what());
    }
  });
}

}  // namespace rattleback::laws
