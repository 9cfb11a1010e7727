#include "experiments/core/words.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::reduced_study {

namespace {

std::vector<std::string> const taus{"cayley", "exp"};

struct System {
  std::string column, name, problem, case_name;

  Run run(std::string const& retraction) const {
    return {.problem = problem,
            .method = "reduced_gni",
            .case_name = case_name,
            .options = {{"retraction", retraction}}};
  }
};
std::vector<System> const systems{
    {"snakeboard", "snakeboard", "snakeboard", "FIM"},
    {"sleigh", "sleigh", "chaplygin_sleigh", "FIM"},
    {"so3", "SO(3)", "constrained_so3", "FIM"},
    {"so3_inertia", "SO(3), inertia", "constrained_so3", "FIM-inertia"}};

void measure_orders(Study& study) {
  FarthestOrder positions{2}, velocities{2};
  ErrorsOverSteps all;
  for (auto const& s : systems)
    for (auto const& tau : taus) {
      auto const of = "_" + s.column + "_" + tau;
      add(all, errors_over_steps(study, s.run(tau), 1, {20, 40, 80, 160, 320},
                                 {position_error("q" + of), velocity_error("v" + of)}));
      positions.add(s.name + " " + tau, all["q" + of].order);
      velocities.add(s.name + " " + tau, all["v" + of].order);
    }
  add_table(study, "errors", all);
  study.add_finding("FJM-14/orders", positions.value,
                    "positions: " + positions.text() + "; velocities: " + velocities.text());
}

/// Draws the energy of the snakeboard up to t = 50, when the alternating mode for h = 0.1 has
/// grown.
void draw_energy(Study& study) {
  std::vector<Trajectory<double>> shown;
  for (auto const& tau : taus)
    shown.push_back(study.execute(systems[0].run(tau).with(0.1_quad, 500)));
  auto& table = study.table("energy", {"t", "cayley", "exp"});
  for (std::size_t k = 0; k < shown[0].q.size(); ++k)
    table.add({0.1 * double(k), shown[0].invariant_values[k][0] - shown[0].invariant_values[0][0],
               shown[1].invariant_values[k][0] - shown[1].invariant_values[0][0]});
}

}  // namespace

void reduced(Study& study) {
  measure_orders(study);
  study.progress(0.7);
  draw_energy(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::reduced_study
