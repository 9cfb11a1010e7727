#include "experiments/core/panels.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Errors at T = 4 over h, by the printed and by the right equations.
void convergence(Findings& findings) {
  auto const errors_of = [&](char const* name, std::vector<std::string> columns,
                             std::vector<long> const& counts, auto const& error,
                             auto const& readings) -> rattleback::Table const& {
    auto& table = findings.table(name, columns);
    for (long const steps : counts) {
      std::vector<double> row{comparison_time / double(steps)};
      for (auto const reading : readings) row.push_back(error(reading, steps));
      table.add(row);
    }
    return table;
  };
  using Ball = BallReading;
  using Body = VeselovaReading;
  auto const& ball =
      errors_of("ball", {"h", "corrected", "coefficient", "inertia"}, {80, 160, 320, 640},
                ball_error, std::array{Ball::corrected, Ball::coefficient, Ball::inertia});
  auto const exact = veselova_exact(findings);
  auto const& body = errors_of(
      "veselova", {"h", "corrected", "sign", "sign_only", "fields"}, {20, 40, 80, 160, 320, 640},
      [&](Body reading, long steps) { return veselova_error(exact, reading, steps); },
      std::array{Body::corrected, Body::sign, Body::sign_only, Body::fields});
  auto const compare = [&](char const* erratum, rattleback::Table const& table,
                           std::size_t column) {
    std::vector<double> printed, right;
    for (auto const& row : table.rows) {
      printed.push_back(row[column]);
      right.push_back(row[1]);
    }
    findings.compare(erratum, printed.back(), right.back(),
                     fmt::format("errors at T = 4 over halved h: {} as printed, {}",
                                 in_words(printed), in_words(right)));
  };
  compare("E29", ball, 2);
  compare("E27", ball, 3);
  compare("E21", body, 2);
  compare("E20", body, 4);
}

void compute(Findings& findings) {
  convergence(findings);
  findings.progress(0.7);
  RobotPair const robot(findings);
  compare(findings,
          {{"E19", right_translation(), "one arrow of S^2 x SO(3)"},
           {"E22", equality_sign(findings), "a run of five steps of .1, mgl = 1"},
           {"E24", critical_points(), "five random points each"},
           {"E25", regularity_form(), "Veselova at one unit, h = .1"},
           {"E30", second_arrow(robot), "two intervals of a run of the robot, h = .1"},
           {"E31", sign_of_the_force(robot), "two intervals of a run of the robot, h = .1"}});
  long const escape = index_of_escape();
  findings.find("E29/escape", double(escape), fmt::format("{} of 20001", escape));
}

}  // namespace

Experiment errata_actions() {
  return {
      .id = "immm2008_errata_actions",
      .paper = paper_id,
      .title = "Misprints of sections 4.4 to 4.6",
      .about =
          "The printed formula beside the right one on the ball, Veselova's body and the "
          "robot, in formulas of this experiment's own. That the catalogue runs the corrected "
          "forms is shown by the studies of the three systems.",
      .choices = {{"where formulas are compared",
                   "the three systems with the data of their studies, alpha = 1, mgl = 1, T = 4",
                   "the paper prints no data"}},
      .figures =
          {{.id = "misprints",
            .caption = "Errors at {/:Italic T} = 4 of (a) the ball's contact point and (b) the "
                       "vertical of Veselova's body, by the equations as printed and as corrected.",
            .columns = 2,
            .width = 6.9,
            .height = 3.4,
            .panels =
                {errors_panel("(a) ball", "error of (" + italic("x") + ", " + italic("y") + ")",
                              {{"ball.csv", "h", "coefficient", "linespoints",
                                "4α in " + italic("y") + "(" + italic("k") + " + 2)"},
                               {"ball.csv", "h", "inertia", "linespoints",
                                italic("I") + "/(2" + italic("h") + ")^2"},
                               {"ball.csv", "h", "corrected", "linespoints", "corrected"}},
                              {{0.005, 0.1}}, {{1e-9, 1e2}}),
                 errors_panel(
                     "(b) Veselova", "error of " + italic("γ"),
                     {{"veselova.csv", "h", "sign", "linespoints", "+" + italic("mglh") + "^2"},
                      {"veselova.csv", "h", "fields", "linespoints", "(4.9) as printed"},
                      {"veselova.csv", "h", "corrected", "linespoints", "corrected"}},
                     {{0.005, 0.3}}, {{1e-8, 1e1}})}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
