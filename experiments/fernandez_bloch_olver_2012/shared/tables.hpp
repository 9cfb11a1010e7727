#pragma once
// Tables that the two particles share: errors (figures 1 and 6), energies (2 and 5).

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

inline void add_errors(Study& study, std::vector<Simulation> const& runs) {
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& table = study.table(methods[m], {"time", "x", "y", "error"});
    auto const& run = runs[m];
    for (std::size_t i = 0; i < run.errors.size(); ++i)
      table.add({run.own_times[i], run.trajectory.q[i][0], run.trajectory.q[i][1], run.errors[i]});
  }
}

inline void add_energies(Study& study, std::vector<Simulation> const& runs) {
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& table = study.table(methods[m], {"time", "energy_error", "poincare_energy"});
    auto const& run = runs[m];
    for (std::size_t i = 0; i < run.energies.size(); ++i)
      table.add({run.own_middle(i), run.energies[i], run.poincare[i]});
  }
}

}  // namespace rattleback::fernandez_bloch_olver_2012
