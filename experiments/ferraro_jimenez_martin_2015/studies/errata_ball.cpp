#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

void compute(Findings& findings) {
  constexpr long steps = 3000;
  double const right = ball_error(-1, false, steps);
  auto const compare = [&](std::string const& id, double printed) {
    findings.compare(id, printed, right,
                     fmt::format("printed {:.2e}, right {:.2e}", printed, right));
  };
  compare("E12", ball_error(-1, true, steps));
  compare("E13", ball_error(1, false, steps));
  auto& errors = findings.table("errors", {"h", "corrected", "sign", "inertia"});
  for (long const n : {100, 200, 400, 800, 1600, 3200})
    errors.add({15.0 / double(n), ball_error(-1, false, n), ball_error(1, false, n),
                ball_error(-1, true, n)});
}

}  // namespace

Experiment errata_ball() {
  std::string const file = "errors.csv";
  return {.id = "fjm2015_errata_ball",
          .paper = paper_id,
          .title = "Misprints of sections 7.3 and 7.4",
          .about =
              "The printed formulas beside the corrected ones on the paper's second example. That "
              "the catalogue runs the corrected forms is tested separately.",
          .choices = {starts_choice()},
          .figures =
              {{.id = "misprints",
                .number = "",
                .caption = "Equations (42) as printed and as corrected: error of the contact "
                           "point at {/:Italic T} = 15, start B. Only the corrected form "
                           "converges, with order two.",
                .width = 4.6,
                .height = 3.6,
                .panels = {{.title = "",
                            .x_label = "{/:Italic h}",
                            .y_label = "|({/:Italic x}, {/:Italic y}) error|",
                            .x_scale = "log",
                            .y_scale = "log",
                            .x_range = {{0.003, 0.3}},
                            .key = "bottom right",
                            .series = {{file, "h", "sign", "linespoints", "sign of Π as printed"},
                                       {file, "h", "inertia", "linespoints",
                                        "{/:Italic D}_3{/:Italic l_d} as printed"},
                                       {file, "h", "corrected", "linespoints", "corrected"}}}}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
