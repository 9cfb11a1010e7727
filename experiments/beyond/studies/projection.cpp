// Study of projections and feedback: does structure buy anything that projection does not?

#include "experiments/beyond/shared/projection/projected_drifts.hpp"
#include "experiments/beyond/shared/projection/projected_structure.hpp"

namespace rattleback::beyond::projection_study {

void projection(Study& study) {
  find_drifts_with_projections(study);
  study.progress(0.7);
  find_structure_of_projections(study);
  study.progress(0.85);
  find_costs_of_projections(study);
}

}  // namespace rattleback::beyond::projection_study
