#include <quadmath.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// The exact motion for x(0) = phi(0) = 0 with general velocities, certified.
struct ClosedForms {
  static constexpr double kappa = 0.8, omega = 1.3;
  double S = std::sin(std::acos(-1.0) / 36);
  double x_of_t(double t) const {  // (65)
    return S / (2 * omega * omega) * std::pow(std::sin(omega * t), 2) +
           kappa / omega * std::sin(omega * t);
  }
  double x_of_tau(double tau) const { return S / 2 * tau * tau + kappa * tau; }  // (67)
  /// (67) on the branch of the arcsine that follows phi(t).
  double phi_of_tau(double tau, double t) const {
    double const pi = std::acos(-1.0), half_circles = std::round(omega * t / pi);
    return half_circles * pi + (std::fmod(half_circles, 2) == 0 ? 1 : -1) * std::asin(omega * tau);
  }
};

/// The integral of f over t along the motion, to double precision.
double integral_of_f(double t) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [](double s) { return std::cos(ClosedForms::omega * s); }, 0.0, t, 10, 1e-15);
}

void measure_closed_forms(Findings& findings) {
  ClosedForms const closed;
  Run const motion{
      .problem = knife_edge.problem, .case_name = "FBO", .v = {{closed.kappa, closed.omega, 0}}};
  RawQuad const period = 2 * M_PIq / RawQuad(closed.omega);
  std::vector<RawQuad> times, later;
  for (int i = 1; i <= 56; ++i) {
    times.push_back(RawQuad(i) / 8);
    later.push_back(times.back() + period);
  }
  auto const states = findings.reference(motion, times);
  auto const after = findings.reference(motion, later);
  Largest in_t, of_tau, in_tau, most, over_period;
  for (std::size_t i = 0; i < states.size(); ++i) {
    double const t = double(states[i].time), x = double(states[i].q[0]);
    double const phi = double(states[i].q[1]), tau = std::sin(phi) / closed.omega;  // (66)
    double const phi_after = double(after[i].q[1]);
    in_t(x - closed.x_of_t(t));
    in_t(phi / (closed.omega * t) - 1);
    of_tau(tau - integral_of_f(t));
    in_tau(x - closed.x_of_tau(tau));
    // The arcsine is steep at its ends.
    in_tau(std::abs(phi - closed.phi_of_tau(tau, t)) * std::abs(std::cos(phi)));
    most(closed.omega * tau);
    over_period(double(after[i].q[0] - states[i].q[0]));
    over_period(std::cos(phi_after) - std::cos(phi));
    over_period(std::sin(phi_after) - std::sin(phi));
  }
  for (auto const& [statement, defect, what] :
       {std::tuple{"K1", in_t, "largest distance of x and relative one of phi from (65)"},
        {"K1a", of_tau, "largest distance of (66) from the integral of f over t"},
        {"K1b", in_tau, "largest distance of x, and of phi times |cos(phi)|, from (67)"},
        {"K19", most, "largest omega |tau|"},
        {"K20", over_period,
         "largest change of x, cos(phi) and sin(phi) over the time 2 pi/omega"}})
    findings.measure(statement, measured(defect.value,
                                         "{}, certified motion of the knife edge, kappa = 0.8, "
                                         "omega = 1.3, up to t = 7: {:.2g}",
                                         what, defect.value));
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

/// The numbers of the paper's simulation.
void measure_data(Findings& findings, KnifeRun const& rdla, KnifeRun const& r1,
                  KnifeRun const& r3) {
  double const end = rdla.own_times.back(), tau = r3.trajectory.taus.back();
  findings.measure(
      "K21", measured(end, "time of the last of 100 nodes of RDLA, steps of 0.07: {:g}", end));
  findings.measure(
      "K2",
      measured(tau, "tau after 100 steps in which t advances by 0.07, knife edge: {:.6f}", tau));
  double const half = std::acos(0.0), first = half / knife_step, second = 3 * half / knife_step;
  double const miss = larger_or_nan(std::abs(first - 23), std::abs(second - 68));
  findings.measure("K3", measured(miss,
                                  "larger distance of 23 and 68 from the indices at which phi is "
                                  "pi/2 and 3 pi/2, {:.2f} and {:.2f}: {:.2f}",
                                  first, second, miss));
  double const made = double(r1.nodes() - 1);
  findings.measure("K4",
                   measured(made,
                            "steps of 0.07 in tau that HDEL makes on the knife edge, {}: {:g} "
                            "({})",
                            words_of("euler"), made, r1.report.words()));
  int changes = 0, undefined = 0;
  for (std::size_t i = 0; i + 1 < rdla.nodes(); ++i)
    changes += std::cos(rdla.exact[i][1]) * std::cos(rdla.exact[i + 1][1]) < 0;
  findings.measure("G22",
                   measured(changes,
                            "changes of the sign of d tau/dt = f along the knife-edge motion "
                            "up to t = 7: {}",
                            changes));
  for (auto const& q : rdla.exact) {
    double const c = std::cos(q[1]), L = (1 + c * c) / 2 + q[0];
    undefined += !std::isfinite(L);
  }
  findings.measure("K17", "Lagrangian",
                   measured(undefined,
                            "nodes of the motion up to t = 7 at which the Hamiltonized Lagrangian "
                            "at unit velocities is not finite: {} of {}",
                            undefined, rdla.exact.size()));
}

void measure_singularity(Findings& findings, KnifeRun const& r3, KnifeRun const& pthdel) {
  auto const of_l = extremes(r3, 0, 2), of_poincare = extremes(pthdel, -1, 1);
  struct Row {
    char const *statement, *reading;
    double value;
    char const* what;
  };
  for (auto const& [statement, reading, value, what] :
       {Row{"K13", "as printed", of_l.metric,
            "largest entry of the metric of the Hamiltonized Lagrangian along HDEL (R3), 1 at the "
            "start"},
        {"K13", "names exchanged", of_poincare.metric,
         "largest entry of the metric of the Poincaré Lagrangian along PTHDEL, 1 at the start"},
        {"K13a", "as printed", of_poincare.velocity,
         "largest difference quotient of phi by t along PTHDEL, 1 at the start"},
        {"K13a", "names exchanged", of_l.velocity,
         "largest difference quotient of phi by tau along HDEL (R3), 1 at the start"}})
    findings.measure(statement, reading,
                     measured(value, "{}, knife edge, 100 steps of 0.07, {}: {:.3g}", what,
                              words_of("euler"), value));
  double const exponent = exponent_at_the_singularity(findings, 0, 0);
  findings.measure("E12", measured(exponent,
                                   "exponent of cos(phi) in l_c at unit velocity along x as phi "
                                   "tends to pi/2: {:.4f}",
                                   exponent));
}

void compute(Findings& findings) {
  measure_closed_forms(findings);
  findings.progress(0.5);
  auto const r1 = hdel_r1(findings);
  std::vector<std::pair<std::string, KnifeRun>> runs{{"hdel_r1", r1},
                                                     {"hdel_r2", hdel_r2(findings)}};
  for (auto const& start : starts) {
    auto const all = knife_runs(findings, start);
    int lost = 0;
    std::vector<std::string> words;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      lost += !all[m].report.completed();
      words.push_back(fmt::format("{} {}", name_of(methods[m]), all[m].report.words()));
      runs.emplace_back(methods[m] + "_" + start, all[m]);
    }
    findings.measure("K17", start,
                     measured(lost,
                              "runs among RDLA, HDEL (R3) and PTHDEL that do not complete on the "
                              "knife edge, 100 steps of 0.07, {}: {} ({})",
                              words_of(start), lost, fmt::join(words, ", ")));
  }
  auto& table =
      findings.table("passages", {"panel", "passage", "i", "nodes", "largest_error", "median"});
  for (std::size_t k = 0; k < runs.size(); ++k) {
    auto const& [name, run] = runs[k];
    add_steps(findings, name, run);
    // The prefix is scored, whatever came after it.
    auto const prefix = scores({run.errors.begin(), run.errors.begin() + run.report.nodes}, 0);
    table.add({double(k), double(run.report.passage), double(run.report.step),
               double(run.report.nodes), prefix.largest, prefix.median});
  }
  auto const &rdla = runs[2].second, &r3 = runs[3].second, &pthdel = runs[4].second;
  measure_data(findings, rdla, r1, r3);
  measure_singularity(findings, r3, pthdel);
}

