#include "experiments/core/fit.hpp"
#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

using namespace particles;

constexpr double printed_constant = 5.2e-4;
constexpr double settled = 2;  // time after which E of the Poincare Lagrangian is level

/// Largest |E - 1| within twice the paper's time, over that within the paper's.
double growth_beyond_the_paper(std::string const& method, double within_paper) {
  long const steps = method == "hdel" ? hamiltonizable.tau_steps : hamiltonizable.steps;
  return largest(run(hamiltonizable, method, "euler", step, 2 * steps).energies) / within_paper;
}

std::string range_of(std::vector<double> const& values) {
  auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
  return fmt::format("[{:.3e}, {:.3e}]", *low, *high);
}

void compute(Findings& findings) {
  auto const runs = paper_runs(hamiltonizable);
  add_energies(findings, runs);
  for (std::size_t m = 0; m < 2; ++m) {
    auto const id = fmt::format("P{}", 7 + m);
    double const most = largest(runs[m].energies);
    findings.measure(id, most, fmt::format("{:.3e}, all in {}", most, range_of(runs[m].energies)));
    findings.measure(id + "/stable", growth_beyond_the_paper(methods[m], most));
  }

  auto const& pthdel = runs[2];
  auto& growth = findings.table("growth", {"time", "linear"});
  std::vector<double> t, energy, level;
  double worst_linear = 0;
  for (std::size_t i = 0; i < pthdel.energies.size(); ++i) {
    double const middle = pthdel.middle(i);
    growth.add({middle, printed_constant * middle});
    if (middle < settled) continue;
    t.push_back(middle);
    energy.push_back(pthdel.energies[i]);
    level.push_back(pthdel.poincare[i]);
    if (middle >= 5)
      worst_linear = larger_or_nan(worst_linear,
                                   std::abs(pthdel.energies[i] / (printed_constant * middle) - 1));
  }
  auto const line = fit_line(t, energy);
  findings.measure(
      "P9", line.max_residual / (energy.back() - energy.front()),
      fmt::format("{:.4f} ({:.3e} at the end)",
                  line.max_residual / (energy.back() - energy.front()), pthdel.energies.back()));
  findings.measure("P9/slope", line.slope, fmt::format("{:.4e}", line.slope));
  findings.measure("P10", pthdel.poincare.back(), fmt::format("{:.4e}", pthdel.poincare.back()));
  auto const [low, high] = minmax_element_or_nan(level.begin(), level.end());
  findings.measure(
      "P10/level", *high / *low,
      fmt::format("{:.4f} (all of the run: {})", *high / *low, range_of(pthdel.poincare)));
  findings.measure("P11", worst_linear);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  for (std::size_t m = 0; m < 2; ++m) {
    auto const id = fmt::format("P{}", 7 + m);
    auto const place = fmt::format("figure 2({})", "ab"[m]);
    auto const correction = correction_of(methods[m], hamiltonizable);
    all.push_back(
        {.id = id,
         .place = place,
         .statement = "Largest deviation of the discrete energy from one by " + name_of(methods[m]),
         .printed = "10^-4",
         .criterion = of_order(4),
         .reason = order_reason,
         .correction = correction,
         .assumption = euler_start});
    all.push_back({.id = id + "/stable",
                   .place = place,
                   .statement = "The energy error of " + name_of(methods[m]) +
                                " is stable: its largest value in twice the paper's time, over "
                                "that in the paper's",
                   .printed = "stable",
                   .criterion = at_most(1.1),
                   .reason = "linear growth would give 2",
                   .correction = correction,
                   .assumption = euler_start});
  }
  std::vector<Claim> const of_pthdel{
      {.id = "P9",
       .place = "figure 2(c)",
       .statement = "The energy of PTHDEL grows linearly away from one: largest distance from a "
                    "straight line for t >= 2, over the growth",
       .printed = "linear",
       .criterion = at_most(0.05),
       .reason = "a parabola through the same end points is 0.125 off its chord"},
      {.id = "P9/slope",
       .place = "section 5.1",
       .statement = "The slope of that line is C",
       .printed = "5.2e-4",
       .criterion = within(printed_constant, 0.05 * printed_constant),
       .reason = "5%: the growth is C sqrt(1 + t^2), flatter than C t"},
      {.id = "P10",
       .place = "figure 2(d)",
       .statement = "The level C of the Poincare-transformed energy, at the end of the run",
       .printed = "5.2e-4",
       .criterion = within(printed_constant, 0.05e-4),
       .reason = "half a unit of the last printed digit"},
      {.id = "P10/level",
       .place = "figure 2(d)",
       .statement = "That energy remains roughly constant: largest over least value for t >= 2",
       .printed = "roughly constant",
       .criterion = at_most(1.1),
       .reason = "10%; before t = 2 it rises from 3.1e-4"},
      {.id = "P11",
       .place = "section 5.1",
       .statement = "E - 1 of PTHDEL is C t: largest relative departure for t >= 5",
       .printed = "C t, C = 5.2e-4",
       .criterion = at_most(0.05),
       .reason = "sqrt(1 + t^2) is 2% above t at t = 5; C is printed to 1%"}};
  for (auto claim : of_pthdel) {
    claim.correction = pthdel_energy;
    claim.assumption = euler_start;
    all.push_back(claim);
  }
  return all;
}

}  // namespace

Experiment figure_2() {
  return {
      .id = "fbo2012_figure_2",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Nonholonomic particle: energies of the three methods",
      .about = "The runs of figure 1; the energy of HDEL is that of its Lagrangian in tau.",
      .choices = choices(),
      .claims = claims(),
      .figures = {energy_figure(
          hamiltonizable, "2",
          "Nonholonomic particle: deviation from one of the discrete energies of (a) RDLA, "
          "(b) HDEL, (c) PTHDEL with the growth that a constant C = 5.2 × 10^{-4} in (d) implies, "
          "and (d) the energy Ẽ of the Poincaré Lagrangian for PTHDEL.",
          {{"growth.csv", "time", "linear", "lines", "{/:Italic Ct}"}})},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
