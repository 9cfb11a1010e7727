#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Largest relative change of the energy of a run with 113 bits.
double energy_change_in_quad(Run const& spec) {
  auto const run = spec.in_quad();
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

/// The energy, and the motion for the figure.
void energies(Findings& findings) {
  auto special = robot_runs();
  special.parameters = {{"J", RawQuad(625) / 1000}};
  double const equal = energy_change_in_quad(special.with(Q(1) / 10, 200)),
               light = energy_change_without_wheels(Q(1) / 10, findings.quick ? 4 : 12);
  auto const band = robot_runs().with(Q(1) / 10, 130).in_double();
  double const first = band.invariant_values[0][0];
  std::vector<double> change, steps, largest_change;
  for (auto const& row : band.invariant_values) change.push_back(row[0] / first - 1);
  for (int const parts : {5, 10, 20, 40}) {
    auto const t = robot_runs().with(RawQuad(1) / parts, 10 * parts).in_double();
    Largest most;
    for (auto const& row : t.invariant_values) most(std::abs(row[0] / first - 1));
    steps.push_back(1.0 / parts);
    largest_change.push_back(most.value);
  }
  double const order = fit_power(steps, largest_change).slope;
  findings.find("R-energy", order,
                fmt::format("{:.3f} (changes {}); {:.1e} in 200 steps if J = m c^2, {:.1e} without "
                            "inertia of the wheels",
                            order, in_words(largest_change), equal, light));

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
  energies(findings);
  findings.progress(0.5);
  auto const orders =
      orders_of(findings, "robot", robot_runs(), 4, {20, 40, 80, 160, 320, 640},
                {error_of_v("velocity", 0, 3), error_of_q("angle", 2, 3), error_of_q("path", 0, 2),
                 error_of_q("wheels", 3, 5), error_of_energy(robot_runs())});
  measure_convergence(findings, "R0", "robot", "robot", orders);
  findings.find("order/two", orders[2].order,
                fmt::format("{:.3f} (errors {})", orders[2].order, in_words(orders[2].errors)));
}

}  // namespace

Experiment robot() {
  return {.id = "immm2008_robot",
          .paper = paper_id,
          .title = "Two-wheeled planar robot: runs",
          .about = "Orders and energy in runs of the integrator.",
          .choices = {{"masses, lengths and the motion",
                       "m_0 = 2, m_1 = .25, J = 1.2, J_w = .05, l = .4, R = .3, c = .5; v = -.5, w "
                       "= 1 at the origin",
                       "none is printed; the robot turns round, as it does when pushed backwards"},
                      {"factor of L_d", "h", "so that its momenta are those of L"}},
          .figures =
              {{.id = "robot",
                .number = "",
                .caption = "Robot, {/:Italic h} = 0.1: every fifth node (points) and exact motion "
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
                      .series = {{"errors_robot.csv", "h", "wheels", "linespoints", "wheels"},
                                 {"errors_robot.csv", "h", "path", "linespoints", "path"},
                                 {"errors_robot.csv", "h", "velocity", "linespoints", "velocity"},
                                 {"errors_robot.csv", "h", "energy", "linespoints", "energy"}}}}}},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
