// Study of driven and damped systems: orders, balance of the energy and gaits.

#include "experiments/beyond/shared/driven/driven_runs.hpp"

namespace rattleback::beyond::driven_study {

void driven(Study& study) {
  find_orders_with_forces(study);
  study.progress(0.2);
  find_balances(study);
  study.progress(0.6);
  find_gaits(study);
}

}  // namespace rattleback::beyond::driven_study
