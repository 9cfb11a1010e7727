#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

constexpr double printed_level = 5.2e-4;

/// Largest |E - 1| over three times the paper's steps, over that of the run.
void measure_stability(Study& study, std::string const& statement, Simulation const& run,
                       std::string const& method, std::string const& start) {
  // x grows like sinh(tau): much longer runs of HDEL would leave no digit of it.
  long const steps = 3 * (method == "hdel" ? particle.tau_steps : particle.steps);
  double const beyond =
      largest(energies_of(study.execute(run_of(particle, method, start, particle.step, steps))));
  double const within = largest(run.energies);
  study.measure(statement, start,
                measured(beyond / within,
                         "largest |E - 1| of {} on the particle over {} steps of 0.05 ({:.3e}) "
                         "over that of the first third ({:.3e}), {}: {:.4f}",
                         name_of(method), steps, beyond, within, words_of(start), beyond / within));
}

void measure_level(Study& study, Simulation const& pthdel, std::string const& start) {
  std::string const run = fmt::format("PTHDEL, particle, 200 steps of 0.05, {}", words_of(start));
  std::string const quantity = "energy of the Poincaré Lagrangian, ";
  double const level = pthdel.poincare.back();
  study.measure("P10", start, measured(level, "{}{}, last interval: {:.4e}", quantity, run, level));
  for (auto const& [window, values] :
       {std::pair{"whole run", pthdel.poincare}, {"second half", second_half(pthdel.poincare)}}) {
    auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
    double mean = 0;
    for (double const value : values) mean += value / double(values.size());
    double const over_mean = spread(values) / std::abs(mean);
    study.measure("P10a", window + (", " + start),
                  measured(over_mean, "{}{}, {}: from {:.3e} to {:.3e}, spread over mean {:.3f}",
                           quantity, run, window, *low, *high, over_mean));
  }
  Largest worst;
  std::vector<double> times, sizes;
  for (std::size_t i = pthdel.energies.size() / 2; i < pthdel.energies.size(); ++i) {
    times.push_back(pthdel.own_middle(i));
    sizes.push_back(std::abs(pthdel.energies[i]));
    worst(pthdel.energies[i] / (level * times.back()) - 1);
  }
  study.measure(
      "P11", start,
      measured(worst.value, "largest |(E - 1)/(C t) - 1| for t >= 5 with C = {:.3e}, {}: {:.4f}",
               level, run, worst.value));
  double const power = fit_power(times, sizes).slope;
  study.measure("P9", start,
                measured(power,
                         "power of t with which |E - 1| grows from t = 5 to 10, {}: {:.3f} "
                         "({:.3e} at the end)",
                         run, power, pthdel.energies.back()));
}

}  // namespace

void figure_2(Study& study) {
  auto const shown = simulations(study, particle);
  add_energies(study, shown);
  auto& line = study.table("growth", {"time", "linear"});
  for (std::size_t i = 0; i < shown[2].energies.size(); ++i)
    line.add({shown[2].own_middle(i), printed_level * shown[2].own_middle(i)});

  for (auto const& start : starts) {
    auto const runs = simulations(study, particle, start);
    for (std::size_t m = 0; m < 2; ++m) {
      std::string const statement = m == 0 ? "P7" : "P8";
      double const most = largest(runs[m].energies);
      study.measure(statement, start,
                    measured(most,
                             "largest |E - 1| of {} at midpoints, particle, steps of 0.05, {}: "
                             "{:.3e}",
                             name_of(methods[m]), words_of(start), most));
      measure_stability(study, statement + "a", runs[m], methods[m], start);
    }
    measure_level(study, runs[2], start);
  }
  measure_explanation(study, "P36", particle);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
