#include "experiments/fernandez_bloch_olver_2012/reduced_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Energy of l_c = (sec^2(phi) x'^2 + phi'^2)/2 + x sin(alpha) at the middle of every interval,
/// with finite differences over the time h, minus that of the start (1).
std::vector<double> energies_in_t(KnifeRun const& run) {
  double const S = std::sin(run.trajectory.parameters.front().second);
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const x = run.increment(i, 0) / run.step / std::cos(run.middle(i, 1));
    double const phi = run.increment(i, 1) / run.step;
    errors.push_back((x * x + phi * phi) / 2 - run.middle(i, 0) * S - 1);
  }
  return errors;
}

/// E of L-tilde_c at those points: f (E_lc - 1), (49).
std::vector<double> poincare_energies(KnifeRun const& run) {
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i)
    errors.push_back(std::cos(run.middle(i, 1)) * run.energy_errors[i]);
  return errors;
}

Scores add_energies(Findings& findings, std::string const& name, std::vector<double> const& errors,
                    double offset) {
  auto& table = findings.table("energy_" + name, {"i", "error", "size"});
  for (std::size_t i = 0; i < errors.size(); ++i)
    table.add({double(i) + offset, errors[i], std::abs(errors[i])});
  return scores(errors, offset);
}

std::string in_words(Scores const& s) {
  return fmt::format(
      "largest {:.3e} at i = {}, median {:.2e}, near the crossings {:.2e}, away "
      "{:.2e}",
      s.largest, s.at, s.median, s.largest_near, s.largest_away);
}

void compute(Findings& findings) {
  auto const rdla = knife_run("rdla"), hdel = hdel_r3(), pthdel = knife_run("pthdel");
  auto const of_rdla = add_energies(findings, "rdla", rdla.energy_errors, at_intervals);
  auto const of_hdel = add_energies(findings, "hdel", hdel.energy_errors, at_intervals);
  auto const in_t = add_energies(findings, "hdel_in_t", energies_in_t(hdel), at_intervals);
  auto const of_pthdel = add_energies(findings, "pthdel", pthdel.energy_errors, at_intervals);
  auto const poincare =
      add_energies(findings, "pthdel_poincare", poincare_energies(pthdel), at_intervals);
  for (auto const& [name, run] : {std::pair{"rdla", &rdla}, {"hdel", &hdel}, {"pthdel", &pthdel}})
    add_steps(findings, name, *run);
  add_energies(findings, "hdel_r1", hdel_r1().energy_errors, at_intervals);
  add_energies(findings, "hdel_r2", hdel_r2().energy_errors, at_intervals);

  findings.measure("K8", of_rdla.largest, in_words(of_rdla) + "; " + rdla.report.words());
  findings.measure("K8/away", of_rdla.largest_away, in_words(of_rdla));
  findings.measure("K9", of_hdel.largest, in_words(of_hdel) + "; " + hdel.report.words());
  findings.measure("K9/t", in_t.largest, in_words(in_t));
  findings.measure("K9/t-away", in_t.largest_away, in_words(in_t));
  findings.measure("K10", of_pthdel.largest_away,
                   in_words(of_pthdel) + "; " + pthdel.report.words());
  findings.measure("K10/largest", of_pthdel.largest, in_words(of_pthdel));
  double const growth = of_pthdel.largest_near / of_pthdel.largest_away;
  findings.measure("K10/growth", growth, fmt::format("{:.1f}", growth));
  auto const best = [&](std::string const& claim, double own, double of_rdla, double of_hdel) {
    double const ratio = own / smaller_or_nan(of_rdla, of_hdel);
    findings.measure(claim, ratio,
                     fmt::format("{:.2f} (PTHDEL {:.2e}, RDLA {:.2e}, HDEL {:.2e})", ratio, own,
                                 of_rdla, of_hdel));
  };
  best("K10/best", of_pthdel.largest, of_rdla.largest, in_t.largest);
  best("K10/best-L", of_pthdel.largest, of_rdla.largest, of_hdel.largest);
  best("K10/best-median", of_pthdel.median, of_rdla.median, in_t.median);
  auto const [low, high] = [&] {
    auto const all = poincare_energies(pthdel);
    auto const ends = minmax_element_or_nan(all.begin(), all.end());
    return std::pair{*ends.first, *ends.second};
  }();
  findings.measure("K11", poincare.largest, fmt::format("{:.3e} ... {:.3e}", low, high));
  findings.not_checkable("K11", "the paper shows a curve and states no number");

  double smooth = 0;
  std::vector<std::string> words;
  for (std::string const method : {"dla_midpoint", "dla_leapfrog", "odeint_rk4"}) {
    auto const run = knife_run(method);
    double const offset = method == "dla_midpoint" ? at_intervals : at_nodes;
    add_energies(findings, method, run.energy_errors, offset);
    double const sharp = abruptness(run.energy_errors, offset);
    smooth = larger_or_nan(smooth, sharp);
    words.push_back(fmt::format("{:.2g} {}", sharp, method));
  }
  for (auto const& [name, run] : {std::pair{"rdla", &rdla}, {"pthdel", &pthdel}})
    words.push_back(fmt::format("{:.2g} {}", abruptness(run->energy_errors, at_intervals), name));
  words.push_back(fmt::format("{:.2g} hdel in t", abruptness(energies_in_t(hdel), at_intervals)));
  findings.measure("K3/cause", smooth, fmt::format("{:.2g} ({})", smooth, fmt::join(words, ", ")));
}

