#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_3_study {

namespace {

/// Constraint error of footnote 7 for the exact motion, h = 0.05, N = 200.
double footnote_7_of_the_motion(Study& study) {
  std::vector<Quad> times;
  for (int i = 0; i <= 200; ++i) times.push_back(Quad(i) / 20);
  auto const states = study.problem(particle.problem).exact({}, times);
  return largest(series(200, [&](std::size_t i) {
    auto const &a = states[i].q, &b = states[i + 1].q;
    return double(b[2] - a[2] + (a[0] + b[0]) / 2 * (b[1] - a[1])) / double(particle.step);
  }));
}

}  // namespace

void figure_3(Study& study) {
  auto const errors = add_constraints(study, particle);
  std::string const sizes[]{"P12b", "P12a", "P12c"};
  for (std::size_t m = 0; m < methods.size(); ++m)
    measure_constraint(study, sizes[m], errors[m].footnote_7);
  for (auto const& start : starts) {
    auto const runs = simulations(study, particle, start);
    auto const error = [&](std::size_t m) { return with_exact_group_variable(particle, runs[m]); };
    study.measure("P12", start, ranking_of_constraints(error(0), error(1), error(2)));
  }
  measure_ranking(study, particle, "P12", errors);
  double const of_motion = footnote_7_of_the_motion(study);
  study.add_finding("footnote-7", of_motion,
                    fmt::format("largest constraint error of footnote 7 on the exact motion of the "
                                "particle, 200 steps of 0.05: {:.2e}",
                                of_motion));
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_3_study
