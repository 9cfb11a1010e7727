#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

std::vector<std::string> const taus{"cayley", "exp"};

struct System {
  std::string column, name, problem, case_name;
};
std::vector<System> const systems{
    {"snakeboard", "snakeboard", "snakeboard", "FIM"},
    {"sleigh", "sleigh", "chaplygin_sleigh", "FIM"},
    {"so3", "SO(3)", "constrained_so3", "FIM"},
    {"so3_inertia", "SO(3), inertia", "constrained_so3", "FIM-inertia"}};

void measure_orders(Findings& findings) {
  std::vector<std::string> columns{"h"};
  for (auto const& s : systems)
    for (auto const& tau : taus)
      columns.insert(columns.end(), {"q_" + s.column + "_" + tau, "v_" + s.column + "_" + tau});
  auto& table = findings.table("errors", columns);
  FarthestOrder positions(2), velocities(2);
  std::vector<Orders> all;
  for (auto const& s : systems)
    for (auto const& tau : taus) {
      all.push_back(
          observed({s.problem, s.case_name, "reduced_gni", "multiplier", {{"retraction", tau}}}, 1,
                   {20, 40, 80, 160, 320}));
      positions.add(s.name + " " + tau, all.back().of(&EndErrors::position));
      velocities.add(s.name + " " + tau, all.back().of(&EndErrors::velocity));
    }
  for (std::size_t i = 0; i < all[0].steps.size(); ++i) {
    std::vector<double> row{all[0].steps[i]};
    for (auto const& orders : all)
      row.insert(row.end(), {orders.errors[i].position, orders.errors[i].velocity});
    table.add(row);
  }
  findings.find("FJM-14/orders", positions.value,
                "positions: " + positions.text() + "; velocities: " + velocities.text());
}

/// Energy of the snakeboard up to t = 50. At h = 0.1 the alternating mode has grown by then.
void measure_energy(Findings& findings) {
  double largest = 0;
  std::vector<std::string> words;
  auto& table = findings.table("energy", {"t", "cayley", "exp"});
  std::vector<Trajectory<double>> shown;
  for (auto const& tau : taus) {
    Candidate const candidate{
        "snakeboard", "FIM", "reduced_gni", "multiplier", {{"retraction", tau}}};
    shown.push_back(candidate.run(RawQuad(1) / 10, 500, 1));
    double const smallest = candidate.run(RawQuad(1) / 80, 4000).invariants.front().max_deviation;
    words.push_back(fmt::format("{}: {:.1e} at h = 0.1, {:.1e} at h = {:.4g}", tau,
                                shown.back().invariants.front().max_deviation, smallest, 0.1 / 8));
    largest = larger_or_nan(largest, smallest);
  }
  for (std::size_t k = 0; k < shown[0].q.size(); ++k)
    table.add({0.1 * double(k), shown[0].invariant_values[k][0] - shown[0].invariant_values[0][0],
               shown[1].invariant_values[k][0] - shown[1].invariant_values[0][0]});
  findings.find("FJM-13/energy", largest, fmt::format("{}", fmt::join(words, "; ")));
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
      all.push_back({"errors.csv", "h", which + "_" + systems[i].column + "_" + tau, "linespoints",
                     systems[i].name + (tau == "exp" ? ", exp" : ", Cayley")});
  return {.title = std::move(title),
          .x_label = "{/:Italic h}",
          .y_label = std::move(label),
          .x_scale = "log",
          .y_scale = "log",
          .x_range = {{0.002, 0.1}},
          .y_range = {{1e-9, 1e-2}},
          .key = key ? "bottom right" : "off",
          .series = std::move(all)};
}

}  // namespace

Experiment reduced() {
  auto panels = std::vector{order_panel("(a) position", "q", "error of position", true),
                            order_panel("(b) velocity", "v", "error of velocity", false)};
  panels.push_back({.title = "(c) snakeboard, {/:Italic h} = 0.1",
                    .x_label = "{/:Italic t}",
                    .y_label = "{/:Italic H} - {/:Italic H}_0",
                    .x_range = {{0, 50}},
                    .key = "bottom left",
                    .series = {{"energy.csv", "t", "cayley", "lines", "Cayley"},
                               {"energy.csv", "t", "exp", "lines", "exp"}}});
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
