#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

struct Contender {
  std::string column, name;
  Candidate candidate;
  double order;
};
std::vector<Contender> const& contenders() {
  static std::vector<Contender> const all{
      {"rattle", "RATTLE", {test_system, "T-affine", "gni_rattle"}, 2},
      {"shake", "GNI of (16)", {test_system, "T-affine", "gni", {{"epsilon", "0"}}}, 2},
      {"midpoint", "GNI, midpoint", {test_system, "T-affine", "gni", {{"epsilon", "0.5"}}}, 2},
      {"a", "Euler A", {test_system, "T-affine", "gni_euler_a"}, 1},
      {"b", "Euler B", {test_system, "T-affine", "gni_euler_b"}, 1}};
  return all;
}

void compute(Findings& findings) {
  auto& table = findings.table(
      "errors", {"h", "rattle", "shake", "midpoint", "a", "b", "v_rattle", "v_midpoint", "v_a"});
  FarthestOrder second(2), first(1);
  std::vector<Orders> all;
  for (auto const& c : contenders()) {
    all.push_back(observed(c.candidate, 2, {40, 80, 160, 320, 640}));
    auto& farthest = c.order == 2 ? second : first;
    farthest.add(c.name + " q", all.back().of(&EndErrors::position));
    farthest.add(c.name + " v", all.back().of(&EndErrors::velocity));
  }
  for (std::size_t i = 0; i < all[0].steps.size(); ++i) {
    std::vector<double> row{all[0].steps[i]};
    for (auto const& orders : all) row.push_back(orders.errors[i].position);
    for (int m : {0, 2, 3}) row.push_back(all[m].errors[i].velocity);
    table.add(row);
  }
  findings.measure("FJM-12", second.value, second.text());
  findings.measure("FJM-12/euler", first.value, first.text());

  double violation = 0, between = 0;
  auto const rattle = contenders()[0].candidate.run_quad(RawQuad(1) / 20, 200, 1);
  auto const shake = contenders()[1].candidate.run_quad(RawQuad(1) / 20, 200, 1);
  for (std::size_t k = 0; k < rattle.q.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i)
      between = larger_or_nan(between, std::abs(double(rattle.q[k][i] - shake.q[k][i])));
  for (auto const* run : {&rattle, &shake})
    violation = larger_or_nan(violation, double(run->max_violation));
  findings.measure("FJM-12/constraint", violation);
  findings.measure("FJM-12/equivalence", between);
}

}  // namespace

Experiment affine() {
  std::string const assumption =
      "our test system with the drift Y = (-.3 y, .3 x, .2), T = 2, h = 1/20 to 1/320";
  auto const series = [](std::string column, std::string label) {
    return Series{"errors.csv", "h", std::move(column), "linespoints", std::move(label)};
  };
  auto const panel = [](std::string title, std::string label, std::vector<Series> all) {
    return Panel{.title = std::move(title),
                 .x_label = "{/:Italic h}",
                 .y_label = std::move(label),
                 .x_scale = "log",
                 .y_scale = "log",
                 .x_range = {{0.002, 0.1}},
                 .y_range = {{1e-8, 0.3}},
                 .key = "bottom right",
                 .series = std::move(all)};
  };
  return {
      .id = "fjm2015_affine",
      .paper = "ferraro_jimenez_martin_2015",
      .title = "Affine constraints: SHAKE, RATTLE and the Euler methods",
      .about =
          "The affine extension (26) with the discrete Lagrangians (10), (16) and the "
          "midpoint one; (28) and its RATTLE form.",
      .choices = oscillator_choices(),
      .claims =
          {{.id = "FJM-12",
            .place = "section 6.1",
            .statement = "The affine GNI of (16), its RATTLE form and the midpoint GNI converge "
                         "with second order in positions and velocities: the order farthest from 2",
            .printed = "",
            .criterion = within(2, 0.1),
            .reason = "five step sizes, the coarsest not yet asymptotic",
            .assumption = assumption},
           {.id = "FJM-12/euler",
            .place = "section 6; not stated",
            .statement = "The affine Euler methods are of first order: the order farthest from 1",
            .printed = "",
            .criterion = within(1, 0.1),
            .reason = "five step sizes, the coarsest not yet asymptotic",
            .assumption = assumption},
           {.id = "FJM-12/constraint",
            .place = "(25), after (27)",
            .statement = "The average momentum satisfies the affine constraint at every node: "
                         "largest violation in 200 steps of 0.05",
            .printed = "exactly",
            .criterion = at_most(1e-30),
            .reason = "rounding in quad precision",
            .assumption = assumption},
           {.id = "FJM-12/equivalence",
            .place = "(28) and the display after it",
            .statement = "Affine SHAKE and RATTLE have the same nodes: largest difference in 200 "
                         "steps of 0.05",
            .printed = "equivalent",
            .criterion = at_most(1e-27),
            .reason = "rounding in quad precision over the run",
            .assumption = assumption}},
      .figures = {{.id = "errors",
                   .number = "",
                   .caption = "Affine constraint: errors at t = 2 in (a) position and (b) "
                              "velocity M^{-1}p̃.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.4,
                   .panels = {panel("(a) position", "error of {/:Italic q}",
                                    {series("a", "Euler A"), series("b", "Euler B"),
                                     series("rattle", "RATTLE, (28)"),
                                     series("midpoint", "midpoint")}),
                              panel("(b) velocity", "error of {/:Italic M}^{-1}{/:Italic p̃}",
                                    {series("v_a", "Euler A"), series("v_rattle", "RATTLE, (28)"),
                                     series("v_midpoint", "midpoint")})}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
