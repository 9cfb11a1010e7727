#include "experiments/core/fit.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/panels.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

constexpr double printed_level = 5.2e-4;

/// Largest |E - 1| over three times the paper's steps, over that of the run.
void measure_stability(Findings& findings, std::string const& statement, std::string const& method,
                       Run const& run, std::string const& start) {
  // x grows like sinh(tau): much longer runs of HDEL would leave no digit of it.
  long const steps = 3 * (method == "hdel" ? particle.tau_steps : particle.steps);
  double const beyond = largest(long_energies(particle, method, start, steps));
  double const within = largest(run.energies);
  findings.measure(statement, start,
                   {.value = beyond / within,
                    .words = fmt::format("largest |E - 1| of {} on the particle over {} steps of "
                                         "0.05 ({:.3e}) over that of the first third ({:.3e}), {}: "
                                         "{:.4f}",
                                         name_of(method), steps, beyond, within, words_of(start),
                                         beyond / within)});
}

void measure_level(Findings& findings, Run const& pthdel, std::string const& start) {
  std::string const run = fmt::format("PTHDEL, particle, 200 steps of 0.05, {}", words_of(start));
  std::string const quantity = "energy of the Poincaré Lagrangian, ";
  double const level = pthdel.poincare.back();
  findings.measure(
      "P10", start,
      {.value = level, .words = fmt::format("{}{}, last interval: {:.4e}", quantity, run, level)});
  for (auto const& [window, values] :
       {std::pair{"whole run", pthdel.poincare}, {"second half", second_half(pthdel.poincare)}}) {
    auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
    double mean = 0;
    for (double const value : values) mean += value / double(values.size());
    double const spread = (*high - *low) / std::abs(mean);
    findings.measure(
        "P10a", window + std::string(", ") + start,
        {.value = spread,
         .words = fmt::format("{}{}, {}: from {:.3e} to {:.3e}, spread over mean {:.3f}", quantity,
                              run, window, *low, *high, spread)});
  }
  double worst = 0;
  for (std::size_t i = pthdel.energies.size() / 2; i < pthdel.energies.size(); ++i)
    worst = larger_or_nan(worst, std::abs(pthdel.energies[i] / (level * pthdel.own_middle(i)) - 1));
  findings.measure("P11", start,
                   {.value = worst,
                    .words = fmt::format("largest |(E - 1)/(C t) - 1| for t >= 5 with C = {:.3e}, "
                                         "{}: {:.4f}",
                                         level, run, worst)});
  std::vector<double> times, sizes;
  for (std::size_t i = pthdel.energies.size() / 2; i < pthdel.energies.size(); ++i) {
    times.push_back(pthdel.own_middle(i));
    sizes.push_back(std::abs(pthdel.energies[i]));
  }
  double const power = fit_power(times, sizes).slope;
  findings.measure(
      "P9", start,
      {.value = power,
       .words = fmt::format("power of t with which |E - 1| grows from t = 5 to 10, {}: "
                            "{:.3f} ({:.3e} at the end)",
                            run, power, pthdel.energies.back())});
}

void compute(Findings& findings) {
  auto const runs = paper_runs(particle);
  add_energies(findings, runs);
  auto& line = findings.table("growth", {"time", "linear"});
  for (std::size_t i = 0; i < runs[2].energies.size(); ++i)
    line.add({runs[2].own_middle(i), printed_level * runs[2].own_middle(i)});

  for (auto const& start : starts) {
    auto const now = paper_runs(particle, start);
    for (std::size_t m = 0; m < 2; ++m) {
      double const most = largest(now[m].energies);
      findings.measure(fmt::format("P{}", 7 + m), start,
                       {.value = most,
                        .words = fmt::format("largest |E - 1| of {} at midpoints, particle, steps "
                                             "of 0.05, {}: {:.3e}",
                                             name_of(methods[m]), words_of(start), most)});
    }
    measure_stability(findings, "P7a", "rdla", now[0], start);
    measure_stability(findings, "P8a", "hdel", now[1], start);
    measure_level(findings, now[2], start);
  }
  measure_explanation(findings, "P36", particle);
}

}  // namespace

Experiment figure_2() {
  return {
      .id = "fbo2012_figure_2",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Nonholonomic particle: energies of the three methods",
      .about = "The runs of figure 1; the energy of HDEL is that of its Lagrangian in tau.",
      .choices = run_choices(),
      .figures = {energy_figure(
          particle, "2",
          "Nonholonomic particle: deviation from one of the discrete energies of (a) RDLA, "
          "(b) HDEL, (c) PTHDEL with the growth that a constant C = 5.2 × 10^{-4} in (d) implies, "
          "and (d) the energy Ẽ of the Poincaré Lagrangian for PTHDEL.",
          {{"growth.csv", "time", "linear", "lines", "{/:Italic Ct}"}})},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
