#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Errors at T = 4 over h, by the printed and by the right equations.
void convergence(Findings& findings) {
  auto& ball = findings.table("ball", {"h", "corrected", "coefficient", "inertia"});
  for (long const steps : {80, 160, 320, 640})
    ball.add({comparison_time / double(steps), ball_error(BallReading::corrected, steps),
              ball_error(BallReading::coefficient, steps),
              ball_error(BallReading::inertia, steps)});
  auto& body = findings.table("veselova", {"h", "corrected", "sign", "sign_only", "fields"});
  for (long const steps : {20, 40, 80, 160, 320, 640})
    body.add({comparison_time / double(steps), veselova_error(VeselovaReading::corrected, steps),
              veselova_error(VeselovaReading::sign, steps),
              veselova_error(VeselovaReading::sign_only, steps),
              veselova_error(VeselovaReading::fields, steps)});
  auto const compare = [&](char const* erratum, auto const& table, std::size_t column) {
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
  auto const compare = [&](char const* erratum, Defects const& d, char const* where) {
    findings.compare(erratum, d.printed, d.right, where);
  };
  compare("E19", right_translation(), "one arrow of S^2 x SO(3)");
  compare("E22", equality_sign(), "a run of five steps of .1, mgl = 1");
  compare("E24", critical_points(), "five random points each");
  compare("E25", regularity_form(), "Veselova at one unit, h = .1");
  compare("E30", second_arrow(), "two intervals of a run of the robot, h = .1");
  compare("E31", sign_of_the_force(), "two intervals of a run of the robot, h = .1");
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
            .number = "",
            .caption = "Errors at {/:Italic T} = 4 of (a) the ball's contact point and (b) the "
                       "vertical of Veselova's body, by the equations as printed and as corrected.",
            .columns = 2,
            .width = 6.9,
            .height = 3.4,
            .panels =
                {{.title = "(a) ball",
                  .x_label = "{/:Italic h}",
                  .y_label = "error of ({/:Italic x}, {/:Italic y})",
                  .x_scale = "log",
                  .y_scale = "log",
                  .x_range = {{0.005, 0.1}},
                  .y_range = {{1e-9, 1e2}},
                  .key = "bottom right",
                  .series = {{"ball.csv", "h", "coefficient", "linespoints",
                              "4α in {/:Italic y}({/:Italic k} + 2)"},
                             {"ball.csv", "h", "inertia", "linespoints",
                              "{/:Italic I}/(2{/:Italic h})^2"},
                             {"ball.csv", "h", "corrected", "linespoints", "corrected"}}},
                 {.title = "(b) Veselova",
                  .x_label = "{/:Italic h}",
                  .y_label = "error of {/:Italic γ}",
                  .x_scale = "log",
                  .y_scale = "log",
                  .x_range = {{0.005, 0.3}},
                  .y_range = {{1e-8, 1e1}},
                  .key = "bottom right",
                  .series = {{"veselova.csv", "h", "sign", "linespoints", "+{/:Italic mglh}^2"},
                             {"veselova.csv", "h", "fields", "linespoints", "(4.9) as printed"},
                             {"veselova.csv", "h", "corrected", "linespoints", "corrected"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
