#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::veselova_study {

namespace {

/// Draws the vertical and the energy of the figure.
void long_runs(Study& study) {
  long const steps = study.quick ? 4000 : 20000;
  struct Long {
    std::string key, name;
    int parts;
  };
  for (auto const& [key, name, parts] :
       {Long{"free", "free", 10}, {"heavy", "heavy", 20}, {"heavy-coarse", "heavy", 10}}) {
    auto const run = study.execute(veselova_run(name).with(Quad(1) / parts, steps));
    std::vector<double> energy;
    for (std::size_t k = 0; k < run.q.size(); ++k)
      energy.push_back(run.invariant_values[k][0] - run.invariant_values[0][0]);
    if (key != "heavy-coarse") {
      auto& band = study.table("gamma_" + key, {"g1", "g2"});
      for (auto const& q : run.q)
        if (q[2] >= 0) band.add({q[0], q[1]});
    }
    auto& errors = study.table("energy_" + key, {"t", "error"});
    for (std::size_t k = 0; k < energy.size(); k += 10) errors.add({run.times[k], energy[k]});
  }
  auto& rim = study.table("rim", {"x", "y"});
  for (int k = 0; k <= 360; ++k)
    rim.add({std::cos(k * 0.017453292519943295), std::sin(k * 0.017453292519943295)});
}

}  // namespace

void veselova(Study& study) {
  long_runs(study);
  study.progress(0.6);

  auto const errors = [&](std::string const& key, Run const& run) {
    return errors_of(
        study, key, run, {20, 40, 80, 160, 320, 640},
        {error_of_q("gamma", 0, 3), error_of_v("velocity", 0, 3), error_of_energy(study, run)});
  };
  measure_orders(study, "V0", "Veselova", "Veselova body with $mgl$ = 0",
                 errors("free", veselova_run("free")));
  measure_orders(study, "V0", "Veselova", "Veselova body with $mgl$ = 1",
                 errors("heavy", veselova_run("heavy")));
  control_orders(study, "V0", "another weight", veselova_run("heavy"), 4, error_of_q("gamma", 0, 3),
                 motion_of_another(study, veselova_run("heavy"), 4, {{"mgl", 1.1_quad}}));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::veselova_study
