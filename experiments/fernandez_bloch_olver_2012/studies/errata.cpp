#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Of two motions of the particle at four times each.
std::vector<ParticleState> states_of_two_motions(Study& study) {
  std::vector<ParticleState> all;
  for (std::string const name : {"FBO", "generic"})
    for (auto const& state :
         particle_states(study, {.problem = particle.problem, .case_name = name},
                         {RawQuad(3) / 10, RawQuad(7) / 10, RawQuad(1), RawQuad(2)}))
      all.push_back(state);
  return all;
}

Readings worst(std::vector<ParticleState> const& states, Readings (*of)(ParticleState const&)) {
  Readings all{0, 0};
  for (auto const& state : states) {
    auto const one = of(state);
    all.printed = larger_or_nan(all.printed, one.printed);
    all.corrected = larger_or_nan(all.corrected, one.corrected);
    all.changed = larger_or_nan(all.changed, one.changed);
  }
  return all;
}

void measure_formulas(Study& study) {
  /// A formula with its printed and corrected reading, its control, and the erratum on it.
  struct Formula {
    std::string statement, corrected, control;
    std::string erratum, words;  ///< no words: another experiment compares the numbers
    Readings defects;
  };
  auto const states = states_of_two_motions(study);
  std::string const motion = " at four times of two certified motions of the particle";
  for (auto const& [statement, corrected, control, erratum, words, defects] :
       {Formula{"E3", "opposite sign", "no curvature", "E3",
                "larger residual of the two equations (5)" + motion, worst(states, curvature_sign)},
        {"P21", "coefficient of z", "coefficient -1 of z", "P21", "c(q) v" + motion,
         worst(states, coefficient_of_z)},
        {"E9a", "velocity", "opposite sign", "E9/(27)",
         "residual of the first equation of (5)" + motion, worst(states, dots_of_27)},
        {"E2", "product", "opposite sign", "E2", "", worst(states, second_component)},
        {"E6", "square root", "inverse root", "E6",
         "larger distance from dx/dtau and dy/dtau on the motion of the particle at tau = 0.9",
         rate_in_tau(study)},
        {"E7", "exponent -1", "exponent -2", "E7", "", momentum_of_x()},
        {"E9b", "velocity", "root in the denominator", "E9/(51)",
         "residual of the Euler-Lagrange equation in y of (51)" + motion,
         worst(states, dots_of_51)},
        {"E8", "h E", "1 - epsilon", "E8", "", discrete_energy_term(study, 20)},
        {"E9c", "velocities", "opposite sign", "E9/fn7", "constraint of footnote 7" + motion,
         worst(states, dots_of_footnote_7)}}) {
    supply(study, "",
           {{statement, "as printed", defects.printed},
            {statement, corrected, defects.corrected},
            {statement, control, defects.changed, true}});
    study.uses(erratum);
    if (!words.empty()) study.compare(erratum, defects.printed, defects.corrected, words);
  }
  double B = -1;
  for (auto const& state : states)
    if (double const one = needed_curvature(state); !(std::abs(one + 1) <= std::abs(B + 1)))
      B = one;
  study.measure("P26", {.value = B});
}

std::vector<double> const steps{0.1, 0.05, 0.025, 0.0125};

/// Orders of (21) with the force that stands in (24)-(25), in (27), -h/2 times it and h/2 times it.
void measure_force(Study& study) {
  auto const measured = [](double (*factor)(double)) -> Measured {
    std::vector<double> errors;
    for (double const h : steps) errors.push_back(rdla_error(h, factor(h)));
    return {.value = order_of(steps, errors, 10), .details = {{"error at 1/80", errors.back()}}};
  };
  study.uses("E1");
  study.measure("E1", measured([](double) { return 1.0; }));
  study.measure("E1", "factor of (27)", measured([](double h) { return h; }));
  study.measure("E1", "times -h/2", measured([](double h) { return -h / 2; }));
  study.control("E1", "times h/2", measured([](double h) { return h / 2; }));
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
  compare("E7", legendre_momentum(),
          "difference of (31) and the energy of (30), x = 0.8, x' = 0.7, y' = 0.6");
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
  for (char const* const erratum :
       {"E3", "P21", "E9/(27)", "E2", "E6", "E7", "E9/(51)", "E8", "E9/fn7"})
    study.uses(erratum);
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
