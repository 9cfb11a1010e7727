#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::robot_study {

namespace {

/// Relative changes of the energy along a run.
template <class S>
std::vector<double> energy_changes(Trajectory<S> const& run) {
  std::vector<double> changes;
  for (auto const& row : run.invariant_values)
    changes.push_back(double(row[0] / run.invariant_values[0][0] - 1));
  return changes;
}

/// Largest relative energy change from the definitions alone, for wheels without inertia. The
/// catalogue requires a regular Lagrangian and excludes this case.
double energy_change_without_wheels(Quad h, int steps) {
  RobotBody body;
  body.Jw = 0;
  auto const system = robot(h, body);
  // Energy E = (P_v^2/m + P_w^2/J)/2 of the momenta along e_1 and e: F^- on s_1 + s_2 and s_1 -
  // s_2.
  auto const energy = [&](Vector const& p) {
    Quad const v = (p[0] + p[1]) / body.R, w = (p[0] - p[1]) * body.c / body.R;
    return (v * v / body.m + w * w / body.J) / 2;
  };
  Quad const along = body.R / 2 * (body.m * -0.5_quad), turn = body.R / (2 * body.c) * body.J;
  Vector const p0{{along + turn, along - turn}};
  Arrow g = arrow_of_momentum(system, Vector::Zero(2), p0);
  Largest change;
  for (int k = 0; k < steps; ++k) {
    change(double(energy(legendre_plus(system, g)) / energy(p0) - 1));
    g = evolved(system, g);
  }
  return change.value;
}

/// Measures the energy, and draws the motion of the figure.
void energies(Study& study) {
  auto special = robot_run().with(Quad(1) / 10, 200);
  special.parameters = {{"J", Quad(625) / 1000}};
  double const equal = largest(energy_changes(study.execute_quad(special))),
               light = energy_change_without_wheels(Quad(1) / 10, study.quick ? 4 : 12);
  std::vector<double> steps, largest_change;
  for (int const parts : {5, 10, 20, 40}) {
    auto const run = robot_run().with(Quad(1) / parts, 10 * parts);
    steps.push_back(1.0 / parts);
    largest_change.push_back(largest(energy_changes(study.execute(run))));
  }
  double const order = fit_power(steps, largest_change).slope;
  study.add_finding(
      "R-energy", order,
      fmt::format("{:.3f} (changes {}); {:.1e} in 200 steps if $J = m c^2$, {:.1e} without "
                  "inertia of the wheels",
                  order, in_words(largest_change), equal, light));

  auto const band = study.execute(robot_run().with(Quad(1) / 10, 130));
  auto const change = energy_changes(band);
  auto& nodes = study.table("nodes", {"t", "x", "y", "phi", "psi"});
  auto& energy = study.table("energy", {"t", "energy"});
  for (std::size_t k = 0; k <= 120; ++k) {
    energy.add({band.times[k], change[k]});
    if (k % 5 == 0)
      nodes.add({band.times[k], band.q[k][0], band.q[k][1], band.q[k][3], band.q[k][4]});
  }
  std::vector<Quad> times;
  for (int k = 0; k <= 240; ++k) times.push_back(Quad(k) / 20);
  auto& exact = study.table("exact", {"t", "x", "y", "phi", "psi"});
  for (auto const& s : study.reference(robot_run(), times))
    exact.add({double(s.time), double(s.q[0]), double(s.q[1]), double(s.q[3]), double(s.q[4])});
}

}  // namespace

void robot(Study& study) {
  energies(study);
  study.progress(0.5);
  auto const errors =
      errors_of(study, "robot", robot_run(), {20, 40, 80, 160, 320, 640},
                {error_of_v("velocity", 0, 3), error_of_q("angle", 2, 3), error_of_q("path", 0, 2),
                 error_of_q("wheels", 3, 5), error_of_energy(study, robot_run())});
  measure_orders(study, "R0", "robot", "robot", errors);
  control_orders(study, "R0", "another body", robot_run(), 4, error_of_q("path", 0, 2),
                 motion_of_another(study, robot_run(), 4, {{"J", 1.3_quad}}));
  find_order(study, "order/two", errors["path"]);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::robot_study
