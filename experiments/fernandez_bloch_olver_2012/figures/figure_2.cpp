#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_2_study {

namespace {

constexpr double printed_level = 5.2e-4;

/// Ratio of the largest |E - 1| over three times the paper's steps to that of the run; NaN if the
/// longer run does not make three times as many steps.
Measured growth_beyond(Study& study, Simulation const& run, std::string const& method,
                       std::string const& start) {
  // x grows like sinh(tau): in much longer runs of HDEL its rounding error would exceed the result.
  long const steps = 3 * (method == "hdel" ? particle.tau_steps : particle.steps);
  auto const longer = study.execute(run_of(particle, method, start, particle.step, steps));
  if (longer.q.size() - 1 != 3 * (run.nodes() - 1)) return {.value = std::nan("")};
  return ratio_of(largest(energies_of(longer)), largest(run.energies));
}

double spread_over_mean(std::vector<double> const& values) {
  double mean = 0;
  for (double const value : values) mean += value / double(values.size());
  return spread(values) / std::abs(mean);
}

/// Exponent in t of the growth of |E - 1| in the second half of a run.
double power_of_growth(Simulation const& run) {
  return fit_power(second_half(run.own_middles()), absolute(second_half(run.energies))).slope;
}

/// Largest |(E - 1)/(C t^power) - 1| in the second half of a run, where C is the value at its end.
Measured departure_from_growth(Simulation const& run, double power) {
  double const level = run.poincare.back();
  auto const times = second_half(run.own_middles()), energies = second_half(run.energies);
  return {.value = largest(series(times.size(),
                                  [&](std::size_t i) {
                                    return energies[i] / (level * std::pow(times[i], power)) - 1;
                                  })),
          .details = {{"$C$", level}}};
}

void measure_level(Study& study, Simulation const& pthdel, std::string const& start) {
  supply(study, "",
         {{"P10", start, pthdel.poincare.back()},
          {"P10a", "whole run, " + start, spread_over_mean(pthdel.poincare)},
          {"P10a", "second half, " + start, spread_over_mean(second_half(pthdel.poincare))}});
  study.measure("P11", start, departure_from_growth(pthdel, 1));
  study.measure("P9", start,
                {.value = power_of_growth(pthdel),
                 .details = {{"$E$ - 1 at the end", pthdel.energies.back()}}});
}

/// Measures the controls with the start r_1 = r_0 + k v_0.
void measure_controls(Study& study, std::vector<Simulation> const& runs) {
  auto const &rdla = runs[0], &hdel = runs[1], &pthdel = runs[2];
  study.control("P7a", "PTHDEL", growth_beyond(study, pthdel, "pthdel", "euler"));
  study.control("P9", "RDLA", {power_of_growth(rdla)});
  study.control("P10a", "energy of l_c", {spread_over_mean(second_half(pthdel.energies))});
  study.control("P11", "C t^2", departure_from_growth(pthdel, 2));
  study.control("P36", "HDEL for PTHDEL", explanation(hdel, rdla));
}

}  // namespace

void figure_2(Study& study) {
  auto const shown = simulations(study, particle);
  add_energies(study, shown);
  auto const times = shown[2].own_middles();
  tabulate(study, "growth",
           {{"time", times},
            {"linear", series(times.size(), [&](auto i) { return printed_level * times[i]; })}});

  for (auto const& start : starts) {
    auto const runs = simulations(study, particle, start);
    for (std::size_t m = 0; m < 2; ++m) {
      std::string const statement = m == 0 ? "P7" : "P8";
      study.measure(statement, start, {largest(runs[m].energies)});
      study.measure(statement + "a", start, growth_beyond(study, runs[m], methods[m], start));
    }
    measure_level(study, runs[2], start);
  }
  measure_controls(study, shown);
  measure_explanation(study, "P36", particle, {{"RDLA", "rdla"}});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_2_study
