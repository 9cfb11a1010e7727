#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Errors and steps of a run, as tables.
void add_errors(Findings& findings, std::string const& name, KnifeRun const& run) {
  auto& table = findings.table("errors_" + name, {"i", "error", "follows"});
  for (std::size_t i = 0; i < run.nodes(); ++i)
    table.add({double(i), run.errors[i], double(long(i) < run.report.nodes)});
  add_steps(findings, name, run);
}

std::string in_words(Scores const& s, KnifeRun const& run) {
  return fmt::format(
      "largest {:.3e} at i = {}, median {:.2e}, near the crossings {:.2e}, away "
      "{:.2e}; {}",
      s.largest, s.at, s.median, s.largest_near, s.largest_away, run.report.words());
}

/// Sizes, ranking and peaks from one start.
void measure_errors(Findings& findings, std::string const& start) {
  auto const runs = knife_runs(start);
  std::string const data = fmt::format("knife edge, 100 steps of 0.07, {}", words_of(start));
  std::string const names[]{"RDLA", "HDEL (R3)", "PTHDEL"};
  for (auto const& measure : error_measures) {
    std::array<double, 3> values;
    for (std::size_t m = 0; m < 3; ++m) {
      values[m] = measure.of(runs[m].errors);
      findings.measure(fmt::format("K{}", 5 + m), start + ", " + measure.name,
                       {.value = values[m],
                        .words = fmt::format("{} error of (x, phi) by {}, {}: {:.3e} ({})",
                                             measure.name, names[m], data, values[m],
                                             in_words(scores(runs[m].errors, at_nodes), runs[m]))});
    }
    double const order = smallest_ratio(values);
    findings.measure(
        "K5a", start + ", " + measure.name,
        {.value = order,
         .words = fmt::format("{} errors of RDLA {:.2e}, HDEL (R3) {:.2e}, PTHDEL "
                              "{:.2e}, {}: smallest ratio of neighbours {:.3g}",
                              measure.name, values[0], values[1], values[2], data, order)});
  }
  for (std::size_t m = 0; m < 3; ++m) {
    auto const found = peaks(runs[m].errors, at_nodes);
    double const miss = distance_from_printed(found);
    findings.measure(
        "K22", start, names[m],
        {.value = miss,
         .words = fmt::format("distance of the sharpest maxima of the error by {} near "
                              "the zeros of f, i = {}, from 23 and 68, {}: {:g}",
                              names[m], fmt::join(found, ", "), data, miss)});
  }
}

void compute(Findings& findings) {
  auto const [rdla, hdel, pthdel] = knife_runs("euler");
  add_errors(findings, "rdla", rdla);
  add_errors(findings, "hdel", hdel);
  add_errors(findings, "pthdel", pthdel);
  add_errors(findings, "hdel_r1", hdel_r1());
  add_errors(findings, "hdel_r2", hdel_r2());
  for (std::string const method : {"dla_leapfrog", "dla_midpoint", "odeint_rk4"})
    add_errors(findings, method, knife_run(method, {}));
  for (auto const& start : starts) measure_errors(findings, start);
}

Panel error_panel(std::string const& title, std::vector<Series> series,
                  std::string const& key = "off") {
  return {.title = title,
          .x_label = "{/:Italic i}",
          .y_label = "error in ({/:Italic x}, {/:Italic φ})",
          .x_range = {{0, 100}},
          .key = key,
          .series = std::move(series)};
}

}  // namespace

Experiment figure_8() {
  auto beyond = error_panel("(d) beyond the paper",
                            {{"errors_dla_midpoint.csv", "i", "error", "lines", "full DLA"},
                             {"errors_dla_leapfrog.csv", "i", "error", "lines", "leapfrog"},
                             {"errors_odeint_rk4.csv", "i", "error", "lines", "RK4"}},
                            "bottom right");
  beyond.y_scale = "log";
  beyond.y_range = {{1e-9, 1e-1}};
  return {
      .id = "fbo2012_figure_8",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Knife edge: errors of RDLA, HDEL and PTHDEL",
      .about =
          "100 steps of h = 0.07 on the plane inclined by 5 degrees. The error is the distance of "
          "(x, phi) from the exact motion, node by node. Tables steps_*: what each step found "
          "(real roots in the window, the chosen one, the gap to the next, the exact increment, "
          "the denominator). Nodes after a wrong branch have follows = 0.",
      .choices = knife_choices(),
      .figures =
          {{.id = "figure_8",
            .number = "8",
            .caption = "Knife edge: distance of (x, φ) from the exact motion by (a) RDLA, (b) "
                       "HDEL in the three readings of its steps (R1 ends where no real root is "
                       "left), (c) PTHDEL; (d) methods outside the paper on the same steps: the "
                       "full discrete Lagrange-d'Alembert integrator (15)-(16), the leapfrog of "
                       "McLachlan and Perlmutter, RK4. cos φ = 0 at i = 22.44 and 67.32.",
            .columns = 2,
            .width = 6.9,
            .height = 5.2,
            .panels = {error_panel("(a) RDLA", {{"errors_rdla.csv", "i", "error", "linespoints"}}),
                       error_panel("(b) HDEL",
                                   {{"errors_hdel.csv", "i", "error", "linespoints", "R3"},
                                    {"errors_hdel_r1.csv", "i", "error", "points", "R1"},
                                    {"errors_hdel_r2.csv", "i", "error", "lines", "R2"}},
                                   "top center"),
                       error_panel("(c) PTHDEL",
                                   {{"errors_pthdel.csv", "i", "error", "linespoints"}}),
                       beyond}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
