#include "experiments/ferraro_jimenez_martin_2015/printed_forms_ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

/// A misprint whose two readings can be told apart by a number.
std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"E12", "section 7.4, definition of F l_d", "The momentum of an interval with velocity w",
       "D_3 l_d of (43), h I w", "the derivative by h w, I w, as in the equations after (45)",
       "position error at T = 15, 3000 steps", inertia_of_the_legendre_transformation},
      {"E13", "(38b), (42b)", "Sign of 2 Q* Pi, with F^- = -D_1 l_d", "+2 Q* Pi",
       "-2 Q* Pi, as in the equations after (45)", "position error at T = 15, 3000 steps",
       sign_of_pi},
      {"E16", "(40)", "Angular velocity in the rolling condition of a ball with unequal inertias",
       "w, the body components", "omega = R w, the components in space (problem chaplygin_sphere)",
       "largest slip on the exact motion at t = 5, 10, 15", frames_of_the_constraint}};
  return all;
}

void compute(Findings& findings) {
  measure_misprints(misprints(), findings, 0.5);
  findings.progress(0.5);
  double const order = order_of_the_ball_method();
  findings.measure("E15", order, fmt::format("{:.3f}", order));
  findings.not_checkable("E13/(30)", "the number of an equation; (38) is its affine form");
  findings.not_checkable("E13/7.3", "the name of a space; the formulas that follow use M x M x G");

  auto& errors = findings.table("errors", {"h", "corrected", "sign", "inertia"});
  for (long const steps : {100, 200, 400, 800, 1600, 3200})
    errors.add({15.0 / double(steps), ball_error(-1, false, steps), ball_error(1, false, steps),
                ball_error(-1, true, steps)});
}

std::vector<Claim> claims() {
  auto all = misprint_claims(misprints());
  all.push_back({.id = "E15",
                 .place = "section 7.4",
                 .statement = "Order of the discrete scheme (42)",
                 .printed = "one",
                 .criterion = within(2, 0.05),
                 .reason = "exponent of h over three halvings, start B",
                 .correction = "two: l_d does not depend on q and cay(-w) = cay(w)^-1, so that the "
                               "scheme is its own adjoint"});
  auto const wording = [&](auto const&... words) { all.push_back(wording_claim(words...)); };
  wording("E13/(30)", "section 7.4", "Which equations become (42)", "(30)", "(38)");
  wording("E13/7.3", "section 7.3", "Where the discrete Lagrangian lives", "Q x Q x G",
          "M x M x G");
  return all;
}

}  // namespace

Experiment errata_ball() {
  std::string const file = "errors.csv";
  return {.id = "fjm2015_errata_ball",
          .paper = paper_id,
          .title = "Misprints of sections 7.3 and 7.4",
          .about =
              "The printed reading beside the corrected one on the paper's second example, in "
              "formulas of this experiment's own. That the catalogue runs the corrected forms is "
              "tested separately.",
          .choices = {starts_choice()},
          .claims = claims(),
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
