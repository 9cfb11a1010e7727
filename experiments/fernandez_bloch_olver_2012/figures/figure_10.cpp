#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

void compute(Findings& findings) {
  auto const shown = knife_runs(findings, "euler"), runs = knife_runs(findings, "legendre");
  std::string const statements[]{"K12a", "K12b", "K12c"};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const errors = constraint_errors(knife_edge, shown[m]);
    auto& table = findings.table("constraint_" + methods[m],
                                 {"i", "literal", "self_consistent", "ten_digits"});
    for (std::size_t i = 0; i < errors.own.size(); ++i)
      table.add({double(i) + at_intervals, std::abs(errors.footnote_7[i]), std::abs(errors.own[i]),
                 std::abs(errors.ten_digits[i])});
    add_steps(findings, methods[m], shown[m]);
    measure_constraint(findings, statements[m], constraint_errors(knife_edge, runs[m]),
                       fmt::format("{} on the knife edge, 100 steps of 0.07, {}", knife_names[m],
                                   words_of("legendre")));
  }
  // Beyond the paper: what footnote 7 as written shows for methods without sec(phi).
  for (auto const& method : other_methods) {
    auto& table = findings.table("constraint_" + method, {"i", "literal"});
    auto const literal = with_exact_group_variable(knife_edge, knife_run(findings, method, {}));
    for (std::size_t i = 0; i < literal.size(); ++i)
      table.add({double(i) + at_intervals, std::abs(literal[i])});
  }
}

std::string const constraint_label =
    "|Δ" + italic("y") + " − tan " + italic("φ") + " Δ" + italic("x") + "| / " + italic("k");
Range const sizes{{1e-17, 1e9}};

Panel constraint_panel(std::string const& title, std::string const& name, std::string const& key) {
  std::string const data = "constraint_" + name + ".csv";
  auto panel = growth_panel(title, italic("i"), constraint_label,
                            {{data, "i", "literal", "lines", "literal"},
                             {data, "i", "ten_digits", "points", "ten digits"},
                             {data, "i", "self_consistent", "points", "double"}},
                            sizes, key);
  panel.x_range = knife_range;
  return panel;
}

}  // namespace

Experiment figure_10() {
  auto const beyond = others_panel("(d) beyond the paper, literal", constraint_label, "constraint_",
                                   "literal", sizes);
  return {
      .id = "fbo2012_figure_10",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Knife edge: discrete constraint of RDLA, HDEL and PTHDEL",
      .about =
          "The constraint y' - x' tan(phi) on every interval, in three readings of footnote 7. "
          "Zeros cannot be drawn on the logarithmic axis; they are in the tables.",
      .choices = knife_choices(
          {{"what the discrete constraint is made of",
            "y exact (footnote 7 as written); y from the method, in double; the same with every "
            "operation rounded to ten decimal digits",
            "literally the exact motion itself would not show 1e-9; the third is a hypothesis"}}),
      .figures = {{.id = "figure_10",
                   .number = "10",
                   .caption = "Knife edge: size of the discrete constraint by (a) RDLA, (b) HDEL, "
                              "(c) PTHDEL: as footnote 7 says, y from the method in arithmetic of "
                              "ten digits (a hypothesis), and in double; (d) methods outside the "
                              "paper, as footnote 7 says. cos φ = 0 at i = 22.44 and 67.32.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.2,
                   .panels = {constraint_panel("(a) RDLA", "rdla", "top left"),
                              constraint_panel("(b) HDEL", "hdel", "off"),
                              constraint_panel("(c) PTHDEL", "pthdel", "off"), beyond}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
