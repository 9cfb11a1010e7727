#include "experiments/iglesias_marrero_martin_martinez_2008/printed_forms_actions.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Misprints whose two readings can be told apart by a number.
std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"E1", "section 4.5.1, y(k+2)", "Coefficient of x(k+1) - x(k)", "4 alpha",
       "4 alpha h, by the matrix A above it", "error at T = 4, h = .00625", coefficient_of_y},
      {"E2", "section 4.5.1, L'_d", "Factor of Tr(I_3x3 - W_1) in the first display", "I/(2 h)^2",
       "I/(2 h^2), as in the next display", "error at T = 4, h = .00625", factor_of_inertia},
      {"E3", "section 4.4.1, matrix equation",
       "Sign of gravity for L_c = w . I w/2 - mgl gamma . e", "+ mgl h^2 hat(gamma_(k+1) x e)",
       "- mgl h^2 hat(gamma_(k+1) x e)", "error at T = 4, h = .00625", sign_of_gravity},
      {"E4", "section 4.4.1, vector equation", "What the expression equals",
       "no equality sign; \"=\" for the first minus sign would turn gravity round",
       "Pi_(k+1) - Omega_k^T Pi_k - mgl h^2 gamma_(k+1) x e + lambda gamma_(k+1) = 0",
       "rest along a run, h = .1", equality_sign},
      {"E5", "(4.9)", "Left- and right-invariant fields of a constant section",
       "left: (-eta_M, eta left), right: (0, eta right)",
       "the other way round: left (0, eta left), right (-eta_M, eta right); the equations that "
       "follow are right",
       "left field on L_d less its definition", invariant_fields},
      {"E5/order", "(4.9)", "Veselova's equations from (4.9) literally", "as E5", "as E5",
       "error at T = 4, h = .00625", fields_by_convergence},
      {"E6", "(4.8)", "Right translation r_(x,h)(x h'^-1, h')", "(x h'^-1, h')",
       "(x h'^-1, h' h), whose target is x h", "distance of the target from x h",
       right_translation},
      {"E7", "section 4.6", "Right side of the reduced equations, F^-_Y = Z'(L_d)", "F^+ - F^-",
       "F^+ + F^-, or F^-_Y = -Z'(L_d)", "rest for the robot, h = .1", sign_of_the_force},
      {"E7/arrow", "section 4.6", "Field at the second element, X(h)(L_d)", "left-invariant",
       "right-invariant", "rest of the equations for the robot, h = .1", second_arrow},
      {"E8", "section 4.4.1", "(C_xi right)(C_eta left)(L_d) at units", "-xi . I eta",
       "(1/h) xi . I eta", "distance from that value, h = .1", regularity_form},
      {"E9", "section 4.4.1, C_psi",
       "Critical points of psi; as printed they contain the units, which M_c must contain",
       "where Omega gamma = gamma",
       "none on V: the derivative along Omega is (Tr(Omega) Id - Omega) gamma",
       "derivative where Omega gamma = gamma, least; distance from the formula", critical_points}};
  return all;
}

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
  // Exponent of h of a column, of the last four rows.
  auto const order = [&](std::string const& claim, auto const& table, std::size_t column) {
    std::vector<double> h, errors, all;
    for (auto const& row : table.rows) {
      all.push_back(row[column]);
      if (table.rows.end() - 4 <= table.rows.begin() + long(all.size()) - 1) {
        h.push_back(row[0]);
        errors.push_back(row[column]);
      }
    }
    double const slope = fit_power(h, errors).slope;
    findings.measure(claim, slope, fmt::format("{:.3f} (errors {})", slope, in_words(all)));
  };
  order("E1/corrected", ball, 1);
  order("E2/printed", ball, 3);
  order("E3/corrected", body, 1);
  order("E3/printed", body, 2);
  order("E3/pairs-only", body, 3);
  order("V2", body, 1);
  order("E5/printed", body, 4);
  std::vector<double> printed;
  for (auto const& row : ball.rows) printed.push_back(row[2]);
  findings.measure("E1/printed", *std::min_element(printed.begin(), printed.end()),
                   in_words(printed));
}

