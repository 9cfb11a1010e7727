#include "experiments/comparison/growth.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/panels.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

constexpr double printed_level = 5.2e-4;

/// How E - 1 grows over more steps than the paper's.
void measure_growth(Findings& findings, std::string const& statement, std::string const& method,
                    std::string const& start, long times) {
  long const steps = times * (method == "hdel" ? particle.tau_steps : particle.steps);
  auto const series = long_energies(particle, method, start, steps);
  auto const growth = classify_growth(series.times, series.energies);
  findings.measure(
      statement, start,
      {.value = growth.exponent,
       .words = fmt::format("growth of E - 1 by {} on the particle over {} steps of 0.05, {}: {} "
                            "(probability {:.2f}), largest {:.3e}",
                            name_of(method), steps, words_of(start), name_of(growth.kind),
                            growth.confidence, largest(series.energies)),
       .steps = double(steps),
       .growth = name_of(growth.kind)});
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
  double const rest = error_without_drift(pthdel);
  findings.measure("P36", start,
                   {.value = rest,
                    .words = fmt::format("error of x at t = 10 less the integral of the change of "
                                         "vx that E - 1 stands for, over that error, {}: {:.3f}",
                                         run, rest)});
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
    // x grows like sinh(tau): thirty units of tau would leave no digit of it.
    measure_growth(findings, "P7a", "rdla", start, 10);
    measure_growth(findings, "P8a", "hdel", start, 3);
    measure_growth(findings, "P9", "pthdel", start, 10);
    measure_level(findings, now[2], start);
  }
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
