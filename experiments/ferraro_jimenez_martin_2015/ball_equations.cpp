#include "experiments/ferraro_jimenez_martin_2015/printed_forms_ball.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 15;

/// Masses, radii and inertias at which the matrices are compared; the third is the paper's.
std::vector<BallData> const& samples() {
  static std::vector<BallData> const all{{1, 1, Vec3(2, 2, 2) / 3, 1},
                                         {0.7, 1.3, Vec3(0.4, 0.9, 0.6), -0.5},
                                         {},
                                         {5, 0.2, Vec3(0.1, 0.07, 0.15), 2}};
  return all;
}

/// Largest entries by which the printed D~, D~-perp, (44) and (45) fail.
struct MatrixDefects {
  double distribution = 0, orthogonal = 0, Q = 0, P = 0;
};
MatrixDefects matrix_defects() {
  MatrixDefects d;
  auto const raise = [](double& most, double value) { most = larger_or_nan(most, value); };
  for (auto const& b : samples()) {
    Eigen::Matrix<double, 5, 3> D = Eigen::Matrix<double, 5, 3>::Zero();
    D(0, 0) = b.r, D(3, 0) = 1, D(1, 1) = -b.r, D(2, 1) = 1, D(4, 2) = 1;
    Eigen::Matrix<double, 5, 2> normal = Eigen::Matrix<double, 5, 2>::Zero();
    normal(0, 0) = 1, normal(3, 0) = -b.m * b.r / b.I[1];
    normal(1, 1) = 1, normal(2, 1) = b.m * b.r / b.I[0];
    raise(d.distribution, (b.mu() * D).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
    raise(
        d.orthogonal,
        (D.transpose() * b.metric() * normal).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
    raise(d.Q,
          (b.printed_Q() - b.projection()).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
    raise(d.P, (b.printed_P() - (Mat5::Identity() - b.projection()))
                   .cwiseAbs()
                   .template maxCoeff<Eigen::PropagateNaN>());
  }
  return d;
}

struct Interval {
  double dx, dy;  ///< of the contact point
  Vec3 w;
};

/// The five equations after (45) for two intervals of length h that meet at (x, y). `omega_sign` is
/// +1 as they are printed and -1 as the literal sign of Pi in (42b) would make them.
Vec5 equations(BallData const& b, Interval const& now, Interval const& before, double x, double y,
               double h, double omega_sign = 1) {
  auto const &w = now.w, &u = before.w;
  auto const& I = b.I;
  double const nw = b.norm2(w), nu = b.norm2(u), r = b.r, Omega = omega_sign * b.Omega;
  double const O1 = h * h / 4 * (w[1] * nw - u[1] * nu);
  double const O2 = -h * h / 4 * (w[0] * nw - u[0] * nu);
  double const O3 = h * h / 4 * (w[2] * nw - u[2] * nu);
  double const O4 = -h * h / (8 * I[1]) * r * (w[1] * nw + u[1] * nu);
  double const O5 = h * h / (8 * I[0]) * r * (w[0] * nw + u[0] * nu);
  Vec5 e;
  e << b.m * r * (now.dx - before.dx) / h + I[1] * (w[1] - u[1]) +
           h / 2 * (I[0] - I[2]) * (w[0] * w[2] + u[0] * u[2]) + O1,
      b.m * r * (now.dy - before.dy) / h - I[0] * (w[0] - u[0]) -
          h / 2 * (I[2] - I[1]) * (w[1] * w[2] + u[1] * u[2]) + O2,
      I[2] * (w[2] - u[2]) + h / 2 * (I[1] - I[0]) * (w[0] * w[1] + u[0] * u[1]) + O3,
      (now.dx + before.dx) / (2 * h) + Omega * y - r * (w[1] + u[1]) / 2 -
          r * h / 4 * (I[0] - I[2]) / I[1] * (w[0] * w[2] - u[0] * u[2]) + O4,
      (now.dy + before.dy) / (2 * h) - Omega * x + r * (w[0] + u[0]) / 2 +
          r * h / 4 * (I[2] - I[1]) / I[0] * (w[1] * w[2] - u[1] * u[2]) + O5;
  return e;
}

/// Largest residuals along a run.
struct Residuals {
  Vec5 printed = Vec5::Zero(), literal = Vec5::Zero();
  double reflection = 0;  ///< of p^- = p^+ - 2 Q* (p^+ - Pi) with the printed Q
};
Residuals residuals(Trajectory<double> const& t, double h) {
  BallData const b;
  Residuals most;
  auto const interval = [&](std::size_t i) {  // the one that ends at node i
    auto const v = momenta_of_step(t, i).interval;
    return Interval{t.q[i][0] - t.q[i - 1][0], t.q[i][1] - t.q[i - 1][1], Vec3(v[2], v[3], v[4])};
  };
  for (std::size_t k = 1; k + 1 < t.q.size(); ++k) {
    double const x = t.q[k][0], y = t.q[k][1];
    auto const now = interval(k + 1), before = interval(k);
    most.printed = most.printed.cwiseMax(equations(b, now, before, x, y, h).cwiseAbs());
    most.literal = most.literal.cwiseMax(equations(b, now, before, x, y, h, -1).cwiseAbs());
    auto const momenta = momenta_of_step(t, k);
    Vec5 const p = Vec5::Map(momenta.p.data()), plus = Vec5::Map(momenta.p_plus.data());
    Vec5 const expected = plus - 2 * b.printed_Q().transpose() * (plus - b.Pi(x, y));
    most.reflection = larger_or_nan(
        most.reflection, (p - expected).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
  }
  return most;
}

void compute(Findings& findings) {
  auto const d = matrix_defects();
  findings.measure("FJM-15/D", d.distribution);
  findings.measure("FJM-15/D-perp", d.orthogonal);
  findings.measure("FJM-15/(44)", d.Q);
  findings.measure("FJM-15/(45)", d.P);

  Runs const runs{"body_frame_ball", "figure_3", "reduced_gni", "euler"};
  auto const t = run(runs, total_time, 100, 1);
  watch(findings, runs, t);
  auto const r = residuals(t, total_time / 100.0);
  for (int i = 0; i < 5; ++i) findings.measure(fmt::format("FJM-16/{}", i + 1), r.printed[i]);
  double const least = smaller_or_nan(r.literal[3], r.literal[4]);
  findings.measure("FJM-16/literal", least,
                   fmt::format("{:.3f} and {:.3f}", r.literal[3], r.literal[4]));
  findings.measure("FJM-15/reflection", r.reflection);

  auto const& method = find_problem("body_frame_ball").method("reduced_gni");
  Runs const plain{"body_frame_ball", "figure_3", "reduced_gni", "plain"};
  findings.measure("FJM-17/symmetric",
                   method.reversibility_defect(specification(plain, total_time, 100)));
  auto const exact = exact_state("body_frame_ball", "figure_3", total_time);
  auto& errors = findings.table("errors", {"h", "position", "spin"});
  Numbers h, error;
  for (long const steps : {100, 200, 400, 800, 1600}) {
    auto const run_of = run(plain, total_time, steps);
    h.push_back(double(total_time) / double(steps));
    error.push_back(contact_distance(run_of.q.back(), exact.q));
    errors.add({h.back(), error.back(), spin_distance(run_of.v.back(), exact.v)});
  }
  double const order = fit_power(h, error).slope;
  findings.measure("FJM-17", order, fmt::format("{:.3f}", order));
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const identity = [&](std::string key, std::string place, std::string statement) {
    all.push_back({.id = "FJM-15/" + std::move(key),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = "an equality",
                   .criterion = at_most(1e-13),
                   .reason = "rounding; entries up to 5, four sets of data"});
  };
  identity("D", "section 7.4",
           "The printed basis of D~ satisfies the linear part of (40): "
           "largest entry of mu D");
  identity("D-perp", "section 7.4", "The printed basis of D~-perp is orthogonal to D~");
  identity("(44)", "(44)", "Q = G^-1 mu^T C^-1 mu: largest difference of an entry");
  identity("(45)", "(45)", "P = 1 - Q: largest difference of an entry");
  all.push_back({.id = "FJM-15/reflection",
                 .place = "(42), (44)",
                 .statement = "The momenta of a run obey (42) with the matrix (44): largest "
                              "residual of p^- = p^+ - 2 Q* (p^+ - Pi)",
                 .printed = "an equality",
                 .criterion = at_most(1e-13),
                 .reason = "rounding; momenta up to 2",
                 .correction = "-2 Q* Pi in (42b) (E13)"});
  for (int i = 1; i <= 5; ++i)
    all.push_back({.id = fmt::format("FJM-16/{}", i),
                   .place = "after (45)",
                   .statement = fmt::format("Equation {} of the five, with O_{}: largest residual "
                                            "along a run of 100 steps of 0.15",
                                            i, i),
                   .printed = "0",
                   .criterion = at_most(1e-12),
                   .reason = "rounding, and differences of positions over h"});
  all.push_back({.id = "FJM-16/literal",
                 .place = "(42b) against the equations after (45)",
                 .statement = "With the printed sign of Pi the last two equations do not hold: the "
                              "smaller of their largest residuals on the same run (negative "
                              "control)",
                 .printed = "+2 Q* Pi",
                 .criterion = at_least(0.1),
                 .reason = "2 Omega |(x, y)| is of order one",
                 .correction = "-2 Q* Pi (E13)"});
  all.push_back({.id = "FJM-17",
                 .place = "after (45)",
                 .statement =
                     "Order of the discrete scheme: exponent of h in the position error at "
                     "T = 15",
                 .printed = "order-one consistent",
                 .criterion = within(1, 0.2),
                 .reason = "as printed; a second-order scheme shows 2",
                 .correction = {},
                 .assumption = start_b});
  all.push_back({.id = "FJM-17/symmetric",
                 .place = "after (45)",
                 .statement = "The scheme is its own adjoint, so that its order is even: defect of "
                              "F_(-h) F_h = 1, by the reversing symmetry",
                 .printed = "(not stated)",
                 .criterion = at_most(1e-13),
                 .reason = "rounding"});
  return all;
}

}  // namespace

Experiment ball_equations() {
  std::string const file = "errors.csv";
  return {.id = "fjm2015_ball_equations",
          .paper = paper_id,
          .title = "The printed equations of the rolling ball",
          .about =
              "Projections (44), (45) and the five discrete equations after (45) against "
              "linear algebra and against runs of the reduced GNI with the Cayley map.",
          .choices = {starts_choice(),
                      {"where the equations are tested",
                       "the data of the second example, start A, 100 steps of 0.15",
                       "the coarsest run of figure 3: O_1, ..., O_5 are largest there"}},
          .claims = claims(),
          .figures = {{.id = "order",
                       .number = "",
                       .caption = "Second example, start B: errors at {/:Italic T} = 15 against "
                                  "the exact motion fall with {/:Italic h}^2.",
                       .width = 4.6,
                       .height = 3.6,
                       .panels = {{.title = "",
                                   .x_label = "{/:Italic h}",
                                   .y_label = "error",
                                   .x_scale = "log",
                                   .y_scale = "log",
                                   .x_range = {{0.006, 0.3}},
                                   .key = "bottom right",
                                   .series = {{file, "h", "position", "linespoints",
                                               "({/:Italic x}, {/:Italic y})"},
                                              {file, "h", "spin", "linespoints", "ω"}}}}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
