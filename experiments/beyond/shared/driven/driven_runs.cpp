#include "experiments/beyond/shared/driven/driven_runs.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "experiments/core/choices.hpp"
#include "experiments/core/series.hpp"

namespace rattleback::beyond {

DrivenSystem const& driven_system(std::string const& problem) {
  static std::vector<DrivenSystem> const all{
      {"driven_contact", "yz", "contact", "contact", {{"c", 0}, {"F", 0}, {"Fy", 0}}},
      {"driven_sleigh", "swims", "sleigh", "sleigh", {{"c", 0}, {"ct", 0}, {"d", 0}, {"u", 0}}},
      {"driven_snakeboard",
       "gait",
       "snakeboard",
       "snakeboard",
       {{"cr", 0}, {"c1", 0}, {"c2", 0}, {"u1", 0}, {"u2", 0}}},
      {"moving_contact", "moves", "moving contact", "moving", {{"c", 0}, {"F", 0}}},
      {"steered_car", "slalom", "steered car", "car", {{"c", 0}, {"F", 0}}},
      {"roller_racer", "gait", "roller racer", "racer", {{"cr", 0}, {"c", 0}, {"u", 0}}}};
  for (auto const& system : all)
    if (system.problem == problem) return system;
  throw std::logic_error("no driven system " + problem);
}

Run driven_run(DrivenSystem const& on, RawQuad step, long steps, long every, Forces forces) {
  auto run = Run{on.problem, "", on.case_name}.with(step, steps, every);
  if (forces == Forces::off) run.parameters = on.free;
  return run;
}

MethodVariant variant(std::string const& method,
                      std::vector<std::pair<std::string, std::string>> options, std::string label) {
  return {.method = method,
          .options = std::move(options),
          .label = label.empty() ? method : std::move(label)};
}

std::vector<MethodVariant> methods_with_forces(std::string const& problem) {
  std::vector<MethodVariant> all;
  for (auto const& by : contenders(problem)) {
    if (by.adaptive) continue;
    auto const& entry = *find_problem(problem).methods.find(by.method);
    auto const forces =
        entry.variant_of.empty() ? choices_of(entry.card, "force") : std::vector<std::string>{};
    if (forces.empty()) all.push_back(by);
    for (auto const& force : forces) {
      auto one = by;
      one.options.emplace_back("force", force);
      one.label = fmt::format("{}, {}", by.label, force);
      all.push_back(one);
    }
  }
  return all;
}

CheckedMotion checked_motion(Study& study, Run const& run) {
  CheckedMotion motion{study.execute(solved(run, "odeint_rkf78", "1e-13")), 0};
  auto const rougher =
      study.execute(solved(run.with(run.step, run.steps, 0), "odeint_rkf78", "1e-12"));
  motion.disagreement = largest_difference(motion.run.q.back(), rougher.q.back());
  return motion;
}

}  // namespace rattleback::beyond
