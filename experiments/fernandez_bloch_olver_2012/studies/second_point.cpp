#include <map>

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012::second_point_study {

namespace {

using OfStarts = std::map<std::string, Simulation>;  // runs of PTHDEL by start

/// Adds a table of a quantity of the runs with three starts over their own times.
void add_starts(Study& study, std::string const& name, OfStarts const& runs,
                std::vector<double> const& times, std::vector<double> Simulation::*quantity,
                std::optional<double> printed = {}) {
  std::vector<std::pair<std::string, std::vector<double>>> columns{{"time", times}};
  for (auto const& start : starts) columns.emplace_back(start, runs.at(start).*quantity);
  if (printed) columns.emplace_back("printed", std::vector<double>(times.size(), *printed));
  tabulate(study, name, columns);
}

/// Adds tables of the runs on a particle with each start.
OfStarts add_starts(Study& study, System const& system, double printed_level) {
  std::map<std::string, OfStarts> runs;  // by method
  auto& table =
      study.table(system.problem, {"method", "start", "largest_error", "error_at_end",
                                   "largest_energy_error", "poincare_largest", "poincare_at_end"});
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (std::size_t s = 0; s < starts.size(); ++s) {
      auto const run = simulation(study, system, methods[m], starts[s]);
      table.add({double(m), double(s), largest(run.errors), run.errors.back(),
                 largest(run.energies), largest(run.poincare), run.poincare.back()});
      runs[methods[m]].emplace(starts[s], run);
    }
  auto const &pthdel = runs["pthdel"], &hdel = runs["hdel"];
  add_starts(study, system.problem + "_poincare", pthdel, pthdel.at("euler").own_middles(),
             &Simulation::poincare, printed_level);
  add_starts(study, system.problem + "_hdel", hdel, hdel.at("euler").own_times,
             &Simulation::errors);
  return pthdel;
}

}  // namespace

void second_point(Study& study) {
  study.uses("E1");
  auto const of_particle = add_starts(study, particle, 5.2e-4);
  auto const of_sinusoidal = add_starts(study, sinusoidal, 6e-4);

  double const printed = 5.2e-4, euler = of_particle.at("euler").poincare.back();
  double const legendre = of_particle.at("legendre").poincare.back();
  double const exact = of_particle.at("exact").poincare.back();
  double const nearer = smaller_or_nan(std::abs(legendre - printed), std::abs(exact - printed)) /
                        std::abs(euler - printed);
  auto const most = [&](std::string const& start) {
    return fmt::format("{:.3e}", largest(of_sinusoidal.at(start).poincare));
  };
  study.add_finding(
      "second-point", nearer,
      fmt::format("last energy of the Poincaré Lagrangian along PTHDEL on the particle, 200 steps "
                  "of 0.05: euler {:.3e}, legendre {:.3e}, exact {:.3e}; distance of the nearer of "
                  "the last two from 5.2e-4 over that of the first: {:.0f}; largest on the "
                  "sinusoidal particle, printed 6e-4: euler {}, legendre {}, exact {}",
                  euler, legendre, exact, nearer, most("euler"), most("legendre"), most("exact")));
}

}  // namespace rattleback::fernandez_bloch_olver_2012::second_point_study
