#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012::particles_by_other_methods_study {

namespace {

/// Adds tables of errors and energy errors of all methods for the panels.
void add_methods(Study& study, System const& system) {
  for (std::string const method :
       {"rdla", "hdel", "pthdel", "dla_midpoint", "dla_leapfrog", "odeint_rk4"}) {
    auto const& card = study.method(system.problem, method).card;
    auto const run = simulation(study, system, method, card.starts.front().name);
    auto const of_energies = run.over_intervals([&](auto i) {
      return card.velocity_node == 0 ? run.times[i + 1] : (run.times[i] + run.times[i + 1]) / 2;
    });
    std::string const name = system.problem + "_" + method;
    tabulate(study, name, {{"time", from(1, run.times)}, {"error", from(1, run.errors)}});
    tabulate(study, name + "_energy",
             {{"time", of_energies}, {"energy_error", absolute(run.energies)}});
  }
}

/// Medians of the error and of |E - 1| of one run.
std::array<double, 2> medians(Study& study, System const& system, std::string const& method,
                              std::string const& start, long coarser = 1) {
  auto const run =
      simulation(study, system,
                 run_of(system, method, start, coarser * system.step,
                        (method == "hdel" ? system.tau_steps : system.steps) / coarser));
  return {median(run.errors), median(run.energies)};
}

/// Ratio of the nonholonomic integrator's median error or energy error to that of the better new
/// method, in the most favourable case over both quantities and both particles.
/// @param second   sinusoidal particle with its step
/// @param coarser  ratio of the steps of the new methods to those of the nonholonomic integrator
Measured most_favourable(Study& study, std::string const& nonholonomic, std::string const& start,
                         System const& second = sinusoidal, long coarser = 1) {
  Measured best{.value = 0};
  for (auto const& system : {particle, second}) {
    auto const old = medians(study, system, nonholonomic, start);
    auto const hdel = medians(study, system, "hdel", start, coarser);
    auto const pthdel = medians(study, system, "pthdel", start, coarser);
    for (int k = 0; k < 2; ++k) {
      double const ratio = old[k] / smaller_or_nan(hdel[k], pthdel[k]);
      best.value = larger_or_nan(best.value, ratio);
      best.details.emplace_back((k == 0 ? "error, " : "|$E$ - 1|, ") + system.name, ratio);
    }
  }
  return best;
}

}  // namespace

void particles_by_other_methods(Study& study) {
  for (auto const* erratum : {"E1", "E9/h"}) study.uses(erratum);
  add_methods(study, particle);
  add_methods(study, sinusoidal);
  auto as_printed = sinusoidal;
  as_printed.step = Quad(1) / 2;
  for (auto const& start : starts) {
    study.measure("NEW", "RDLA, " + start, most_favourable(study, "rdla", start));
    study.measure("NEW", "DLA, " + start, most_favourable(study, "dla_midpoint", start));
    study.measure("NEW", "DLA, h = 0.5, " + start,
                  most_favourable(study, "dla_midpoint", start, as_printed));
  }
  study.control("NEW", "steps of the new methods four times as large",
                most_favourable(study, "dla_midpoint", "legendre", sinusoidal, 4));
}

}  // namespace rattleback::fernandez_bloch_olver_2012::particles_by_other_methods_study
