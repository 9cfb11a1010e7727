#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Footnote 7's constraint error of the exact motion itself, h = 0.05, N = 200.
double footnote_7_of_the_motion(Study& study) {
  std::vector<RawQuad> times;
  for (int i = 0; i <= 200; ++i) times.push_back(RawQuad(i) / 20);
  auto const states = study.problem(particle.problem).exact({}, times);
  Largest most;
  for (std::size_t i = 1; i < states.size(); ++i) {
    auto const &a = states[i - 1].q, &b = states[i].q;
    most(double(b[2] - a[2] + (a[0] + b[0]) / 2 * (b[1] - a[1])) / double(particle.step));
  }
  return most.value;
}

}  // namespace

void figure_3(Study& study) {
  auto const errors = add_constraints(study, particle);
  std::string const sizes[]{"P12b", "P12a", "P12c"};
  for (std::size_t m = 0; m < methods.size(); ++m)
    measure_constraint(study, sizes[m], errors[m].footnote_7);
  auto const typical = [&](int m) { return median(errors[m].footnote_7); };
  study.measure("P12", ranking_of_constraints(typical(0), typical(1), typical(2)));
  measure_ranking(study, particle, "P12", errors);
  double const of_motion = footnote_7_of_the_motion(study);
  study.find("footnote-7", of_motion,
             fmt::format("largest constraint error of footnote 7 on the exact motion of the "
                         "particle, 200 steps of 0.05: {:.2e}",
                         of_motion));
  Largest rounding;
  for (auto const& of_method : errors) rounding(largest(of_method.own));
  study.find("constraint/rounding", rounding.value,
             fmt::format("largest constraint error of RDLA, HDEL and PTHDEL on the particle in "
                         "double precision, z from the constraint: {:.1e}",
                         rounding.value));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
