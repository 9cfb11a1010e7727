#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/sinusoidal_runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// F(phi | -1), by its definition.
double elliptic(double phi) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [](double x) { return sinusoidal.f(x, 0); }, 0.0, phi, 10, 1e-15);
}

/// How far (62) is from the certified motion, relative to the largest value.
double defect_of_solution(Study& study) {
  Largest defect, size;
  for (auto const& state : study.reference({.problem = sinusoidal.problem}, {1, 2, 5, 10})) {
    double const t = double(state.time), x = double(state.q[0]), y = double(state.q[1]);
    defect(x - t), defect(y - elliptic(t));
    size(x), size(y);
  }
  return defect.value / size.value;
}

void measure_solutions(Study& study) {
  auto const& problem = study.problem(sinusoidal.problem);
  double const defect = defect_of_solution(study);
  study.measure("S9", measured(defect,
                               "largest distance of (62) from the certified motion at t = 1, 2, "
                               "5, 10, over the largest coordinate: {:.1e}",
                               defect));
  // With the paper's data x = t, so that t(tau) is am(tau | -1).
  auto const am = [&](double u) { return double(problem.times_at({}, {RawQuad(u)})[0]); };
  double const alpha_x = 2, alpha_y = 3, tau = 0.7;
  for (auto const& [reading, x] : {std::pair{"as printed", am(alpha_x * tau / alpha_y) / alpha_x},
                                   {"am(alpha_x tau)", am(alpha_x * tau)}}) {
    double const off = std::abs(elliptic(x) / alpha_x - tau);
    study.measure("S10", reading,
                  measured(off,
                           "distance from tau = 0.7 of the integral of f over t up to x = "
                           "{:.8f}, alpha = (2, 3): {:.1e}",
                           x, off));
  }
  Setting const setting{.q = {{0, 0, 0}}, .v = {{2, 3, 0}}};
  auto const times = problem.times_at(setting, {RawQuad(7) / 10});
  double const y = std::abs(double(problem.exact(setting, times)[0].q[1] - RawQuad(21) / 10));
  study.measure("S10a", measured(y,
                                 "distance of y from alpha_y tau on the exact motion, alpha = "
                                 "(2, 3), tau = 0.7: {:.1e}",
                                 y));
}

void measure_errors(Study& study, std::string const& start) {
  std::string const data =
      fmt::format("sinusoidal particle, 200 steps of 0.05, {}", words_of(start));
  auto const runs = simulations(study, sinusoidal, start);
  double const rdla = runs[0].errors.back(), pthdel = runs[2].errors.back();
  study.measure("S6", start,
                measured(pthdel / rdla,
                         "last error of PTHDEL ({:.3e}) over that of RDLA ({:.3e}), {}: {:.3g}",
                         pthdel, rdla, data, pthdel / rdla));
  double late[3];
  for (int m = 0; m < 3; ++m) late[m] = median(second_half(runs[m].errors));
  double const ratio = smaller_or_nan(late[0], late[2]) / late[1];
  study.measure("S7", start,
                measured(ratio,
                         "median errors in the second half of the run, RDLA {:.2e}, HDEL (in "
                         "tau) {:.2e}, PTHDEL {:.2e}, {}: the smaller of the others over that "
                         "of HDEL {:.3g}",
                         late[0], late[1], late[2], data, ratio));
}

}  // namespace

void figure_6(Study& study) {
  add_errors(study, simulations(study, sinusoidal));
  for (auto const& start : starts) measure_errors(study, start);
  measure_explanation(study, "S15", sinusoidal);
  measure_solutions(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
