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

/// Sizes, ranking and peaks from one start.
void measure_errors(Findings& findings, std::string const& start) {
  auto const runs = knife_runs(findings, start);
  std::string const data = fmt::format("knife edge, 100 steps of 0.07, {}", words_of(start));
  measure_errors(findings, {"K5", "K6", "K7"}, "K5a", start, runs, knife_names, data);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const found = peaks(runs[m].errors, at_nodes);
    auto const s = scores(runs[m].errors, at_nodes);
    double const miss = distance_from_printed(found);
    findings.measure("K22", start, knife_names[m],
                     measured(miss,
                              "distance of the sharpest maxima of the error by {} near the zeros "
                              "of f, i = {}, from 23 and 68, {}: {:g} (errors near the zeros up to "
                              "{:.2e}, away up to {:.2e}; {})",
                              knife_names[m], fmt::join(found, ", "), data, miss, s.largest_near,
                              s.largest_away, runs[m].report.words()));
  }
}

void compute(Findings& findings) {
  auto const runs = knife_runs(findings, "euler");
  for (std::size_t m = 0; m < methods.size(); ++m) add_errors(findings, methods[m], runs[m]);
  add_errors(findings, "hdel_r1", hdel_r1(findings));
  add_errors(findings, "hdel_r2", hdel_r2(findings));
  for (auto const& method : other_methods)
    add_errors(findings, method, knife_run(findings, method, {}));
  for (auto const& start : starts) measure_errors(findings, start);
}

Panel error_panel(std::string const& title, std::vector<Series> series,
                  std::string const& key = "off") {
  auto panel =
      plain_panel(title, italic("i"), "error in (" + italic("x") + ", " + italic("φ") + ")",
                  std::move(series), knife_range);
  panel.key = key;
  return panel;
}

}  // namespace

Experiment figure_8() {
  auto const beyond =
      others_panel("(d) beyond the paper", "error in (" + italic("x") + ", " + italic("φ") + ")",
                   "errors_", "error", {{1e-9, 1e-1}});
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
