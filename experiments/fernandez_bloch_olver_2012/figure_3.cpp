#include "experiments/fernandez_bloch_olver_2012/particle_constraints.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

using namespace particles;

Experiment figure_3() {
  return {
      .id = "fbo2012_figure_3",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Nonholonomic particle: constraint errors of the three methods",
      .about = "The runs of figure 1, vz + x vy = 0 in midpoints and difference quotients.",
      .choices = constraint_choices(),
      .claims = constraint_claims("P12", "3", hamiltonizable),
      .figures = {constraint_figure(
          hamiltonizable, "3",
          "Nonholonomic particle: constraint errors of (a) RDLA, (b) HDEL, (c) PTHDEL. Top: "
          "with the exact z, as footnote 7 says. Middle: with z from the constraint itself, in "
          "double precision. Bottom: the same with every operation rounded to ten decimal "
          "digits, which alone has the printed size (a hypothesis).")},
      .compute = [](Findings& findings) { measure_constraints(findings, "P12", hamiltonizable); }};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
