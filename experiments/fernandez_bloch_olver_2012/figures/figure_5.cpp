#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_5_study {

namespace {

/// Measures figure 5 with the printed step and with a tenth of this step.
void measure_sizes(Study& study, std::string const& prefix, Quad step, std::string const& start) {
  auto const most = [&](std::string const& method) {
    return largest(
        energies_of(study.execute(run_of(sinusoidal, method, start, step, sinusoidal.steps))));
  };
  supply(study, "",
         {{"S2a", prefix + "(22)-(23), " + start, most("dla_midpoint")},
          {"S2b", prefix + start, most("hdel")},
          {"S2c", prefix + start, most("pthdel")}});
  if (step == sinusoidal.step) study.measure("S2a", prefix + "(24)-(25), " + start, {most("rdla")});
}

/// Ratio of the largest to the smallest median |E - 1| in the second half of the runs.
Measured range_of_medians(std::vector<Simulation> const& runs) {
  auto const medians =
      series(runs.size(), [&](auto m) { return median(second_half(runs[m].energies)); });
  return ratio_of(largest(medians), smallest(medians));
}

void measure_energies(Study& study, std::string const& start) {
  auto const runs = simulations(study, sinusoidal, start);
  auto const& pthdel = runs[2];
  auto const printed = simulations_as_printed(study, start);
  study.measure("S2d", "h = 0.5, " + start, range_of_medians(printed));
  auto const on_particle = simulation(study, particle, "pthdel", start);
  auto const of_poincare = [](Simulation const& run) {
    return ratio_of(largest(run.energies), largest(run.poincare));
  };
  for (auto const& [forces, method] : both_forces)
    study.measure(
        "S2d", forces + ", " + start,
        range_of_medians({simulation(study, sinusoidal, method, start), runs[1], pthdel}));
  auto const measure_pthdel = [&](std::string const& reading, Simulation const& run) {
    double const highest = *max_element_or_nan(run.energies.begin(), run.energies.end());
    supply(study, "",
           {{"S3", reading, largest(run.poincare)},
            {"S4", reading, largest(run.energies)},
            {"S4a", reading, highest}});
    study.measure("S13", reading, of_poincare(run));
    study.measure("S12", reading, ratio_of(median(on_particle.energies), median(run.energies)));
  };
  measure_pthdel(start, pthdel);
  measure_pthdel("h = 0.5, " + start, printed[2]);
  if (start != "legendre") return;
  auto const coarse = [&](std::string const& method) {
    return coarse_simulation(study, sinusoidal, method, start);
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
    measure_sizes(study, "h = 0.5, ", Quad(1) / 2, start);
    measure_sizes(study, "h = 0.05, ", sinusoidal.step, start);
    measure_energies(study, start);
  }

  auto const square =
      series(10001, [](std::size_t i) { return 1 + std::pow(std::sin(double(i) / 1000), 2); });
  auto const beyond = [&](double bound) {
    return double(
        std::count_if(square.begin(), square.end(), [=](double s) { return !(s <= bound); }));
  };
  supply(study, "",
         {{"S5", "as printed", std::sqrt(largest(square))},
          {"S5a", "as printed", beyond(2)},
          {"S5a", "3/2 for 2", beyond(1.5), true},
          {"S14", "as printed", study.problem(sinusoidal.problem).energy({})}});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_5_study
