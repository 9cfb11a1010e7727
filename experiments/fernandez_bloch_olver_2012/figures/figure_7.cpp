#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

void compute(Findings& findings) {
  measure_constraints(findings, sinusoidal, "S8", {"S8b", "S8a", "S8c"},
                      add_constraints(findings, sinusoidal));
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
