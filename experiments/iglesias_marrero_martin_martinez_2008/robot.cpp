#include "experiments/iglesias_marrero_martin_martinez_2008/robot_arrows.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Largest relative change of the energy of a run with 113 bits.
double energy_change(Runs const& runs, RawQuad h, long steps) {
  auto const run = runs.in_quad(h, steps);
  Largest change;
  for (auto const& row : run.invariant_values)
    change(double(absolute(row[0] / run.invariant_values[0][0] - 1)));
  return change.value;
}

/// The same from the definitions alone, for wheels without inertia (not in the catalogue: its
/// Lagrangian must be regular).
double energy_change_without_wheels(Q h, int steps) {
  RobotBody body;
  body.Jw = 0;
  auto const system = robot(h, body);
  // E = (P_v^2/m + P_w^2/J)/2 of the momenta along e_1 and e: F^- on s_1 + s_2 and s_1 - s_2.
  auto const energy = [&](Numbers const& p) {
    Q const v = (p[0] + p[1]) / body.R, w = (p[0] - p[1]) * body.c / body.R;
    return (v * v / body.m + w * w / body.J) / 2;
  };
  Numbers const p0{body.R / 2 * (body.m * -0.5Q) + body.R / (2 * body.c) * body.J,
                   body.R / 2 * (body.m * -0.5Q) - body.R / (2 * body.c) * body.J};
  Arrow g = arrow_of_momentum(system, {0, 0}, p0);
  Largest change;
  for (int k = 0; k < steps; ++k) {
    change(double(absolute(energy(legendre_plus(system, g)) / energy(p0) - 1)));
    g = evolved(system, g);
  }
  return change.value;
}

/// R10 and the energy.
void conserved(Findings& findings) {
  auto symmetric = robot_runs();
  symmetric.parameters = {{"l", 0}};
  auto const run = symmetric.in_double(RawQuad(1) / 10, findings.quick ? 1000 : 10000);
  std::vector<double> turning;  // momentum of (R/c) e - d/dphi + d/dpsi
  for (auto const& v : run.v) turning.push_back(0.3 / 0.5 * 1.2 * v[2] - 0.05 * v[3] + 0.05 * v[4]);
  findings.measure("R10", spread(turning) / std::abs(turning[0]));

  auto special = robot_runs();
  special.parameters = {{"J", RawQuad(625) / 1000}};
  findings.measure("R-energy/J=mc2", energy_change(special, RawQuad(1) / 10, 200));
  findings.measure("R-energy/Jw=0",
                   energy_change_without_wheels(Q(1) / 10, findings.quick ? 4 : 12));

  auto const band = robot_runs().in_double(RawQuad(1) / 10, findings.quick ? 2000 : 20000);
  double const first = band.invariant_values[0][0];
  std::vector<double> change;
  for (auto const& row : band.invariant_values) change.push_back(row[0] / first - 1);
  auto const [low, high] = minmax_element_or_nan(change.begin(), change.end());
  // On the final straight motion the energy stays where it is.
  std::vector<double> const second_half(change.begin() + long(change.size()) / 2, change.end());
  findings.measure("R-energy/band", spread(second_half) / (*high - *low),
                   fmt::format("{:.1e} (H/H_0 - 1 in [{:.2e}, {:.2e}], last {:.2e})",
                               spread(second_half) / (*high - *low), *low, *high, change.back()));
  std::vector<double> steps, largest_change;
  for (int const parts : {5, 10, 20, 40}) {
    auto const t = robot_runs().in_double(RawQuad(1) / parts, 10 * parts);
    Largest most;
    for (auto const& row : t.invariant_values) most(std::abs(row[0] / first - 1));
    steps.push_back(1.0 / parts);
    largest_change.push_back(most.value);
  }
  double const order = fit_power(steps, largest_change).slope;
  findings.measure("R-energy/order", order,
                   fmt::format("{:.3f} (changes {})", order, in_words(largest_change)));

  auto& nodes = findings.table("nodes", {"t", "x", "y", "phi", "psi"});
  auto& energy = findings.table("energy", {"t", "energy"});
  for (std::size_t k = 0; k <= 120; ++k) {
    energy.add({band.times[k], change[k]});
    if (k % 5 == 0)
      nodes.add({band.times[k], band.q[k][0], band.q[k][1], band.q[k][3], band.q[k][4]});
  }
  Setting setting;
  setting.case_name = "ROB";
  std::vector<RawQuad> times;
  for (int k = 0; k <= 240; ++k) times.push_back(RawQuad(k) / 20);
  auto& exact = findings.table("exact", {"t", "x", "y", "phi", "psi"});
  for (auto const& s : find_problem("mobile_robot").reference(setting, times).states)
    exact.add({double(s.time), double(s.q[0]), double(s.q[1]), double(s.q[3]), double(s.q[4])});
}

