#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

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

void measure_orders(Findings& findings) {
  FarthestOrder positions{2}, velocities{2};
  ErrorsOverSteps all;
  for (auto const& s : systems)
    for (auto const& tau : taus) {
      auto const of = "_" + s.column + "_" + tau;
      add(all, errors_over_steps(findings, s.run(tau), 1, {20, 40, 80, 160, 320},
                                 {position_error("q" + of), velocity_error("v" + of)}));
      positions.add(s.name + " " + tau, all["q" + of].order);
      velocities.add(s.name + " " + tau, all["v" + of].order);
    }
  add_table(findings, "errors", all);
  findings.find("FJM-14/orders", positions.value,
                "positions: " + positions.text() + "; velocities: " + velocities.text());
}

/// Energy of the snakeboard up to t = 50. At h = 0.1 the alternating mode has grown by then.
void measure_energy(Findings& findings) {
  Largest largest;
  std::vector<std::string> words;
  std::vector<Trajectory<double>> shown;
  for (auto const& tau : taus) {
    auto const run = systems[0].run(tau);
    shown.push_back(findings.execute(run.with(RawQuad(1) / 10, 500)));
    double const smallest =
        findings.execute(run.with(RawQuad(1) / 80, 4000, 0)).invariants.front().max_deviation;
    words.push_back(fmt::format("{}: {:.1e} at h = 0.1, {:.1e} at h = {:.4g}", tau,
                                shown.back().invariants.front().max_deviation, smallest, 0.1 / 8));
    largest(smallest);
  }
  auto& table = findings.table("energy", {"t", "cayley", "exp"});
  for (std::size_t k = 0; k < shown[0].q.size(); ++k)
    table.add({0.1 * double(k), shown[0].invariant_values[k][0] - shown[0].invariant_values[0][0],
               shown[1].invariant_values[k][0] - shown[1].invariant_values[0][0]});
  findings.find("FJM-13/energy", largest.value, fmt::format("{}", fmt::join(words, "; ")));
}

void compute(Findings& findings) {
  measure_orders(findings);
  findings.progress(0.7);
  measure_energy(findings);
}

Panel order_panel(std::string title, std::string const& which, std::string label, bool key) {
  std::vector<Series> all;
  for (std::size_t i : {0, 1, 3})
    for (auto const& tau : taus)
      all.push_back(over_steps(which + "_" + systems[i].column + "_" + tau,
                               systems[i].name + (tau == "exp" ? ", exp" : ", Cayley")));
  auto panel = errors_panel(std::move(title), std::move(label), std::move(all), {{0.002, 0.1}},
                            {{1e-9, 1e-2}});
  if (!key) panel.key = "off";
  return panel;
}

}  // namespace

Experiment reduced() {
  auto panels = std::vector{order_panel("(a) position", "q", "error of position", true),
                            order_panel("(b) velocity", "v", "error of velocity", false)};
  panels.push_back(plain_panel("(c) snakeboard, " + italic("h") + " = 0.1", italic("t"),
                               italic("H") + " - " + italic("H") + "_0",
                               {{"energy.csv", "t", "cayley", "lines", "Cayley"},
                                {"energy.csv", "t", "exp", "lines", "exp"}},
                               {{0, 50}}));
  panels.back().key = "bottom left";
  return {.id = "fjm2015_reduced",
          .paper = paper_id,
          .title = "Reduced systems: orders and energy",
          .about =
              "Reduced GNI with the Cayley and the exponential map, on systems whose reduced "
              "space is R^2 x se(2), se(2) and so(3).",
          .choices = {{"examples", "snakeboard, Chaplygin sleigh and a constrained rigid body",
                       "the paper has none for linear constraints"},
                      {"the start", "multiplier",
                       "the smallest alternating mode of the starts that need no second point"}},
          .figures = {{.id = "orders_and_energy",
                       .number = "",
                       .caption = "Reduced GNI with two retractions: errors at t = 1 in (a) "
                                  "reconstructed position and (b) velocity of the average "
                                  "momentum; (c) energy error on the snakeboard.",
                       .columns = 2,
                       .width = 6.9,
                       .height = 5.8,
                       .panels = std::move(panels)}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
