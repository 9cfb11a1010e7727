#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::particle_study {

namespace {

Run part_run(Quad step, long steps) {
  return {"nonholonomic_particle", "particle_dla", "PART", step, steps};
}

/// Energies |dq/h|^2/2 of the intervals.
std::vector<double> interval_energies(Trajectory<double> const& t, double h) {
  std::vector<double> all;
  for (std::size_t k = 1; k < t.q.size(); ++k) {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::pow((t.q[k][c] - t.q[k - 1][c]) / h, 2);
    all.push_back(sum / 2);
  }
  return all;
}

void draw(Study& study) {
  auto& exact = study.table("exact", {"x", "y"});
  for (double y = -3; y <= 3; y += 0.05)
    exact.add({std::sqrt(10.0) / 2 * (std::asinh(y) + std::asinh(3.0)), y});
  auto& coarse = study.table("coarse", {"x", "y"});
  for (auto const& q : study.execute(part_run(0.5_quad, 12)).q) coarse.add({q[0], q[1]});
  for (auto const& [name, step] : {std::pair{"a", 0.2_quad}, {"b", 0.1_quad}, {"c", 0.05_quad}}) {
    auto& table = study.table(std::string("energy_") + name, {"t", "error"});
    long const steps = std::lround(double(6 / step));
    auto const energies = interval_energies(study.execute(part_run(step, steps)), double(step));
    for (std::size_t k = 0; k < energies.size(); ++k)
      table.add({double(step) * (double(k) + 0.5), energies[k] - 1.75});
  }
}

}  // namespace

void particle(Study& study) {
  // Run from y = -1 with y' = 1 and a step of 4.
  auto run = part_run(4, 1);
  run.q = std::vector<Quad>{0, -1, 0};
  run.v = std::vector<Quad>{0.5_quad, 1, -0.5_quad};
  auto const outcome = study.execute(run).outcome;
  study.add_finding("P5/step", outcome == Outcome::ok, name_of(outcome));
  measure_orders(study, "P0", "particle", "particle",
                 errors_of(study, "part", part_run(0, 0), {25, 50, 100, 200, 400, 800},
                           {error_of_q("position", 0, 3), error_of_v("momentum", 0, 3)}, 5));
  // Without the constraint the velocity is constant.
  auto free = study.reference(part_run(0, 0), {0}).at(0);
  for (std::size_t i = 0; i < 3; ++i) free.q[i] += 5 * free.v[i];
  control_orders(study, "P0", "unconstrained particle", part_run(0, 0), 5,
                 error_of_q("position", 0, 3), free);
  study.progress(0.5);
  draw(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::particle_study
