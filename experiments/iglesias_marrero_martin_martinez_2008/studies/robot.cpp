#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"

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

/// Draws the energy and the motion of the figure.
void energies(Study& study) {
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
  study.uses("E32");
  energies(study);
  study.progress(0.5);
  auto const errors =
      errors_of(study, "robot", robot_run(), {20, 40, 80, 160, 320, 640},
                {error_of_v("velocity", 0, 3), error_of_q("angle", 2, 3), error_of_q("path", 0, 2),
                 error_of_q("wheels", 3, 5), error_of_energy(study, robot_run())});
  measure_orders(study, "R0", "robot", "robot", errors);
  control_orders(study, "R0", "another body", robot_run(), 4, error_of_q("path", 0, 2),
                 motion_of_another(study, robot_run(), 4, {{"J", 1.3_quad}}));
  auto with_J1 = robot_run();
  with_J1.parameters = {{"Jw", 0.1_quad}};
  control_orders(study, "R0", "J_1 = 2 J_2 in L_d alone", with_J1, 4, error_of_q("path", 0, 2),
                 motion_of_another(study, robot_run(), 4, {}));
  find_order(study, "order/two", errors["path"]);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::robot_study
