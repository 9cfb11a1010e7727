#include "experiments/core/panels.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

void measure_formulas(Findings& findings) {
  /// A formula whose printed and corrected reading a statement has, with the erratum on it.
  struct Formula {
    std::string statement, corrected;  ///< id, and name of the corrected reading
    std::string erratum;               ///< empty: another experiment compares its numbers
    std::string words;
    Readings defects;
  };
  auto const s = particle_at_one(findings);
  std::string const motion = " on the certified motion of the particle at t = 1";
  for (auto const& [statement, right, erratum, words, defects] :
       {Formula{"E3", "opposite sign", "E3", "larger residual of the two equations (5)" + motion,
                curvature_sign(s)},
        {"P21", "coefficient of z", "P21", "c(q) v" + motion, coefficient_of_z(s)},
        {"E9a", "velocity", "E9/(27)", "residual of the first equation of (5)" + motion,
         dots_of_27(s)},
        {"E2", "product", "", "residual of the second equation of (5)" + motion,
         second_component(s)},
        {"E6", "square root", "E6",
         "larger distance from dx/dtau and dy/dtau on the motion of the particle at tau = 0.9",
         rate_in_tau(findings)},
        {"E7", "exponent -1", "", "P_x less the derivative of (30) by x', x = 0.8, x' = 0.7",
         momentum_of_x()},
        {"E9b", "velocity", "E9/(51)",
         "residual of the Euler-Lagrange equation in y of (51)" + motion, dots_of_51(s)},
        {"E8", "h E", "", "(52) less h times (51), relative to it, h = 0.1, x = 0.8",
         discrete_energy_term()},
        {"E9c", "velocities", "E9/fn7", "constraint of footnote 7" + motion,
         dots_of_footnote_7(s)}}) {
    auto const [printed, corrected] = defects;
    findings.measure(statement, measured(printed, "{}: {:.2e}", words, printed));
    findings.measure(statement, right, measured(corrected, "{}: {:.2e}", words, corrected));
    if (!erratum.empty()) findings.compare(erratum, printed, corrected, words);
  }
  double const B = needed_curvature(s);
  findings.measure("P26", measured(B, "B_xy from the first equation of (5){}: {:.12g}", motion, B));
}

std::vector<double> const steps{0.1, 0.05, 0.025, 0.0125};

/// Orders of (21) with the force that stands in (24)-(25), in (27), and -h/2 times it.
void measure_force(Findings& findings) {
  std::pair<std::string, double (*)(double)> const factors[]{
      {"as printed", [](double) { return 1.0; }},
      {"factor of (27)", [](double h) { return h; }},
      {"times -h/2", [](double h) { return -h / 2; }}};
  for (auto const& [reading, factor] : factors) {
    std::vector<double> errors;
    for (double const h : steps) errors.push_back(rdla_error(h, factor(h)));
    double const order = order_of(steps, errors, 10);
    findings.measure("E1", reading,
                     measured(order,
                              "order of the largest error of (x, y) up to t = 10 by (21) on the "
                              "particle, steps of 1/10 to 1/80: {:.3f} (at 1/80 {:.2e})",
                              order, errors.back()));
  }
}

/// Largest energy error of the three methods on the sinusoidal particle.
double largest_energy_error(Findings& findings, RawQuad step) {
  Largest most;
  for (auto const& method : methods)
    most(findings.execute(run_of(sinusoidal, method, "", step, 200))
             .invariants.front()
             .max_deviation);
  return most.value;
}

/// Steps of HDEL on the knife edge.
double steps_made(Findings& findings, std::string const& grid) {
  auto const run = run_of(knife_edge, "hdel", "euler", RawQuad(0.07), 100, {{"tau_grid", grid}});
  auto const t = findings.execute(run);
  return double(t.outcome == Outcome::ok ? run.steps : t.failed_at - 1);
}

void compare_numbers(Findings& findings) {
  auto const compare = [&](std::string const& erratum, Readings const& defects, std::string words) {
    findings.compare(erratum, defects.printed, defects.corrected, std::move(words));
  };
  std::string const of_error = "largest error of (x, y) up to t = 10 on the particle, h = 1/80";
  compare("E1", force_without_step(), of_error);
  compare("E1/(27)", force_of_whole_step(), of_error);
  compare("E2", second_force(), of_error);
  compare("E8", energy_term(), of_error);
  compare("E7", legendre_momentum(), "(31) less the energy of (30), x = 0.8, x' = 0.7, y' = 0.6");
  compare("E10", solution_in_tau(findings),
          "distance of x from the exact motion at tau = 0.7, alpha = (2, 3)");
  compare("E9/h",
          {largest_energy_error(findings, RawQuad(1) / 2),
           largest_energy_error(findings, RawQuad(1) / 20)},
          "largest energy error of RDLA, HDEL and PTHDEL on the sinusoidal particle, 200 steps, "
          "r_1 = r_0 + k v_0");
  compare(
      "K13",
      {exponent_at_the_singularity(findings, 0, 1), exponent_at_the_singularity(findings, 1, 0)},
      "exponent of cos(phi) as phi tends to pi/2, unit velocity along x: of L_c, of the "
      "Poincaré Lagrangian");
  compare("E11", {steps_made(findings, "constant"), steps_made(findings, "matched")},
          "steps that HDEL makes on the knife edge of the 100 that are printed");
}

void compute(Findings& findings) {
  measure_formulas(findings);
  measure_force(findings);
  findings.progress(0.5);
  compare_numbers(findings);
  auto& errors = findings.table("errors", {"h", "rdla", "rdla_printed", "rdla_27", "second_force",
                                           "pthdel", "pthdel_printed"});
  for (double const h : steps)
    errors.add({h, rdla_error(h, -h / 2), rdla_error(h, 1), rdla_error(h, h),
                rdla_error(h, -h / 2, true), pthdel_error(h, h), pthdel_error(h, 1)});
}

}  // namespace

Experiment errata() {
  auto const panel = [](std::string title, std::vector<Series> series) {
    return errors_panel(std::move(title),
                        "largest error of (" + italic("x") + ", " + italic("y") + ")",
                        std::move(series), {{0.01, 0.12}}, {{1e-8, 1e2}});
  };
  auto const series = [](std::string column, std::string label) {
    return Series{"errors.csv", "h", std::move(column), "linespoints", std::move(label)};
  };
  std::vector<Panel> const panels{
      panel("(a) RDLA",
            {series("rdla_printed", "force of (24)–(25)"),
             series("rdla_27", "force of (27), times " + italic("h")),
             series("second_force", italic("F") + "_2 of (27)"), series("rdla", "corrected")}),
      panel("(b) PTHDEL", {series("pthdel_printed", "(52)"), series("pthdel", "corrected")})};
  return {.id = "fbo2012_errata",
          .paper = "fernandez_bloch_olver_2012",
          .title = "Misprints",
          .about =
              "Misprints of the paper that a number tells from the right formula, mostly on its "
              "running example, in formulas of this experiment's own. That the catalogue runs the "
              "corrected forms is tested separately.",
          .choices = {{"where readings are compared",
                       "the particle of section 5.1 with the paper's data, epsilon = 1/2, second "
                       "point r_0 + h v_0",
                       "the example at which the paper prints the formulas"}},
          .figures = {{.id = "misprints",
                       .number = "",
                       .caption = "Methods by the formulas as printed and as corrected: only the "
                                  "corrected ones converge.",
                       .columns = 2,
                       .width = 6.9,
                       .height = 3.4,
                       .panels = panels}},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
