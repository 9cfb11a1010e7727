#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

void compute(Findings& findings) {
  auto const exact = exact_state(findings, printed_ball("figure_3"), 15);
  auto const right = [&](long n) { return ball_error(exact, -1, false, n); };
  auto const sign = [&](long n) { return ball_error(exact, 1, false, n); };
  auto const inertia = [&](long n) { return ball_error(exact, -1, true, n); };
  auto const compare = [&](std::string const& id, double printed) {
    findings.compare(id, printed, right(3000),
                     fmt::format("printed {:.2e}, right {:.2e}", printed, right(3000)));
  };
  compare("E12", inertia(3000));
  compare("E13", sign(3000));
  auto& errors = findings.table("errors", {"h", "corrected", "sign", "inertia"});
  for (long const n : {100, 200, 400, 800, 1600, 3200})
    errors.add({15.0 / double(n), right(n), sign(n), inertia(n)});
}

}  // namespace

Experiment errata_ball() {
  return {
      .id = "fjm2015_errata_ball",
      .paper = paper_id,
      .title = "Misprints of sections 7.3 and 7.4",
      .about =
          "The printed formulas beside the corrected ones on the paper's second example. That "
          "the catalogue runs the corrected forms is tested separately.",
      .choices = {starts_choice()},
      .figures = {{.id = "misprints",
                   .number = "",
                   .caption = "Equations (42) as printed and as corrected: error of the contact "
                              "point at {/:Italic T} = 15, start B. Only the corrected form "
                              "converges, with order two.",
                   .width = 4.6,
                   .height = 3.6,
                   .panels = {errors_panel(
                       "", contact_error,
                       {over_steps("sign", "sign of Π as printed"),
                        over_steps("inertia", italic("D") + "_3" + italic("l_d") + " as printed"),
                        over_steps("corrected", "corrected")},
                       {{0.003, 0.3}})}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