std::vector<Claim> claims() {
  std::string const reading = std::string(matched_steps) + "; E_lc with differences over h";
  std::string const of_l = std::string(matched_steps) + "; E of L_c";
  std::string const smallest = "best is less than the others";
  std::vector<Claim> all{
      {.id = "K8",
       .place = "figure 9(a)",
       .statement = "Energy errors of RDLA are of order 1e-1 (largest)",
       .printed = "1e-1",
       .criterion = of_order(1),
       .reason = order_reason,
       .correction = corrected_force},
      {.id = "K8/away",
       .place = "figure 9(a)",
       .statement = "Energy errors of RDLA are of order 1e-1 also away from the crossings",
       .printed = "1e-1",
       .criterion = of_order(1),
       .reason = order_reason,
       .correction = corrected_force},
      {.id = "K9",
       .place = "figure 9(b)",
       .statement = "Energy errors of HDEL are of order 1e-1 (largest, E of L_c)",
       .printed = "1e-1",
       .criterion = of_order(1),
       .reason = order_reason,
       .correction = {},
       .assumption = of_l},
      {.id = "K9/t",
       .place = "figure 9(b)",
       .statement = "Energy errors of HDEL are of order 1e-1 (largest, E of l_c)",
       .printed = "1e-1",
       .criterion = of_order(1),
       .reason = order_reason,
       .correction = {},
       .assumption = reading},
      {.id = "K9/t-away",
       .place = "figure 9(b)",
       .statement = "The same away from the crossings",
       .printed = "1e-1",
       .criterion = of_order(1),
       .reason = order_reason,
       .correction = {},
       .assumption = reading},
      {.id = "K10",
       .place = "figure 9(c)",
       .statement = "Energy errors of PTHDEL are of order 1e-2 (largest away from the crossings)",
       .printed = "1e-2",
       .criterion = of_order(2),
       .reason = std::string(order_reason) + "; the paper excepts the crossings",
       .correction = {},
       .assumption = euler_start},
      {.id = "K10/largest",
       .place = "figure 9(c)",
       .statement = "The same, crossings included",
       .printed = "1e-2",
       .criterion = of_order(2),
       .reason = order_reason,
       .correction = {},
       .assumption = euler_start},
      {.id = "K10/growth",
       .place = "section 5.3",
       .statement = "They increase near i = 23 and 68: largest near the crossings over that away",
       .printed = "increase",
       .criterion = at_least(2),
       .reason = "twice is more than the scatter away from them",
       .correction = {},
       .assumption = euler_start},
      {.id = "K10/best",
       .place = "section 5.3",
       .statement = "PTHDEL has the best energy: its largest error over the smaller one of the "
                    "others' (HDEL by E of l_c)",
       .printed = "best",
       .criterion = at_most(1),
       .reason = smallest,
       .correction = {},
       .assumption = reading},
      {.id = "K10/best-L",
       .place = "section 5.3",
       .statement = "The same with HDEL by E of L_c",
       .printed = "best",
       .criterion = at_most(1),
       .reason = smallest,
       .correction = {},
       .assumption = of_l},
      {.id = "K10/best-median",
       .place = "section 5.3",
       .statement = "The same by medians (HDEL by E of l_c)",
       .printed = "best",
       .criterion = at_most(1),
       .reason = smallest,
       .correction = {},
       .assumption = reading},
      {.id = "K3/cause",
       .place = "section 5.3",
       .statement = "The abruptness comes from sec(phi) in the Lagrangians, hence not from the "
                    "motion: sharpest turn of the energy error near the crossings over that away, "
                    "for three methods without sec(phi) (the largest; then the paper's three)",
       .printed = "sec(phi) becomes singular",
       .criterion = at_most(10),
       .reason = "an order of magnitude more would be a spike",
       .correction = {},
       .assumption = "full DLA (15)-(16), leapfrog and RK4 as methods without sec(phi)"}};
  Claim curve;
  curve.id = "K11";
  curve.place = "figure 9(d)";
  curve.statement = "E of L-tilde_c along PTHDEL (its range)";
  curve.printed = "a curve";
  curve.reason = "no number is stated";
  all.push_back(curve);
  return all;
}

