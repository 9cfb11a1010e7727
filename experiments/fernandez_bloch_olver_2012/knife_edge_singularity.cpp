#include "experiments/fernandez_bloch_olver_2012/reduced_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// (65)-(67) as printed, for x(0) = phi(0) = 0: their largest difference from given states in x and
/// phi, in t and in tau (phi there on the first branch of arcsin only).
class ClosedForms {
 public:
  static constexpr double kappa = 0.8, omega = 1.3;
  static Setting setting() {
    Setting s;
    s.case_name = "FBO";
    s.v = std::vector<RawQuad>{kappa, omega, 0};
    return s;
  }
  void compare(double t, double x, double phi) {
    double const S = std::sin(std::acos(-1.0) / 36);
    double const tau = std::sin(phi) / omega;  // (66)
    differ(x, S / (2 * omega * omega) * std::pow(std::sin(omega * t), 2) +
                  kappa / omega * std::sin(omega * t));  // (65)
    differ(phi, omega * t);
    differ(x, S / 2 * tau * tau + kappa * tau);  // (67)
    if (omega * t < std::acos(0.0)) differ(phi, std::asin(omega * tau));
  }
  double defect() const { return defect_; }

 private:
  void differ(double a, double b) { defect_ = larger_or_nan(defect_, std::abs(a - b)); }
  double defect_ = 0;
};

void check_closed_forms(Findings& findings) {
  auto const& problem = find_problem("knife_edge");
  ClosedForms closed;
  std::vector<RawQuad> times;
  for (int i = 1; i <= 56; ++i) times.push_back(RawQuad(i) / 8);
  for (auto const& state : problem.reference(ClosedForms::setting(), times).states)
    closed.compare(double(state.time), double(state.q[0]), double(state.q[1]));
  findings.measure("K1", closed.defect(), fmt::format("{:.1e}", closed.defect()));
}

/// Largest number in the metric of a Lagrangian at the middle of the intervals, and largest
/// |phi-velocity| of a run in the time of its method.
struct Extremes {
  double metric = 0, velocity = 0;
};
/// @param x_metric, phi_metric  powers of cos(phi) in front of the squared velocities
Extremes extremes(KnifeRun const& run, int x_metric, int phi_metric) {
  Extremes e;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const c = std::abs(std::cos(run.middle(i, 1)));
    e.metric = larger_or_nan({e.metric, std::pow(c, x_metric), std::pow(c, phi_metric)});
    e.velocity = larger_or_nan(e.velocity, std::abs(run.increment(i, 1) / run.intervals[i]));
  }
  return e;
}

