#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_6_study {

namespace {

/// Elliptic integral F(phi | -1), by its definition.
double elliptic(double phi) {
  return integral([](double x) { return sinusoidal.f(std::array{x, 0.0}); }, 0, phi);
}

/// Measures (62) and (63), for alpha = (2, 3), as printed and with alpha_x or alpha_y changed.
void measure_solutions(Study& study) {
  auto const& problem = study.problem(sinusoidal.problem);
  double const alpha_x = 2, alpha_y = 3, tau = 0.7;
  auto const motion = with_velocity({.problem = sinusoidal.problem}, 2, 3);
  Largest defect, without_divisor, size;
  for (auto const& state : study.reference(motion, {1, 2, 5})) {
    double const t = double(state.time), x = double(state.q[0]), y = double(state.q[1]);
    double const integral = elliptic(alpha_x * t);
    defect(x - alpha_x * t), defect(y - alpha_y * integral / alpha_x);
    without_divisor(y - alpha_y * integral);
    size(x), size(y);
  }
  // For the paper's data x = t, so that t(tau) is am(tau | -1).
  auto const am = [&](double u) { return double(problem.times_at({}, {Quad(u)})[0]); };
  auto const miss = [&](double x) { return std::abs(elliptic(x) / alpha_x - tau); };
  auto const setting = motion.spec().setting;
  Quad const y = problem.exact(setting, problem.times_at(setting, {Quad(7) / 10}))[0].q[1];
  study.uses("E10");
  supply(study, "",
         {{"S9", "as printed", defect.value / size.value},
          {"S9", "without 1/alpha_x", without_divisor.value / size.value, true},
          {"S10", "as printed", miss(am(alpha_x * tau / alpha_y) / alpha_x)},
          {"S10", "am(alpha_x tau)", miss(am(alpha_x * tau))},
          {"S10", "am(tau)", miss(am(tau)), true},
          {"S10a", "as printed", std::abs(double(y - Quad(21) / 10))},
          {"S10a", "alpha_x for alpha_y", std::abs(double(y - Quad(14) / 10)), true}});
}

/// Ratio of the smaller median error of RDLA and PTHDEL in the second half of the run to that of
/// HDEL.
Measured rank_of_hdel(Simulation const& rdla, Simulation const& hdel, Simulation const& pthdel) {
  auto const late = [](Simulation const& run) { return median(second_half(run.errors)); };
  return with_three(smaller_or_nan(late(rdla), late(pthdel)) / late(hdel),
                    {late(rdla), late(hdel), late(pthdel)});
}

void measure_errors(Study& study, std::string const& start) {
  auto const hdel = simulation(study, sinusoidal, "hdel", start);
  auto const pthdel = simulation(study, sinusoidal, "pthdel", start);
  auto const printed = simulations_as_printed(study, start);
  std::string const step = "h = 0.5, ";
  study.measure("S6", step + start, ratio_of(printed[2].errors.back(), printed[0].errors.back()));
  study.measure("S7", step + start, rank_of_hdel(printed[0], printed[1], printed[2]));
  study.measure("S15", step + start, explanation(printed[2], printed[0]));
  for (auto const& [forces, method] : both_forces) {
    auto const rdla = simulation(study, sinusoidal, method, start);
    study.measure("S6", forces + ", " + start, ratio_of(pthdel.errors.back(), rdla.errors.back()));
    study.measure("S7", forces + ", " + start, rank_of_hdel(rdla, hdel, pthdel));
    if (start != "legendre" || method != "rdla") continue;
    auto const coarse = [&](std::string const& of) {
      return coarse_simulation(study, sinusoidal, of, start);
    };
    study.control("S6", "steps of PTHDEL four times as large",
                  ratio_of(coarse("pthdel").errors.back(), rdla.errors.back()));
    study.control("S7", "steps of HDEL four times as large",
                  rank_of_hdel(rdla, coarse("hdel"), pthdel));
  }
}

}  // namespace

void figure_6(Study& study) {
  for (auto const* erratum : {"E1", "E9/h"}) study.uses(erratum);
  add_errors(study, simulations(study, sinusoidal));
  for (auto const& start : starts) measure_errors(study, start);
  measure_explanation(study, "S15", sinusoidal, both_forces);
  measure_solutions(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_6_study
