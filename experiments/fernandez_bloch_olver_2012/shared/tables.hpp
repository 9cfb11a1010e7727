#pragma once
// Tables of both particles: errors (figures 1 and 6), energies (figures 2 and 5).

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

inline void add_errors(Study& study, std::vector<Simulation> const& runs) {
  for (std::size_t m = 0; m < methods.size(); ++m)
    tabulate(study, methods[m],
             {{"time", runs[m].own_times},
              {"x", runs[m].coordinate(0)},
              {"y", runs[m].coordinate(1)},
              {"error", runs[m].errors}});
}

inline void add_energies(Study& study, std::vector<Simulation> const& runs) {
  for (std::size_t m = 0; m < methods.size(); ++m)
    tabulate(study, methods[m],
             {{"time", runs[m].own_middles()},
              {"energy_error", runs[m].energies},
              {"poincare_energy", runs[m].poincare}});
}

}  // namespace rattleback::fernandez_bloch_olver_2012
