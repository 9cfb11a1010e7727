#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

void compute(Findings& findings) {
  std::array<std::string, 3> const sizes{"S8a", "S8b", "S8c"};
  measure_constraints(findings, sinusoidal, "S8", sizes, "h = 0.05, ",
                      add_constraints(findings, sinusoidal), "steps of 0.05");
  std::array<ConstraintErrors, 3> printed;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    // RDLA with the forces of (22)-(23), which need no correction, is the unreduced integrator.
    auto const method = m == 0 ? "dla_midpoint" : methods[m];
    printed[m] = constraint_errors(
        sinusoidal, run_of(sinusoidal, method, "legendre", RawQuad(1) / 2, sinusoidal.steps));
  }
  measure_constraints(findings, sinusoidal, "S8", sizes, "h = 0.5, ", printed, "steps of 0.5");
}

}  // namespace

Experiment figure_7() {
  return {.id = "fbo2012_figure_7",
          .paper = "fernandez_bloch_olver_2012",
          .title = "Sinusoidal particle: constraint errors of the three methods",
          .about =
              "The data of figures 5 and 6, vz + sin(x) vy = 0 in midpoints and difference "
              "quotients.",
          .choices = constraint_choices(),
          .figures = {constraint_figure(
              sinusoidal, "7",
              "Sinusoidal nonholonomic particle: constraint errors of (a) RDLA, (b) HDEL, (c) "
              "PTHDEL. Top: with the exact z, as footnote 7 says. Middle: with z from the "
              "constraint itself, in double precision. Bottom: the same with every operation "
              "rounded to ten decimal digits (a hypothesis).")},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
