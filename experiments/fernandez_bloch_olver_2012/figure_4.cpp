#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

using namespace particles;

/// (58) and (59) on the exact motion from the case `generic`, by central differences of fourth
/// order in tau: largest residual over 0 <= tau <= 3. With the paper's data F'' must be cosh, too.
double defect_of_second_derivatives(std::string const& case_name) {
  auto const& entry = find_problem(hamiltonizable.problem);
  Setting setting;
  setting.case_name = case_name;
  long double const d = 1e-3L;
  double defect = 0;
  for (double const tau : {0.0, 0.5, 1.0, 2.0, 3.0}) {
    std::vector<RawQuad> taus;
    for (int j = -2; j <= 2; ++j) taus.push_back(RawQuad(tau) + j * RawQuad(d));
    auto const states = entry.exact(setting, entry.times_at(setting, taus));
    long double x[5], F[5];
    for (int j = 0; j < 5; ++j) {
      x[j] = static_cast<long double>(states[j].q[0]);
      F[j] = std::sqrt(1 + x[j] * x[j]);
    }
    auto const second = [d](long double const* u) {
      return (-u[0] + 16 * u[1] - 30 * u[2] + 16 * u[3] - u[4]) / (12 * d * d);
    };
    long double const slope = (x[0] - 8 * x[1] + 8 * x[3] - x[4]) / (12 * d);
    long double const by_58 = x[2] * slope * slope / (1 + x[2] * x[2]);
    long double const by_59 = slope * slope / F[2];
    defect = larger_or_nan(
        {defect, std::abs(double(second(x) - by_58)), std::abs(double(second(F) - by_59))});
    if (case_name == "FBO")
      defect = larger_or_nan(defect, std::abs(double(second(F) - std::cosh(tau))));
  }
  return defect;
}

/// Entries i = 1 ... N_tau; index 0 is not used by the bounds.
struct TimeErrors {
  std::vector<double> of_run{0}, of_exact{0};              ///< C~_i of (60), C_i = cosh tau_i
  std::vector<double> bound_of_run{0}, bound_of_exact{0};  ///< |delta t_i| <= h^3/12 sum of them
  std::vector<double> quadrature{0};  ///< the trapezoidal rule's own error, on the exact motion
  std::vector<double> actual{0};      ///< of t_i from the run's nodes
};

TimeErrors time_errors(Run const& hdel) {
  TimeErrors e;
  double const k = hdel.step;
  double sum_of_run = 0, sum_of_exact = 0, trapezoidal = 0;
  for (std::size_t i = 1; i < hdel.own_times.size(); ++i) {
    double const x0 = hdel.nodes.q[i - 1][0], x1 = hdel.nodes.q[i][0];
    double const tau0 = hdel.own_times[i - 1], tau1 = hdel.own_times[i];
    e.of_run.push_back((x1 - x0) * (x1 - x0) / (k * k * std::sqrt(1 + x0 * x0)));
    e.of_exact.push_back(std::cosh(tau1));
    sum_of_run += e.of_run.back();
    sum_of_exact += e.of_exact.back();
    e.bound_of_run.push_back(k * k * k / 12 * sum_of_run);
    e.bound_of_exact.push_back(k * k * k / 12 * sum_of_exact);
    trapezoidal += k / 2 * (std::cosh(tau0) + std::cosh(tau1));
    e.quadrature.push_back(std::abs(trapezoidal - std::sinh(tau1)));
    e.actual.push_back(std::abs(hdel.nodes.times[i] - hdel.times[i]));
  }
  return e;
}

/// How many entries i >= 1 of `errors` exceed those of `bounds`, and the first of them.
std::pair<int, std::size_t> exceeding(std::vector<double> const& errors,
                                      std::vector<double> const& bounds) {
  std::pair<int, std::size_t> found{0, 0};
  for (std::size_t i = 1; i < errors.size(); ++i)
    if (errors[i] > bounds[i] && ++found.first == 1) found.second = i;
  return found;
}

