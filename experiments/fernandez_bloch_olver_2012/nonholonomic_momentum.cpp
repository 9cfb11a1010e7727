#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// L and the constraint of a particle are invariant under translations in y and z, and the section
/// xi(q) = (0, 1, -s(x)) of that algebra lies in the constraint. Its momentum J = vy - s(x) vz
/// obeys
///   J' = <dL/dv, xi'>,
/// and (15), tested with xi(q_i), says for J_i = <D_2 L_d(q_(i-1), q_i), xi(q_i)>
///   J_(i+1) - J_i = <D_2 L_d(q_i, q_(i+1)), xi(q_(i+1)) - xi(q_i)>.
struct Momentum {
  std::vector<double> time, J, defect;  ///< defect: of that equation over h, the first is 0
  double largest() const { return *max_element_or_nan(defect.begin(), defect.end()); }
};

double coefficient(std::string const& problem, double x) {
  return problem == "hamiltonizable_particle" ? x : std::sin(x);
}

Trajectory<double> run(std::string const& problem, std::string const& method, double h,
                       double until) {
  RunSpec spec;
  spec.step = RawQuad(h);
  spec.steps = std::lround(until / h);
  spec.every = 1;
  return find_problem(problem).method(method).integrate(spec);
}

Momentum momentum(std::string const& problem, std::string const& method, double h = 0.05) {
  auto const t = run(problem, method, h, 10);
  Momentum m;
  for (std::size_t i = 1; i < t.q.size(); ++i) {
    auto const& v = t.v[i];  // of the interval that ends at node i: D_2 L_d
    m.time.push_back(t.times[i]);
    m.J.push_back(v[1] - coefficient(problem, t.q[i][0]) * v[2]);
    if (i == 1) {
      m.defect.push_back(0);
      continue;
    }
    double const change =
        coefficient(problem, t.q[i - 1][0]) - coefficient(problem, t.q[i][0]);  // of xi
    double const J_before = m.J[m.J.size() - 2];
    m.defect.push_back(std::abs(m.J.back() - J_before - change * v[2]) / h);
  }
  return m;
}

/// Defect over h of RDLA's own version, J_(i+1) - J_i = (h/2) (F_y + F_y) with J_i = (1 + s^2) vy
/// and F_y = s s' vx vy at the midpoints: the y-component of (21).
double reduced_defect(std::string const& problem) {
  double const h = 0.05;
  auto const t = run(problem, "rdla", h, 10);
  double largest = 0, J_before = 0, force_before = 0;
  for (std::size_t i = 1; i < t.q.size(); ++i) {
    double const x = (t.q[i - 1][0] + t.q[i][0]) / 2, s = coefficient(problem, x);
    double const slope = problem == "hamiltonizable_particle" ? 1 : std::cos(x);
    double const J = (1 + s * s) * t.v[i][1], force = s * slope * t.v[i][0] * t.v[i][1];
    if (i > 1)
      largest = larger_or_nan(largest, std::abs(J - J_before - h / 2 * (force + force_before)) / h);
    J_before = J;
    force_before = force;
  }
  return largest;
}

/// On the knife edge xi = (0, 1, 0) is constant: the momentum vphi is conserved. Largest change.
double turning_momentum(std::string const& method) {
  auto const t = run("knife_edge", method, 0.07, 7);
  double largest = 0;
  for (std::size_t i = 1; i < t.v.size(); ++i)
    largest = larger_or_nan(largest, std::abs(t.v[i][1] - t.v[1][1]));
  return largest;
}

void compute(Findings& findings) {
  std::string const particle = "hamiltonizable_particle", sinusoidal = "sinusoidal_particle";
  for (std::string const method : {"dla_midpoint", "rdla", "pthdel"}) {
    auto const m = momentum(sinusoidal, method);
    auto& table = findings.table(method, {"t", "J", "defect"});
    for (std::size_t i = 1; i < m.time.size(); ++i) table.add({m.time[i], m.J[i], m.defect[i]});
  }
  auto const full = momentum(particle, "dla_midpoint");
  double const of_dla =
      larger_or_nan(full.largest(), momentum(sinusoidal, "dla_midpoint").largest());
  findings.measure("NM/dla_midpoint", of_dla);
  findings.measure("NM/rdla/particle", momentum(particle, "rdla").largest());

  std::vector<double> steps, defects;
  for (double const h : {0.1, 0.05, 0.025, 0.0125}) {
    steps.push_back(h);
    defects.push_back(momentum(sinusoidal, "rdla", h).largest());
  }
  double const order = fit_power(steps, defects).slope;
  findings.measure(
      "NM/rdla/sinusoidal", defects[1],
      fmt::format("{:.2e}, vanishing as h^{:.2f}; PTHDEL, which claims nothing, {:.2e}", defects[1],
                  order, momentum(sinusoidal, "pthdel").largest()));
  findings.measure("NM/rdla/reduced",
                   larger_or_nan(reduced_defect(particle), reduced_defect(sinusoidal)));
  findings.measure(
      "NM/horizontal", larger_or_nan(turning_momentum("dla_midpoint"), turning_momentum("rdla")),
      fmt::format("{:.1e} (DLA), {:.1e} (RDLA); PTHDEL {:.1e}", turning_momentum("dla_midpoint"),
                  turning_momentum("rdla"), turning_momentum("pthdel")));
  findings.measure("NM/not_conserved", std::abs(full.J.back() - full.J.front()));
}

