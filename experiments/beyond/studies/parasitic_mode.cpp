// The parasitic mode of methods that reflect momenta: law, trust times and cure.

#include "experiments/beyond/shared/mode_parts.hpp"

namespace rattleback::beyond::parasitic_mode_study {

void parasitic_mode(Study& study) {
  std::vector<std::string> problems;
  for (auto const& problem : study.catalogue())
    if (!problem.driven) problems.push_back(problem.card.id);
  // The axis has the last problem at its lower end.
  study.names("problems", {problems.rbegin(), problems.rend()});
  find_growth(study);
  find_trust_times(study);
  find_trust_everywhere(study);
  find_delays(study);
  find_trace(study);
  draw_snakeboard(study);
  find_one_step_methods(study);
  find_equal_norm(study);
}

}  // namespace rattleback::beyond::parasitic_mode_study