std::string count_text(std::pair<int, std::size_t> const& found) {
  return found.first == 0 ? "none"
                          : fmt::format("{}, the first at i = {}", found.first, found.second);
}

void compute(Findings& findings) {
  double const defect =
      larger_or_nan(defect_of_second_derivatives("FBO"), defect_of_second_derivatives("generic"));
  findings.measure("P13", defect, fmt::format("{:.1e}", defect));

  auto const e = time_errors(paper_run(hamiltonizable, "hdel"));
  std::size_t const last = e.of_run.size() - 1;
  auto& table = findings.table(
      "bounds", {"i", "difference", "difference_of_bounds", "bound_of_run", "bound_of_exact",
                 "quadrature", "actual", "quadrature_over_bound", "actual_over_bound"});
  std::vector<double> difference, difference_of_bounds;
  double shortfall = 0;
  for (std::size_t i = 1; i <= last; ++i) {
    difference.push_back(std::abs(e.of_exact[i] - e.of_run[i]));
    difference_of_bounds.push_back(std::abs(e.bound_of_exact[i] - e.bound_of_run[i]));
    table.add({double(i), difference.back(), difference_of_bounds.back(), e.bound_of_run[i],
               e.bound_of_exact[i], e.quadrature[i], e.actual[i],
               e.quadrature[i] / e.bound_of_run[i], e.actual[i] / e.bound_of_run[i]});
    shortfall = larger_or_nan(shortfall, 1 - e.of_run[i] / e.of_exact[i]);
  }
  for (std::size_t const i : {std::size_t(1), std::size_t(2), last})
    findings.measure(fmt::format("P14/{}", i), e.bound_of_run[i],
                     fmt::format("{:.6e}", e.bound_of_run[i]));
  findings.not_checkable(
      "P15", fmt::format("no number is printed, and the quantity is open: the largest difference "
                         "is {:.4e} of C_i and C~_i, {:.3e} of the bounds they give, both at the "
                         "end; both are drawn",
                         largest(difference), largest(difference_of_bounds)));
  double const actual = largest(e.actual);
  findings.measure("P16", actual,
                   fmt::format("{:.3e} (the rule alone, on exact nodes: {:.3e})", actual,
                               largest(e.quadrature)));
  auto const beyond = exceeding(e.actual, e.bound_of_run);
  findings.measure("P16/bound", beyond.first, count_text(beyond));
  findings.measure("P17", shortfall, fmt::format("{:.2e}", shortfall));
  auto const missed = exceeding(e.quadrature, e.bound_of_run);
  findings.measure("P17/bound", missed.first, count_text(missed));
  auto const exact = exceeding(e.quadrature, e.bound_of_exact);
  findings.measure(
      "P18", exact.first,
      fmt::format("{} (the bound at the end: {:.6e})", count_text(exact), e.bound_of_exact[last]));
}

