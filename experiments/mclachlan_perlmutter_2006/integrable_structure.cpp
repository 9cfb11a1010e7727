#include <fmt/format.h>

#include "experiments/core/fit.hpp"
#include "experiments/mclachlan_perlmutter_2006/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double amplitudes[]{0.5, 1.0, 2.0, 5.0};

/// Largest departure of the y of (4.18) from a sin(i theta) over one period.
double y_error(double a, int N) {
  double const h = step_of_period(N), theta = 2 * std::asin(h / 2);
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  RunSpec spec;
  spec.setting = setting_of({1, y0, 0, 0, vy0, 0});
  spec.step = RawQuad(h);
  spec.steps = N;
  spec.every = 1;
  auto const run = find_problem("contact_oscillator").method("dla_leapfrog").integrate(spec);
  double error = 0;
  for (std::size_t i = 0; i < run.q.size(); ++i)
    error = larger_or_nan(error, std::abs(run.q[i][1] - a * std::sin(double(i) * theta)));
  return error;
}

void compute(Findings& findings) {
  // C1 and the rotation angles gamma(a).
  double not_orthogonal = 0;
  std::map<double, double> gamma;
  for (double a : amplitudes) {
    auto const omega = flow_matrix(a);
    not_orthogonal = larger_or_nan({not_orthogonal,
                                    (omega.transpose() * omega - Eigen::Matrix3d::Identity())
                                        .cwiseAbs()
                                        .template maxCoeff<Eigen::PropagateNaN>(),
                                    std::abs(omega.determinant() - 1)});
    gamma[a] = rotation_angle(omega, 1);
    findings.progress(a / 6);
  }
  findings.measure("C1", not_orthogonal);
  findings.measure("C2", larger_or_nan(y_error(1, 40), y_error(3, 17)));

  // C4: spectra for y-orbits that are symmetric about a node. C7: the angles alpha.
  double defect = 0, order_at_one = 0, difference_at_one = 0;
  std::vector<std::string> orders;
  for (auto const& [a, g] : gamma) {
    auto& angles = findings.table(fmt::format("rotation_angles_{}", a),
                                  {"N", "h", "alpha", "gamma", "difference"});
    std::vector<double> h, difference;
    for (int N : {20, 40, 80, 160}) {
      h.push_back(step_of_period(N));
      auto const map = time_map("dla_leapfrog", a, h.back(), N, 0);
      defect = larger_or_nan(defect, spectrum_defect(map, {1}));
      double const alpha = rotation_angle(map, 1);
      difference.push_back(std::abs(alpha - g));
      angles.add({double(N), h.back(), alpha, g, difference.back()});
    }
    double const order = fit_power(h, difference).slope;
    orders.push_back(fmt::format("{:.3f}", order));
    if (a == 1) {
      order_at_one = order;
      difference_at_one = difference.back();
    }
  }
  findings.measure("C4", defect);
  findings.measure("C7", order_at_one,
                   fmt::format("{:.3f} (alpha - gamma = {:.2e} at N = 160; a = 0.5, 1, 2, 5: {})",
                               order_at_one, difference_at_one, fmt::join(orders, ", ")));
}

Panel angle_panel() {
  Panel panel{.x_label = "{/:Italic h}",
              .y_label = "|{/:Italic α} − {/:Italic γ}|",
              .x_scale = "log",
              .y_scale = "log",
              .x_range = {{0.01, 1}},
              .key = "bottom right",
              .series = {}};
  for (double a : amplitudes)
    panel.series.push_back({fmt::format("rotation_angles_{}.csv", a), "h", "difference",
                            "linespoints", fmt::format("{{/:Italic a}} = {}", a)});
  return panel;
}

}  // namespace

Experiment integrable_structure() {
  std::string const symmetric = "the y-orbit passes a node at y = 0 (the paper's b = 0)";
  return {
      .id = "mp2006_integrable_structure",
      .paper = "mclachlan_perlmutter_2006",
      .title = "How the integrable structure of the contact oscillator survives",
      .about =
          "Section 5.1: along a periodic y-orbit the contact oscillator is linear in (x, z, vz). "
          "Spectra of the maps over one period of y, h = 2 sin(pi/N), from runs of basis vectors.",
      .choices = {{"the phase of the y-orbit on the grid", "y_i = a sin(i theta)",
                   "the paper's b = 0 does not say where the nodes fall; the study of the step's "
                   "limits takes other phases too"}},
      .claims = {{.id = "C1",
                  .place = "(5.2)",
                  .statement = "The time-2 pi flow in (x, z, vz sqrt(1 + y^2)) is a rotation",
                  .printed = "in SO(3)",
                  .criterion = at_most(1e-14),
                  .reason = "quad references rounded to double; a = 0.5, 1, 2, 5"},
                 {.id = "C2",
                  .place = "section 5.1",
                  .statement = "y follows leapfrog with theta = 2 asin(h/2): y_i = a sin(i theta)",
                  .printed = "0",
                  .criterion = at_most(1e-13),
                  .reason = "rounding over one period"},
                 {.id = "C4",
                  .place = "section 5.1",
                  .statement = "The time-N map of (4.18) has eigenvalues 1, exp(+-i alpha)",
                  .printed = "0",
                  .criterion = at_most(1e-10),
                  .reason = "rounding of products of up to 160 steps; a = 0.5 ... 5",
                  .correction = {},
                  .assumption = symmetric},
                 {.id = "C7",
                  .place = "section 5.1",
                  .statement = "Discrete and exact flow are conjugate: the rotation angles agree "
                               "to O(h^2)",
                  .printed = "2",
                  .criterion = within(2, 0.05),
                  .reason = "slope over N = 20 ... 160 at a = 1",
                  .correction = {},
                  .assumption =
                      symmetric + ", and orbits are re-labelled, as the angles differ at equal a"}},
      .figures = {{.id = "rotation_angles",
                   .number = "",
                   .caption = "Difference of the rotation angles of (4.18), α, and of the exact "
                              "flow, γ, over one period of y of amplitude a.",
                   .columns = 1,
                   .width = 4.2,
                   .height = 3.3,
                   .panels = {angle_panel()}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