void compute(Findings& findings) {
  check_closed_forms(findings);
  findings.progress(0.5);

  struct Panel {
    std::string name;
    KnifeRun run;
  };
  std::vector<Panel> const panels{{"rdla", knife_run("rdla")},
                                  {"hdel_r1", hdel_r1()},
                                  {"hdel_r2", hdel_r2()},
                                  {"hdel_r3", hdel_r3()},
                                  {"hdel_r3_legendre", hdel_r3("legendre")},
                                  {"hdel_r3_exact", hdel_r3("exact")},
                                  {"pthdel", knife_run("pthdel")},
                                  {"pthdel_legendre", knife_run("pthdel", {}, "legendre")},
                                  {"pthdel_exact", knife_run("pthdel", {}, "exact")}};
  auto& table =
      findings.table("passages", {"panel", "passage", "i", "nodes", "largest_error", "median"});
  std::vector<std::string> words;
  for (std::size_t k = 0; k < panels.size(); ++k) {
    auto const& [name, run] = panels[k];
    add_steps(findings, name, run);
    // The prefix is scored, whatever came after it.
    auto const prefix = scores({run.errors.begin(), run.errors.begin() + run.report.nodes}, 0);
    table.add({double(k), double(run.report.passage), double(run.report.step),
               double(run.report.nodes), prefix.largest, prefix.median});
    words.push_back(fmt::format("{}: {}", name, run.report.words()));
  }
  auto const& r1 = panels[1].run;
  auto const& r2 = panels[2].run;
  auto const& r3 = panels[3].run;
  auto const& pthdel = panels[6].run;

  double const tau = r3.trajectory.taus.back();
  findings.measure("K2", tau, fmt::format("{:.6f}", tau));
  double const t_23 = r3.exact[23][1], t_68 = r3.exact[68][1], half = std::acos(0.0);
  double const miss = larger_or_nan(std::abs(t_23 - half), std::abs(t_68 - 3 * half)) / knife_step;
  findings.measure("K3", miss,
                   fmt::format("{:.2f} (crossings at i = {:.2f}, {:.2f})", miss, half / knife_step,
                               3 * half / knife_step));
  double const total = knife_nodes * knife_step;
  findings.measure("K4", total, fmt::format("{:g}", total));
  auto const made = [&](std::string const& claim, KnifeRun const& run) {
    double const steps = double(run.nodes() - 1);
    findings.measure(claim, steps, fmt::format("{:g} steps; {}", steps, run.report.words()));
  };
  made("K4/R1", r1);
  made("K4/R3", r3);
  auto const features = [&](std::string const& claim, KnifeRun const& run) {
    double const sharp = abruptness(run.errors, at_nodes);
    findings.measure(claim, sharp, fmt::format("{:.2g}; {}", sharp, run.report.words()));
  };
  features("K4/R2-features", r2);
  features("K4/R3-features", r3);

  int passed = 0;
  for (auto const& panel : panels) {
    bool const readings = panel.name == "hdel_r1" || panel.name == "hdel_r2";
    if (!readings && panel.run.report.completed()) ++passed;
  }
  findings.measure("K4/starts", passed, fmt::format("{} ({})", passed, fmt::join(words, "; ")));

  auto const of_l = extremes(r3, 0, 2), of_poincare = extremes(pthdel, -1, 1);
  findings.measure("K13", of_poincare.metric / of_l.metric,
                   fmt::format("{:.3g} (L-tilde_c {:.3g}, L_c {:.3g})",
                               of_poincare.metric / of_l.metric, of_poincare.metric, of_l.metric));
  findings.measure(
      "K13/tangent", of_l.velocity / of_poincare.velocity,
      fmt::format("{:.3g} (L_c {:.3g}, L-tilde_c {:.3g})", of_l.velocity / of_poincare.velocity,
                  of_l.velocity, of_poincare.velocity));
}

