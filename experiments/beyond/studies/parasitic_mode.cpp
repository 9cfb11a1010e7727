// The parasitic mode of methods that reflect momenta: law, trust times, controls and cure.

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/matrix.hpp"
#include "experiments/beyond/shared/mode_cures.hpp"
#include "experiments/beyond/shared/mode_predictions.hpp"

namespace rattleback::beyond::parasitic_mode_study {

void parasitic_mode(Study& study) {
  std::vector<std::string> problems;
  for (auto const& problem : study.catalogue())
    if (!problem.driven) problems.push_back(problem.card.id);
  study.names("problems", names_from_below(problems));
  find_growth(study);
  find_trust_times(study);
  find_trust_everywhere(study);
  find_rattleback(study);
  find_trace(study);
  find_extended_field(study);
  draw_snakeboard(study);
  find_controls(study);
  find_bounded_growth(study);
  find_failing_cures(study);
  find_equal_norm(study);
  draw_extended_field(study);
}

}  // namespace rattleback::beyond::parasitic_mode_study
