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
  add_columns(study, name, columns);
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

/// Limit for h -> 0 of the level, as t grows, of the Poincare-transformed energy H of PTHDEL, over
/// h^2. The method is the implicit midpoint rule: K = H(z) - h^2/24 D^2 H(z', z') is constant up to
/// h^4, and H at the mean of two nodes is K - h^2/12 D^2 H(z', z'). On this motion D^2 H(z', z')
/// decreases from 1 to 0 like t^-3, so that the level is K. With p_0 = M v_0 (legendre) K is
/// -h^2/24; otherwise it is E of the first interval plus h^2/12: h^2/8 with r_1 = h v_0 (euler),
/// -h^2/24 with the exact r_1.
double level_of_poincare_energy(Study& study, std::string const& start) {
  auto const level = [&](long inverse) {
    auto const run = run_of(particle, "pthdel", start, Quad(1) / inverse, 50 * inverse);
    return simulation(study, particle, run).poincare.back() * double(inverse * inverse);
  };
  return (4 * level(40) - level(20)) / 3;
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
  std::map<std::string, double> const predicted{
      {"euler", 5.0 / 24}, {"legendre", -1.0 / 24}, {"exact", 1.0 / 24}};
  double defect = 0;
  std::vector<std::string> levels;
  for (auto const& start : starts) {
    double const level = level_of_poincare_energy(study, start);
    defect = larger_or_nan(defect, std::abs(level - predicted.at(start)));
    levels.push_back(fmt::format("{:.5f} {}", level, start));
  }
  study.add_finding(
      "second-point/level", defect,
      fmt::format(
          "largest distance of the level over $h^2$ from 5/24 (euler), -1/24 (legendre), 1/24 "
          "(exact), PTHDEL on the particle at $t$ = 50, extrapolated to $h$ = 0: {:.1e} ({})",
          defect, joined(levels, ", ")));
}

}  // namespace rattleback::fernandez_bloch_olver_2012::second_point_study
