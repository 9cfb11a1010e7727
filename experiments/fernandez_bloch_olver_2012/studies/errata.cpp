#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

void measure_formulas(Study& study) {
  /// A formula whose printed and corrected reading a statement has, with the erratum on it.
  struct Formula {
    std::string statement, corrected;  ///< id, and name of the corrected reading
    std::string erratum;               ///< empty: another experiment compares its numbers
    std::string words;
    Readings defects;
  };
  auto const s = particle_at_one(study);
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
         rate_in_tau(study)},
        {"E7", "exponent -1", "", "P_x less the derivative of (30) by x', x = 0.8, x' = 0.7",
         momentum_of_x()},
        {"E9b", "velocity", "E9/(51)",
         "residual of the Euler-Lagrange equation in y of (51)" + motion, dots_of_51(s)},
        {"E8", "h E", "", "(52) less h times (51), relative to it, h = 0.1, x = 0.8",
         discrete_energy_term()},
        {"E9c", "velocities", "E9/fn7", "constraint of footnote 7" + motion,
         dots_of_footnote_7(s)}}) {
    auto const [printed, corrected] = defects;
    study.measure(statement, measured(printed, "{}: {:.2e}", words, printed));
    study.measure(statement, right, measured(corrected, "{}: {:.2e}", words, corrected));
    if (!erratum.empty()) study.compare(erratum, printed, corrected, words);
  }
  double const B = needed_curvature(s);
  study.measure("P26", measured(B, "B_xy from the first equation of (5){}: {:.12g}", motion, B));
}

std::vector<double> const steps{0.1, 0.05, 0.025, 0.0125};

/// Orders of (21) with the force that stands in (24)-(25), in (27), and -h/2 times it.
void measure_force(Study& study) {
  std::pair<std::string, double (*)(double)> const factors[]{
      {"as printed", [](double) { return 1.0; }},
      {"factor of (27)", [](double h) { return h; }},
      {"times -h/2", [](double h) { return -h / 2; }}};
  for (auto const& [reading, factor] : factors) {
    std::vector<double> errors;
    for (double const h : steps) errors.push_back(rdla_error(h, factor(h)));
    double const order = order_of(steps, errors, 10);
    study.measure("E1", reading,
                  measured(order,
                           "order of the largest error of (x, y) up to t = 10 by (21) on the "
                           "particle, steps of 1/10 to 1/80: {:.3f} (at 1/80 {:.2e})",
                           order, errors.back()));
  }
}

/// Largest energy error of the three methods on the sinusoidal particle.
double largest_energy_error(Study& study, RawQuad step) {
  Largest most;
  for (auto const& method : methods)
    most(study.execute(run_of(sinusoidal, method, "", step, 200)).invariants.front().max_deviation);
  return most.value;
}

/// Steps of HDEL on the knife edge.
double steps_made(Study& study, std::string const& grid) {
  auto const run = run_of(knife_edge, "hdel", "euler", RawQuad(0.07), 100, {{"tau_grid", grid}});
  auto const t = study.execute(run);
  return double(t.outcome == Outcome::ok ? run.steps : t.failed_at - 1);
}

void compare_numbers(Study& study) {
  auto const compare = [&](std::string const& erratum, Readings const& defects, std::string words) {
    study.compare(erratum, defects.printed, defects.corrected, std::move(words));
  };
  std::string const of_error = "largest error of (x, y) up to t = 10 on the particle, h = 1/80";
  compare("E1", force_without_step(), of_error);
  compare("E1/(27)", force_of_whole_step(), of_error);
  compare("E2", second_force(), of_error);
  compare("E8", energy_term(), of_error);
  compare("E7", legendre_momentum(), "(31) less the energy of (30), x = 0.8, x' = 0.7, y' = 0.6");
  compare("E10", solution_in_tau(study),
          "distance of x from the exact motion at tau = 0.7, alpha = (2, 3)");
  compare(
      "E9/h",
      {largest_energy_error(study, RawQuad(1) / 2), largest_energy_error(study, RawQuad(1) / 20)},
      "largest energy error of RDLA, HDEL and PTHDEL on the sinusoidal particle, 200 steps, "
      "r_1 = r_0 + k v_0");
  compare("K13",
          {exponent_at_the_singularity(study, 0, 1), exponent_at_the_singularity(study, 1, 0)},
          "exponent of cos(phi) as phi tends to pi/2, unit velocity along x: of L_c, of the "
          "Poincaré Lagrangian");
  compare("E11", {steps_made(study, "constant"), steps_made(study, "matched")},
          "steps that HDEL makes on the knife edge of the 100 that are printed");
}

}  // namespace

void errata(Study& study) {
  measure_formulas(study);
  measure_force(study);
  study.progress(0.5);
  compare_numbers(study);
  auto& errors = study.table("errors", {"h", "rdla", "rdla_printed", "rdla_27", "second_force",
                                        "pthdel", "pthdel_printed"});
  for (double const h : steps)
    errors.add({h, rdla_error(h, -h / 2), rdla_error(h, 1), rdla_error(h, h),
                rdla_error(h, -h / 2, true), pthdel_error(h, h), pthdel_error(h, 1)});
}

}  // namespace rattleback::fernandez_bloch_olver_2012