std::vector<Claim> claims() {
  std::vector<Claim> all{{.id = "P13",
                          .place = "(58), (59)",
                          .statement = "x'' and F'' in tau, and F'' = cosh(tau) with the paper's "
                                       "data: residual on two exact motions, 0 <= tau <= 3",
                          .printed = "0",
                          .criterion = at_most(1e-8),
                          .reason = "difference quotients of steps 1e-3, fourth order, on values "
                                    "of 10"},
                         {.id = "P16",
                          .place = "section 5.1",
                          .statement = "Recovering t from HDEL's nodes costs an error of at most "
                                       "order 10^-3 in t: largest |t_i - sinh(tau_i)|",
                          .printed = "10^-3",
                          .criterion = at_most(of_order(3).high),
                          .reason = order_reason},
                         {.id = "P16/bound",
                          .place = "section 5.1, proposition 1",
                          .statement = "The bounds (61) hold for the error of the recovered t_i: "
                                       "number of i for which they do not",
                          .printed = "0",
                          .criterion = within(0, 0),
                          .reason = "proposition 1 bounds the trapezoidal rule's error on exact "
                                    "nodes; the error of the nodes r_i comes on top"},
                         {.id = "P17",
                          .place = "(60)",
                          .statement = "C~_i bounds F'' approximately: largest relative shortfall "
                                       "below the maximum cosh(tau_i) of F''",
                          .printed = "<~",
                          .criterion = at_most(0.05),
                          .reason = "one step of relative size h = 0.05 is what the forward "
                                    "difference leaves out"},
                         {.id = "P17/bound",
                          .place = "(60), proposition 1",
                          .statement = "With C~_i proposition 1 bounds the trapezoidal rule's "
                                       "error: number of i for which it does not",
                          .printed = "0",
                          .criterion = within(0, 0),
                          .reason = "C~_i is an estimate: C~_1 = 1 < F''(h) = cosh(h)"},
                         {.id = "P18",
                          .place = "section 5.1",
                          .statement = "With C_i = cosh(tau_i) it does: number of i for which "
                                       "it does not",
                          .printed = "0",
                          .criterion = within(0, 0),
                          .reason = "a bound"}};
  double const printed[]{1.04e-5, 2.09e-5, 2.14e-3};
  int const entries[]{1, 2, 60};
  for (int j = 0; j < 3; ++j)
    all.push_back({.id = fmt::format("P14/{}", entries[j]),
                   .place = "(61)",
                   .statement = fmt::format("|delta t_{}| from C~_i", entries[j]),
                   .printed = fmt::format("{:.2e}", printed[j]),
                   .criterion = within(printed[j], j == 2 ? 5e-6 : 5e-8),
                   .reason = "half a unit of the last printed digit"});
  Claim picture;
  picture.id = "P15";
  picture.place = "figure 4";
  picture.statement = "Difference of approximate and actual error bounds";
  picture.printed = "a picture";
  picture.reason = "no number";
  all.push_back(picture);
  for (auto& claim : all)
    if (claim.id != "P13" && claim.id != "P18") claim.assumption = euler_start;
  return all;
}

}  // namespace

Experiment figure_4() {
  auto const panel = [](std::size_t index, std::string const& y_label,
                        std::vector<Series> const& series) {
    return Panel{.title = fmt::format("({})", "abcd"[index]),
                 .x_label = "{/:Italic i}",
                 .y_label = y_label,
                 .x_range = {{0, 60}},
                 .key = series.size() > 1 ? "top left" : "off",
                 .series = series};
  };
  std::vector<Panel> const panels{
      panel(0, "|{/:Italic C_i} − {/:Italic C̃_i}|", {{"bounds.csv", "i", "difference"}}),
      panel(1, "difference of the bounds", {{"bounds.csv", "i", "difference_of_bounds"}}),
      panel(2, "|δ{/:Italic t_i}|",
            {{"bounds.csv", "i", "actual", "lines", "error of {/:Italic t_i}"},
             {"bounds.csv", "i", "bound_of_run", "lines", "bound, {/:Italic C̃_i}"}}),
      panel(3, "|δ{/:Italic t_i}| / bound",
            {{"bounds.csv", "i", "actual_over_bound", "lines", "error of {/:Italic t_i}"},
             {"bounds.csv", "i", "quadrature_over_bound", "lines", "the same, exact nodes"}})};
  return {
      .id = "fbo2012_figure_4",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Nonholonomic particle: bounds on the error of the recovered time",
      .about = "HDEL as in figure 1; t_i by the trapezoidal rule (35), bounds of proposition 1.",
      .choices = choices({{"what figure 4 shows",
                           "both |C_i - C~_i| and the difference of the bounds on |delta t_i| "
                           "that they give",
                           "caption and text fit either, and no number is printed"}}),
      .claims = claims(),
      .figures = {{.id = "figure_4",
                   .number = "4",
                   .caption =
                       "Nonholonomic particle, HDEL: difference (a) of C_i = cosh τ_i and its "
                       "estimate C̃_i, (b) of the bounds on the error of the recovered time that "
                       "they give; (c) the bound from C̃_i and the actual error of t_i; (d) actual "
                       "error, and that of the trapezoidal rule on exact nodes, over that bound, "
                       "which covers the second only, and not at i = 1.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 4.8,
                   .panels = panels}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