Panel energy_panel(std::string const& title, std::string const& y_label, std::string const& data) {
  return {.title = title,
          .x_label = "{/:Italic i}",
          .y_label = y_label,
          .x_range = {{0, 100}},
          .series = {{"energy_" + data + ".csv", "i", "error", "linespoints"}}};
}

}  // namespace

Experiment figure_9() {
  Panel beyond{.title = "(e) beyond the paper",
               .x_label = "{/:Italic i}",
               .y_label = "|{/:Italic E} − 1|",
               .y_scale = "log",
               .x_range = {{0, 100}},
               .y_range = {{1e-9, 1}},
               .key = "bottom right",
               .series = {{"energy_dla_midpoint.csv", "i", "size", "lines", "full DLA"},
                          {"energy_dla_leapfrog.csv", "i", "size", "lines", "leapfrog"},
                          {"energy_odeint_rk4.csv", "i", "size", "lines", "RK4"}}};
  auto hamiltonized = energy_panel("(b) HDEL, energy of {/:Italic L_c}",
                                   "{/:Italic E} of {/:Italic L_c}, minus 1", "hdel");
  hamiltonized.key = "bottom right";
  hamiltonized.series[0].label = "R3";
  hamiltonized.series.push_back({"energy_hdel_r1.csv", "i", "error", "points", "R1"});
  hamiltonized.series.push_back({"energy_hdel_r2.csv", "i", "error", "lines", "R2"});
  std::string const E_lc = "{/:Italic E} of {/:Italic l_c}, minus 1";
  return {
      .id = "fbo2012_figure_9",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Knife edge: energies of RDLA, HDEL and PTHDEL",
      .about =
          "Energies at the middle of each interval with its finite differences, minus the 1 of the "
          "start, at i + 1/2. The paper does not say which energy figure 9(b) shows: both are "
          "drawn and judged.",
      .choices =
          [] {
            auto all = knife_choices();
            all.push_back(
                {"the energy of figure 9(b)",
                 "E of L_c with differences over h_tau, and E of l_c with differences over h",
                 "the text speaks of the discrete energies only"});
            return all;
          }(),
      .claims = claims(),
      .figures = {{.id = "figure_9",
                   .number = "9",
                   .caption = "Knife edge: deviation from one of the energy of (a) RDLA, (b) HDEL, "
                              "of L_c (R1 and R2 beside R3), and (b′) of l_c, (c) PTHDEL; (d) the "
                              "energy of L̃_c along PTHDEL; "
                              "(e) methods outside the paper. cos φ = 0 at i = 22.44 and 67.32.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 7.4,
                   .panels = {energy_panel("(a) RDLA", E_lc, "rdla"), hamiltonized,
                              energy_panel("(b′) HDEL, energy of {/:Italic l_c} with Δ{/:Italic r}/"
                                           "{/:Italic h}",
                                           E_lc, "hdel_in_t"),
                              energy_panel("(c) PTHDEL", E_lc, "pthdel"),
                              energy_panel("(d) PTHDEL, energy of {/:Italic L̃_c}",
                                           "{/:Italic E} of {/:Italic L̃_c}", "pthdel_poincare"),
                              beyond}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
