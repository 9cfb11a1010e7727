#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Figure 5 with the printed step and with a tenth of it.
void measure_sizes(Study& study, std::string const& prefix, RawQuad step,
                   std::string const& start) {
  auto const most = [&](std::string const& method) -> Measured {
    return {.value = largest(simulation(study, sinusoidal,
                                        run_of(sinusoidal, method, start, step, sinusoidal.steps))
                                 .energies)};
  };
  study.measure("S2a", prefix + "(22)-(23), " + start, most("dla_midpoint"));
  if (step == sinusoidal.step) study.measure("S2a", prefix + "(24)-(25), " + start, most("rdla"));
  study.measure("S2b", prefix + start, most("hdel"));
  study.measure("S2c", prefix + start, most("pthdel"));
}

/// Largest over smallest median |E - 1| in the second half of the runs.
Measured range_of_medians(std::vector<Simulation> const& runs) {
  double most = 0, least = std::numeric_limits<double>::infinity();
  for (auto const& run : runs) {
    double const usual = median(second_half(run.energies));
    most = larger_or_nan(most, usual);
    least = smaller_or_nan(least, usual);
  }
  return ratio_of(most, least);
}

void measure_energies(Study& study, std::string const& start) {
  auto const runs = simulations(study, sinusoidal, start);
  auto const& pthdel = runs[2];
  auto const on_particle = simulation(study, particle, "pthdel", start);
  double const highest = *max_element_or_nan(pthdel.energies.begin(), pthdel.energies.end());
  auto const of_poincare = [](Simulation const& run) {
    return ratio_of(largest(run.energies), largest(run.poincare));
  };
  for (auto const& [forces, method] : both_forces)
    study.measure(
        "S2d", forces + ", " + start,
        range_of_medians({simulation(study, sinusoidal, method, start), runs[1], pthdel}));
  study.measure("S3", start, {.value = largest(pthdel.poincare)});
  study.measure("S4", start, {.value = highest});
  study.measure("S4a", start, {.value = highest});
  study.measure("S13", start, of_poincare(pthdel));
  study.measure("S12", start, ratio_of(median(on_particle.energies), median(pthdel.energies)));
  if (start != "legendre") return;
  auto const coarse = [&](std::string const& method) {
    return simulation(study, sinusoidal,
                      run_of(sinusoidal, method, start, 4 * sinusoidal.step, sinusoidal.steps / 4));
  };
  study.control("S2d", "steps of HDEL four times as large",
                range_of_medians({runs[0], coarse("hdel"), pthdel}));
  study.control("S13", "particle of section 5.1", of_poincare(on_particle));
  study.control("S12", "steps four times as large",
                ratio_of(median(on_particle.energies), median(coarse("pthdel").energies)));
}

}  // namespace

void figure_5(Study& study) {
  for (auto const* erratum : {"E1", "E9/h"}) study.uses(erratum);
  add_energies(study, simulations(study, sinusoidal));
  for (auto const& start : starts) {
    measure_sizes(study, "h = 0.5, ", RawQuad(1) / 2, start);
    measure_sizes(study, "h = 0.05, ", sinusoidal.step, start);
    measure_energies(study, start);
  }

  double F = 0;
  int beyond = 0;
  for (int i = 0; i <= 10000; ++i) {
    double const s = std::sin(i / 1000.0), square = 1 + s * s;
    F = larger_or_nan(F, std::sqrt(square));
    if (!(square <= 2)) ++beyond;
  }
  study.measure("S5", {.value = F});
  study.measure("S5a", {.value = double(beyond)});
  study.measure("S14", {.value = study.problem(sinusoidal.problem).energy({})});
}

}  // namespace rattleback::fernandez_bloch_olver_2012