void compute(Findings& findings) {
  conserved(findings);
  findings.progress(0.7);
  measure_orders(findings, "R2/order", robot_runs(), 4, {20, 40, 80, 160, 320, 640},
                 {error_of_v("velocity", 0, 3), error_of_q("angle", 2, 3), error_of_q("path", 0, 2),
                  error_of_q("wheels", 3, 5), error_of_energy(robot_runs())},
                 "errors");
}

std::vector<Claim> claims() {
  std::string const quad = quad_reason,
                    body = "m_0 = 2, m_1 = .25, J = 1.2, J_w = .05, l = .4, R = .3, c = .5";
  ClaimList add{"section 4.6.1", body};
  for (std::string const what : {"velocity", "angle", "path", "wheels", "energy"})
    add("R2/order/" + what, "Order of the " + what + " at T = 4", "not printed", within(2, 0.05),
        order_reason);
  add("R10", "s_1 - s_2 is a horizontal symmetry if l = 0: largest relative change of its momentum",
      "corollary 3.26", at_most(1e-11), "10000 roundings, summed up")
      .assumption = body + "; l = 0, an example of ours";
  add("R-energy/band",
      "The energy has a band and no drift: its spread in the second half of 20000 steps of .1 over "
      "that of the whole",
      "very good energy behavior (section 5)", at_most(1e-6),
      "the motion is straight by then: rounding over 1e-4");
  add("R-energy/order", "Order of the largest relative change of the energy", "not printed",
      within(2, 0.05), "exponent of h over three halvings");
  add("R-energy/J=mc2", "Exact if J = m c^2: largest relative change in 200 steps with 113 bits",
      "not mentioned", at_most(1e-28), "113 bits")
      .assumption = body + "; J = m c^2";
  add("R-energy/Jw=0", "Exact if the wheels have no inertia: largest relative change",
      "not mentioned", at_most(1e-22), quad)
      .assumption = body + "; J_w = 0";
  return add.all;
}

}  // namespace

Experiment robot() {
  return {.id = "immm2008_robot",
          .paper = paper_id,
          .title = "Two-wheeled planar robot: runs",
          .about = "Orders, energy and a symmetry in runs of the integrator.",
          .choices = {{"masses, lengths and the motion",
                       "m_0 = 2, m_1 = .25, J = 1.2, J_w = .05, l = .4, R = .3, c = .5; v = -.5, w "
                       "= 1 at the origin",
                       "none is printed; the robot turns round, as it does when pushed backwards"},
                      {"factor of L_d", "h", "so that its momenta are those of L"}},
          .claims = claims(),
          .figures = {{.id = "robot",
                       .number = "",
                       .caption =
                           "Robot, {/:Italic h} = 0.1: every fifth node (points) and exact motion "
                           "(lines). (a) Path of the middle of the axle. (b) Angles of the wheels. "
                           "(c) Relative change of the energy. (d) Errors at {/:Italic T} = 4.",
                       .columns = 2,
                       .width = 6.9,
                       .height = 5.8,
                       .panels =
                           {{.title = "(a) path",
                             .x_label = "{/:Italic x}",
                             .y_label = "{/:Italic y}",
                             .series = {{"exact.csv", "x", "y", "lines", ""},
                                        {"nodes.csv", "x", "y", "points", ""}}},
                            {.title = "(b) wheels",
                             .x_label = "{/:Italic t}",
                             .y_label = "{/:Italic φ}, {/:Italic ψ}",
                             .key = "bottom left",
                             .series = {{"exact.csv", "t", "phi", "lines", "{/:Italic φ}"},
                                        {"exact.csv", "t", "psi", "lines", "{/:Italic ψ}"},
                                        {"nodes.csv", "t", "phi", "points", ""},
                                        {"nodes.csv", "t", "psi", "points", ""}}},
                            {.title = "(c) energy",
                             .x_label = "{/:Italic t}",
                             .y_label = "{/:Italic H}/{/:Italic H}_0 − 1",
                             .series = {{"energy.csv", "t", "energy", "lines", ""}}},
                            {.title = "(d) errors",
                             .x_label = "{/:Italic h}",
                             .y_label = "error",
                             .x_scale = "log",
                             .y_scale = "log",
                             .x_range = {{0.005, 0.3}},
                             .y_range = {{1e-9, 1}},
                             .key = "bottom right",
                             .series = {{"errors.csv", "h", "wheels", "linespoints", "wheels"},
                                        {"errors.csv", "h", "path", "linespoints", "path"},
                                        {"errors.csv", "h", "velocity", "linespoints", "velocity"},
                                        {"errors.csv", "h", "energy", "linespoints", "energy"}}}}}},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