std::vector<Claim> claims() {
  std::string const rounding = "rounding of difference quotients; 200 steps of 0.05";
  std::string const equation =
      "J_(i+1) - J_i = <D_2 L_d(q_i, q_(i+1)), xi(q_(i+1)) - xi(q_i)>, defect over h";
  return {
      {.id = "NM/not_conserved",
       .place = "section 2.2, footnote 1",
       .statement = "A symmetry does not conserve its nonholonomic momentum: change of J = vy - x "
                    "vz on the particle by the DLA method over 10 units of time",
       .printed = "in general not conserved",
       .criterion = at_least(0.1),
       .reason = "far above the error of the method"},
      {.id = "NM/dla_midpoint",
       .place = "section 2.2",
       .statement =
           "The DLA method (15)-(16) satisfies the discrete nonholonomic momentum equation "
           "on both particles: " +
           equation,
       .printed = "satisfied",
       .criterion = at_most(1e-10),
       .reason = rounding,
       .assumption = "the equation as (15) gives it with a section xi in the constraint; the paper "
                     "refers to a book for it"},
      {.id = "NM/rdla/particle",
       .place = "section 2.2",
       .statement = "RDLA with (24)-(25) and its group variable satisfies the same equation on the "
                    "particle",
       .printed = "satisfied",
       .criterion = at_most(1e-10),
       .reason = rounding,
       .assumption = "as for the DLA method; force of (24)-(25) corrected"},
      {.id = "NM/rdla/sinusoidal",
       .place = "section 2.2",
       .statement = "RDLA with (24)-(25) satisfies it on the sinusoidal particle, where its force "
                    "is not that of (22)-(23)",
       .printed = "satisfied",
       .criterion = at_most(1e-10),
       .reason = rounding,
       .assumption = "as for the DLA method; force of (24)-(25) corrected"},
      {.id = "NM/rdla/reduced",
       .place = "section 2.2",
       .statement = "RDLA with (24)-(25) satisfies a version of its own on both particles: J_(i+1) "
                    "- J_i = (h/2)(F_y + F_y), J_i = (1 + s^2) vy at midpoints, defect over h",
       .printed = "satisfied",
       .criterion = at_most(1e-10),
       .reason = rounding,
       .correction = "the force times -h/2 on each side; F_2 = x vx vy"},
      {.id = "NM/horizontal",
       .place = "section 2.2",
       .statement = "Where xi is constant, as for turns of the knife edge, the equation is a "
                    "conservation law of DLA and RDLA: largest change of vphi",
       .printed = "satisfied",
       .criterion = at_most(1e-10),
       .reason = "rounding of difference quotients; 100 steps of 0.07"}};
}

Panel panel(std::string const& title, std::string const& column, std::string const& label) {
  return {.title = title,
          .x_label = "{/:Italic t_i}",
          .y_label = label,
          .x_range = {{0, 10}},
          .series = {{"dla_midpoint.csv", "t", column, "lines", "DLA (15)–(16)"},
                     {"rdla.csv", "t", column, "lines", "RDLA (24)–(25)"},
                     {"pthdel.csv", "t", column, "lines", "PTHDEL"}}};
}

}  // namespace

Experiment nonholonomic_momentum() {
  auto J = panel("(a) momentum", "J", "{/:Italic J_i}");
  J.series = {{"dla_midpoint.csv", "t", "J", "lines"}};  // the others lie on it
  auto defect = panel("(b) defect of the momentum equation", "defect",
                      "|Δ{/:Italic J} − ⟨D_2 {/:Italic L_d}, Δξ⟩| / {/:Italic h}");
  defect.y_scale = "log";
  defect.y_range = {{1e-17, 1e1}};
  defect.key = "top right";
  return {
      .id = "fbo2012_nonholonomic_momentum",
      .paper = "fernandez_bloch_olver_2012",
      .title = "The discrete nonholonomic momentum equation",
      .about =
          "The paper states, without printing an equation, that DLA and RDLA satisfy a discrete "
          "nonholonomic momentum equation. The group of the reduction gives none, as it has no "
          "direction in the constraint; translations in y and z of the two particles do.",
      .choices = {{"symmetry", "translations in (y, z) and the section xi = (0, 1, -s(x))",
                   "the smallest group with a direction in the constraint"},
                  {"discrete equation", "(15) tested with xi(q_i), by the invariance of L_d",
                   "the paper prints none"},
                  {"second point r_1", "r_0 + h v_0 (euler)",
                   "the equation does not depend on it"}},
      .claims = claims(),
      .figures = {{.id = "momentum",
                   .number = "",
                   .caption = "Sinusoidal particle, h = 0.05: the nonholonomic momentum (a) and "
                              "the defect of its discrete equation (b).",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.3,
                   .panels = {J, defect}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