void compute(Findings& findings) {
  measure_misprints(misprints(), findings, 0.6);
  convergence(findings);
  long const escape = index_of_escape();
  findings.measure("E1/figure-2", double(escape), fmt::format("{}", escape));
  auto const translation = right_translation();
  findings.measure(
      "V1", translation.corrected,
      fmt::format("{:.1e} (as printed {:.2f})", translation.corrected, translation.printed));
  findings.measure("V5", critical_points().printed);
  findings.not_checkable("E12", "names and an unbalanced parenthesis; rows R3 and R7 have numbers");
  findings.not_checkable("E15", "notation; rows V3 and V6 have numbers");
}

std::vector<Claim> claims() {
  auto all = misprint_claims(misprints());
  ClaimList add{"section 4.5.1", "data of the ball and of Veselova's body as in their studies"};
  std::string const constant = "no power of h: an error of order one that stays";
  add("E1/corrected", "Order of (x, y) by the recurrences with 4 alpha h", "not printed",
      within(2, 0.05), order_reason)
      .correction = "E1";
  add("E1/printed",
      "With 4 alpha they do not converge: least error at T = 4 over h = .05, ..., .00625",
      "not printed", at_least(0.1), "an error of order one");
  add("E1/figure-2",
      "With 4 alpha figure 2 could not have been drawn: index at which |(x, y)| passes 10^6, alpha "
      "= 1",
      "20000 steps", between(2, 20000), "within figure 2's run");
  add("E2/printed", "Exponent of h of the error with I/(2 h)^2", "not printed", within(0, 0.1),
      constant);
  add.place = "section 4.4.1";
  add("E3/corrected", "Order of gamma with - mgl h^2", "not printed", within(2, 0.05), order_reason)
      .correction = "E3";
  add("E3/printed", "Exponent of h of the error with + mgl h^2", "not printed", within(0, 0.1),
      constant);
  add("E3/pairs-only", "The same if the first half kick has the right sign", "not printed",
      within(0, 0.1), constant);
  add.place = "(4.9)";
  add("E5/printed", "Exponent of h of the error with the fields of (4.9) taken literally",
      "not printed", within(0, 0.1), constant);
  add("V2", "Order of gamma with the two fields interchanged", "(4.9)", within(2, 0.05),
      order_reason)
      .correction = "E5";
  add.assumption.clear();
  add.place = "(4.8)";
  add("V1", "r_(x,h) maps into the elements with target x h: distance of targets", "(4.8)",
      at_most(1e-30), "113 bits")
      .correction = "E6";
  add.place = "section 4.4.1";
  add("V5",
      "The critical points of psi are where Omega gamma = gamma: least derivative of psi at random "
      "points of these",
      "C_psi", at_most(1e-12), "rounding of a number that should be zero");
  all.insert(all.end(), add.all.begin(), add.all.end());
  auto const wording = [&](auto const&... words) { all.push_back(wording_claim(words...)); };
  wording("E12", "section 4.6.1", "Names and parentheses",
          "J_2 in L and J_1 in L_d; f_1 twice; a parenthesis of the reduced Lagrangian left open",
          "one constant; f_1 and f_2; closed after J (1 - cos)");
  wording("E15", "section 4.4.1", "The constraint between the matrix equations",
          "gamma_k (Omega_k - Omega_k^T)", "gamma_k . axial(Omega_k - Omega_k^T) = 0");
  return all;
}

}  // namespace

Experiment errata_actions() {
  return {
      .id = "immm2008_errata_actions",
      .paper = paper_id,
      .title = "Misprints of sections 4.4 to 4.6",
      .about =
          "The printed reading beside the corrected one on the ball, Veselova's body and the "
          "robot, in formulas of this experiment's own. That the catalogue runs the corrected "
          "forms is shown by the studies of the three systems.",
      .choices = {{"where readings are compared",
                   "the three systems with the data of their studies, alpha = 1, mgl = 1, T = 4",
                   "the paper prints no data"}},
      .claims = claims(),
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
