#include <fmt/format.h>

#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// A formula whose printed and corrected reading a statement has, with the erratum on it.
struct Formula {
  std::string statement, corrected;  ///< id, and name of the corrected reading
  std::string erratum;               ///< empty: another experiment compares its numbers
  std::string words;
  Readings (*measure)();
};
std::vector<Formula> const& formulas() {
  std::string const motion = " on the certified motion of the particle at t = 1";
  static std::vector<Formula> const all{
      {"E3", "opposite sign", "E3", "larger residual of the two equations (5)" + motion,
       curvature_sign},
      {"P21", "coefficient of z", "P21", "c(q) v" + motion, coefficient_of_z},
      {"E9a", "velocity", "E9/(27)", "residual of the first equation of (5)" + motion, dots_of_27},
      {"E2", "product", "", "residual of the second equation of (5)" + motion, second_component},
      {"E6", "square root", "E6",
       "larger distance from dx/dtau and dy/dtau on the motion of the particle at tau = 0.9",
       rate_in_tau},
      {"E7", "exponent -1", "", "P_x less the derivative of (30) by x', x = 0.8, x' = 0.7",
       momentum_of_x},
      {"E9b", "velocity", "E9/(51)",
       "residual of the Euler-Lagrange equation in y of (51)" + motion, dots_of_51},
      {"E8", "h E", "", "(52) less h times (51), relative to it, h = 0.1, x = 0.8",
       discrete_energy_term},
      {"E9c", "velocities", "E9/fn7", "constraint of footnote 7" + motion, dots_of_footnote_7}};
  return all;
}

void measure_formulas(Findings& findings) {
  for (auto const& f : formulas()) {
    auto const [printed, corrected] = f.measure();
    findings.measure(f.statement, "as printed",
                     {.value = printed, .words = fmt::format("{}: {:.2e}", f.words, printed)});
    findings.measure(f.statement, f.corrected,
                     {.value = corrected, .words = fmt::format("{}: {:.2e}", f.words, corrected)});
    if (!f.erratum.empty()) findings.compare(f.erratum, printed, corrected, f.words);
  }
  double const B = needed_curvature();
  findings.measure("P26",
                   {.value = B,
                    .words = fmt::format("B_xy from the first equation of (5) on the "
                                         "certified motion of the particle at t = 1: {:.12g}",
                                         B)});
}

std::vector<double> const steps{0.1, 0.05, 0.025, 0.0125};

/// Orders of (21) with the force that stands in (24)-(25), in (27), and -h/2 times it.
void measure_force(Findings& findings) {
  std::pair<std::string, std::function<double(double)>> const factors[]{
      {"as printed", [](double) { return 1.0; }},
      {"factor of (27)", [](double h) { return h; }},
      {"times -h/2", [](double h) { return -h / 2; }}};
  for (auto const& [reading, factor] : factors) {
    std::vector<double> errors;
    for (double const h : steps) errors.push_back(rdla_error(h, factor(h)));
    double const order = fit_power(steps, errors).slope;
    findings.measure("E1", reading,
                     {.value = order,
                      .words = fmt::format("order of the largest error of (x, y) up to t = 10 by "
                                           "(21) on the particle, steps of 1/10 to 1/80: {:.3f} "
                                           "(at 1/80 {:.2e})",
                                           order, errors.back())});
  }
}

/// Largest energy error of the three methods on the sinusoidal particle.
double largest_energy_error(RawQuad step) {
  double most = 0;
  for (auto const& method : methods) {
    RunSpec spec;
    spec.step = step;
    spec.steps = 200;
    auto const run = find_problem(sinusoidal.problem).method(method).integrate(spec);
    most = larger_or_nan(most, run.invariants.front().max_deviation);
  }
  return most;
}

/// Steps of HDEL on the knife edge.
double steps_made(Findings& findings, std::string const& grid) {
  RunSpec spec;
  spec.step = RawQuad(0.07);
  spec.steps = 100;
  spec.options = {{"tau_grid", grid}};
  auto const run = find_problem(knife_edge.problem).method("hdel").integrate(spec);
  if (run.outcome == Outcome::ok) return double(spec.steps);
  findings.outcome("hdel on the knife edge, tau_grid " + grid, run.outcome, run.reason,
                   run.reached);
  return double(run.failed_at - 1);
}

void compare_numbers(Findings& findings) {
  std::string const of_error = "largest error of (x, y) up to t = 10 on the particle, h = 1/80";
  for (auto const& [erratum, measure] : {std::pair{"E1", &force_without_step},
                                         {"E1/(27)", &force_of_whole_step},
                                         {"E2", &second_force},
                                         {"E8", &energy_term}}) {
    auto const [printed, corrected] = measure();
    findings.compare(erratum, printed, corrected, of_error);
  }
  auto const momentum = legendre_momentum();
  findings.compare("E7", momentum.printed, momentum.corrected,
                   "(31) less the energy of (30), x = 0.8, x' = 0.7, y' = 0.6");
  auto const amplitude = solution_in_tau();
  findings.compare("E10", amplitude.printed, amplitude.corrected,
                   "distance of x from the exact motion at tau = 0.7, alpha = (2, 3)");
  findings.compare("E9/h", largest_energy_error(RawQuad(1) / 2),
                   largest_energy_error(RawQuad(1) / 20),
                   "largest energy error of RDLA, HDEL and PTHDEL on the sinusoidal particle, 200 "
                   "steps, r_1 = r_0 + k v_0");
  findings.compare("K13", exponent_at_the_singularity(0, 1), exponent_at_the_singularity(1, 0),
                   "exponent of cos(phi) as phi tends to pi/2, unit velocity along x: of L_c, of "
                   "the Poincaré Lagrangian");
  findings.compare("E11", steps_made(findings, "constant"), steps_made(findings, "matched"),
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
    return Panel{.title = std::move(title),
                 .x_label = "{/:Italic h}",
                 .y_label = "largest error of ({/:Italic x}, {/:Italic y})",
                 .x_scale = "log",
                 .y_scale = "log",
                 .x_range = {{0.01, 0.12}},
                 .y_range = {{1e-8, 1e2}},
                 .key = "bottom right",
                 .series = std::move(series)};
  };
  auto const series = [](std::string column, std::string label) {
    return Series{"errors.csv", "h", std::move(column), "linespoints", std::move(label)};
  };
  std::vector<Panel> const panels{
      panel("(a) RDLA",
            {series("rdla_printed", "force of (24)–(25)"),
             series("rdla_27", "force of (27), times {/:Italic h}"),
             series("second_force", "{/:Italic F}_2 of (27)"), series("rdla", "corrected")}),
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