Panel step_panel(std::string const& title, std::string const& column, std::string const& label,
                 Range range) {
  auto panel = growth_panel(title, italic("i"), label,
                            {{"steps_pthdel_euler.csv", "place", column, "points", "PTHDEL"},
                             {"steps_hdel_euler.csv", "place", column, "points", "HDEL R3"},
                             {"steps_hdel_r1.csv", "place", column, "points", "HDEL R1"}},
                            range, "bottom right");
  panel.x_range = knife_range;
  if (column != "gap")
    panel.series.push_back({"steps_rdla_euler.csv", "place", column, "points", "RDLA"});
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
          "that it divides by, and one word for each run. Table passages: HDEL in constant steps "
          "of "
          "0.07 and of tau(7)/100, then RDLA, HDEL and PTHDEL from each start; passage 0 complete, "
          "1 complete but ambiguous (a second root nearer than "
          "the exact increment), 2 fold (no real root), 3 wrong branch (the increment is more than "
          "its exact value off), 4 singular, 5 solver failed; i of the step (-1: none), nodes of "
          "the prefix and its errors.",
      .choices = knife_choices(),
      .figures =
          {{.id = "knife_edge_singularity",
            .number = "",
            .caption = "Knife edge, steps of figure 8: (a) gap between the root that a step takes "
                       "and the next one (none in RDLA, whose step is explicit); (b) size of the "
                       "number that "
                       "it divides by: slope of the scalar equation, zero at a fold, and "
                       "1 − (h/2) p_φ tan φ in RDLA. cos φ = 0 at i = 22.44 and 67.32.",
            .columns = 2,
            .width = 6.9,
            .height = 3.0,
            .panels = {step_panel("(a) gap to the next root", "gap", "gap in Δ" + italic("φ"),
                                  {{0.01, 4}}),
                       step_panel("(b) denominator", "size", "|denominator|", {{1e-5, 20}})}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
