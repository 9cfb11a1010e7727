#include "experiments/fernandez_bloch_olver_2012/shared/sinusoidal_runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Figure 5 with the printed step and with a tenth of it.
void measure_sizes(Study& study, StepReading const& step, std::string const& start) {
  auto const runs = step.runs(study, start);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    double const most = largest(runs[m].energies);
    study.measure(fmt::format("S2{}", "abc"[m]), step.prefix + start,
                  measured(most,
                           "largest |E - 1| of {} at midpoints, sinusoidal particle, 200 steps "
                           "of {}, {}: {:.3e}",
                           name_of(methods[m]), step.words, words_of(start), most));
  }
}

void measure_energies(Study& study, std::string const& start) {
  auto const runs = simulations(study, sinusoidal, start);
  double most = 0, least = std::numeric_limits<double>::infinity();
  for (auto const& run : runs) {
    double const usual = median(second_half(run.energies));
    most = larger_or_nan(most, usual);
    least = smaller_or_nan(least, usual);
  }
  auto const& pthdel = runs[2];
  double const highest = *max_element_or_nan(pthdel.energies.begin(), pthdel.energies.end());
  double const usual = median(pthdel.energies);
  double const of_particle = median(simulation(study, particle, "pthdel", start).energies);
  for (auto const& [statement, value, what] :
       {std::tuple{"S2d", most / least,
                   fmt::format("largest over smallest median |E - 1| ({:.2e}, {:.2e}) of RDLA, "
                               "HDEL and PTHDEL in the second half of the run",
                               most, least)},
        {"S3", largest(pthdel.poincare), "largest energy of the Poincaré Lagrangian along PTHDEL"},
        {"S4", highest, "largest E - 1 of PTHDEL"},
        {"S4a", highest, "largest E - 1 of PTHDEL"},
        {"S13", largest(pthdel.energies) / largest(pthdel.poincare),
         "largest |E - 1| of PTHDEL over its largest energy of the Poincaré Lagrangian"},
        {"S12", of_particle / usual,
         fmt::format("median |E - 1| of PTHDEL on the particle of section 5.1 ({:.2e}) over that "
                     "here ({:.2e})",
                     of_particle, usual)}})
    study.measure(statement, start,
                  measured(value, "{}, sinusoidal particle, 200 steps of 0.05, {}: {:.4g}", what,
                           words_of(start), value));
}

}  // namespace

void figure_5(Study& study) {
  add_energies(study, simulations(study, sinusoidal));
  for (auto const& start : starts) {
    for (auto const& step : step_readings) measure_sizes(study, step, start);
    measure_energies(study, start);
  }

  double F = 0;
  int beyond = 0;
  for (int i = 0; i <= 10000; ++i) {
    double const s = std::sin(i / 1000.0), square = 1 + s * s;
    F = larger_or_nan(F, std::sqrt(square));
    if (!(square <= 2)) ++beyond;
  }
  study.measure(
      "S5",
      measured(F, "largest F = 1/f on 10001 points 0 <= x <= 10, sinusoidal particle: {:.6f}", F));
  study.measure("S5a", measured(beyond,
                                "points among 10001, 0 <= x <= 10, at which F^2 exceeds 2: {} "
                                "(largest F {:.6f})",
                                beyond, F));
  double const energy = study.problem(sinusoidal.problem).energy({});
  study.measure("S14", measured(energy,
                                "energy of the sinusoidal particle's start, vx = vy = 1 at the "
                                "origin: {:.15g}",
                                energy));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