std::vector<Claim> claims() {
  std::string const swapped =
      "L_c and L-tilde_c changed places, and with them figures 8(b) and 8(c)";
  return {
      {.id = "K1",
       .place = "(65)-(67)",
       .statement =
           "Closed forms of the motion in t and tau: largest difference from the certified "
           "reference up to t = 7, across the zeros of cos(phi) (kappa = 0.8, omega = 1.3)",
       .printed = "formulas",
       .criterion = at_most(1e-12),
       .reason = "rounding of doubles"},
      {.id = "K2",
       .place = "section 5.3",
       .statement = "Hamiltonized time at the end, tau(7)",
       .printed = "0.66",
       .criterion = within(0.66, 0.005),
       .reason = "half of the last printed digit"},
      {.id = "K3",
       .place = "section 5.3",
       .statement =
           "phi is near pi/2 at i = 23 and 3 pi/2 at i = 68: difference in steps of h (the "
           "larger one)",
       .printed = "approximately equal",
       .criterion = at_most(1),
       .reason = "less than a step; 22 and 67 are nearer, 23 and 68 the first after the crossing"},
      {.id = "K4",
       .place = "section 5.3",
       .statement = "N_tau = 100 steps of h_tau = 0.07 span tau(7)",
       .printed = "0.66",
       .criterion = within(0.66, 0.005),
       .reason = "half of the last printed digit; |tau| <= 1 on the motion"},
      {.id = "K4/R1",
       .place = "section 5.3",
       .statement = "HDEL makes 100 steps of h_tau = 0.07 (R1)",
       .printed = "100",
       .criterion = at_least(100),
       .reason = "a whole number"},
      {.id = "K4/R2-features",
       .place = "figure 8(b)",
       .statement = "HDEL is abrupt near i = 23 and 68 when h_tau = tau(7)/100 (R2): sharpest turn "
                    "of the error near the crossings over that away",
       .printed = "abrupt",
       .criterion = at_least(10),
       .reason = "an order of magnitude",
       .correction = {},
       .assumption = "h_tau = tau(7)/100"},
      {.id = "K4/R3",
       .place = "section 5.3",
       .statement = "HDEL makes 100 steps with h_tau,i = sin(t_(i+1)) - sin(t_i) (R3)",
       .printed = "100",
       .criterion = at_least(100),
       .reason = "a whole number",
       .correction = {},
       .assumption = matched_steps},
      {.id = "K4/R3-features",
       .place = "figure 8(b)",
       .statement = "HDEL is abrupt near i = 23 and 68 with these steps (R3): as for R2",
       .printed = "abrupt",
       .criterion = at_least(10),
       .reason = "an order of magnitude",
       .correction = {},
       .assumption = matched_steps},
      {.id = "K4/starts",
       .place = "section 5.3",
       .statement = "Zeros of f do not prevent the methods: of RDLA (euler), HDEL R3 and PTHDEL "
                    "(euler, legendre, exact), runs that pass both crossings",
       .printed = "will not prevent",
       .criterion = at_least(7),
       .reason = "all seven",
       .correction = {},
       .assumption = "N = 100; the study of survival has others"},
      {.id = "K13",
       .place = "section 5.3",
       .statement = "The Lagrangian of figure 8(c) is singular at the crossings: largest entry of "
                    "its metric along the run over that of figure 8(b)",
       .printed = "L_c is, figure 8(c)",
       .criterion = at_least(10),
       .reason = "an order of magnitude",
       .correction = swapped},
      {.id = "K13/tangent",
       .place = "section 5.3",
       .statement = "That of figure 8(b) meets a vertical tangent: largest difference quotient of "
                    "phi along the run over that of figure 8(c)",
       .printed = "L-tilde_c does, figure 8(b)",
       .criterion = at_least(10),
       .reason = "an order of magnitude",
       .correction = swapped}};
}

Panel step_panel(std::string const& title, std::string const& column, std::string const& label,
                 std::string const& key, std::pair<double, double> range) {
  Panel panel{.title = title,
              .x_label = "{/:Italic i}",
              .y_label = label,
              .y_scale = "log",
              .x_range = {{0, 100}},
              .y_range = range,
              .key = key,
              .series = {{"steps_pthdel.csv", "place", column, "points", "PTHDEL"},
                         {"steps_hdel_r3.csv", "place", column, "points", "HDEL R3"},
                         {"steps_hdel_r1.csv", "place", column, "points", "HDEL R1"}}};
  if (column != "gap")
    panel.series.push_back({"steps_rdla.csv", "place", column, "points", "RDLA"});
  return panel;
}

}  // namespace

Experiment knife_edge_singularity() {
  return {
      .id = "fbo2012_knife_edge_singularity",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Knife edge: what happens at cos(phi) = 0",
      .about =
          "Every step of every run with its real roots, the gap to the next one and the number "
          "that it divides by, and one word for each run. Table passages: panels in the order of "
          "row K4/starts; passage 0 complete, 1 complete but ambiguous (a second root nearer than "
          "the exact increment), 2 fold (no real root), 3 wrong branch (the increment is more than "
          "its exact value off), 4 singular, 5 solver failed; i of the step (-1: none), nodes of "
          "the prefix and its errors.",
      .choices = knife_choices(),
      .claims = claims(),
      .figures = {{.id = "knife_edge_singularity",
                   .number = "",
                   .caption =
                       "Knife edge, steps of figure 8: (a) gap between the root that a step takes "
                       "and the next one (none in RDLA, whose step is explicit); (b) size of the "
                       "number that "
                       "it divides by: slope of the scalar equation, zero at a fold, and "
                       "1 − (h/2) p_φ tan φ in RDLA. cos φ = 0 at i = 22.44 and 67.32.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.0,
                   .panels = {step_panel("(a) gap to the next root", "gap", "gap in Δ{/:Italic φ}",
                                         "bottom right", {0.01, 4}),
                              step_panel("(b) denominator", "size", "|denominator|", "bottom right",
                                         {1e-5, 20})}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
