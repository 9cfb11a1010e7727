#include <fmt/format.h>

#include "experiments/ferraro_iglesias_martin_2008/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// Position and direction of a wheel. In the printed constraints theta + phi
/// belongs to the wheel at -r and theta - phi to the one at +r.
struct Wheel {
  Eigen::Vector2d at, along;
};
Wheel wheel(Vector<double, 5> const& q, double side) {
  double const r = side * SnakeboardData{}.r, angle = q[2] - side * q[4];
  return {{q[0] + r * std::cos(q[2]), q[1] + r * std::sin(q[2])},
          {std::cos(angle), std::sin(angle)}};
}

/// Velocity of the board at a wheel across a direction with the given angle to the board, from the
/// velocity v in the body frame.
double slip(Vector<double, 5> const& v, double side, double angle) {
  double const r = side * SnakeboardData{}.r;
  return -v[0] * std::sin(angle) + (v[1] + r * v[2]) * std::cos(angle);
}

void compute(Findings& findings) {
  Run const run{"snakeboard", "FIM", "gni", RawQuad(1) / 10, 30};
  auto const t = run.in_double();
  auto const q = nodes_of<double, 5>(t);
  auto& path = findings.table("path", {"x", "y"});
  auto& boards = findings.table("boards", {"board", "x", "y"});
  auto& wheels = findings.table("wheels", {"wheel", "x", "y"});
  auto& rotors = findings.table("rotors", {"board", "x", "y"});
  Largest rolling, exchanged;
  double const wheel_length = 0.08, rotor_length = 0.15;
  for (std::size_t k = 0; k < q.size(); ++k) {
    path.add({q[k][0], q[k][1]});
    auto const v = vector_of<double, 5>(t.v[k]);
    for (double const side : {1.0, -1.0}) {
      rolling(std::abs(slip(v, side, -side * q[k][4])));
      exchanged(std::abs(slip(v, side, side * q[k][4])));
    }
    if (k % 10 != 0) continue;
    for (double const side : {-1.0, 1.0}) {
      auto const w = wheel(q[k], side);
      boards.add({double(k), w.at[0], w.at[1]});
      for (double const end : {-1.0, 1.0}) {
        Eigen::Vector2d const p = w.at + end * wheel_length * w.along;
        wheels.add({double(k) + side, p[0], p[1]});
      }
      Eigen::Vector2d const rotor(std::cos(q[k][3]), std::sin(q[k][3]));
      rotors.add({double(k), q[k][0] + side * rotor_length * rotor[0],
                  q[k][1] + side * rotor_length * rotor[1]});
    }
  }
  findings.measure(
      "FIM-12/wheels", rolling.value,
      fmt::format("{:.1e}; with the two angles exchanged {:.2f}", rolling.value, exchanged.value));
  findings.not_checkable(
      "FIM-12/snakeboard",
      "a drawing of one configuration; here the board is drawn at computed ones");
}

}  // namespace

Experiment figure_3() {
  return {
      .id = "fim2008_figure_3",
      .paper = "ferraro_iglesias_martin_2008",
      .title = "The snakeboard",
      .about = "The paper's drawing, made from a computed run.",
      .choices = {{"configurations",
                   "a run of 30 steps of h = .1 with the data of case FIM of the "
                   "catalogue, board drawn at t = 0, 1, 2, 3",
                   "the figure is a drawing"}},
      .claims = {{.id = "FIM-12/snakeboard",
                  .place = "figure 3",
                  .statement = "The snakeboard",
                  .printed = "a drawing",
                  .criterion = at_least(0),
                  .reason = "no number",
                  .correction = {},
                  .assumption = {}},
                 {.id = "FIM-12/wheels",
                  .place = "figure 3, example 2",
                  .statement = "No wheel slips sideways: largest velocity across the wheels, the "
                               "rear one at theta + phi, the front one at theta - phi",
                  .printed = "= 0",
                  .criterion = at_most(1e-13),
                  .reason = "the average momentum satisfies the constraints to rounding",
                  .correction = {},
                  .assumption = "data of the snakeboard are our choice"}},
      .figures =
          {{.id = "figure_3",
            .number = "3",
            .caption = "The snakeboard at {/:Italic t} = 0, 1, 2, 3 of a computed run: path "
                       "of the centre, board, wheels and rotor.",
            .width = 5.2,
            .height = 4.4,
            .panels = {{.title = "",
                        .x_label = "{/:Italic x}",
                        .y_label = "{/:Italic y}",
                        .x_range = {{-0.65, 1.2}},
                        .y_range = {{-1.33, 0.32}},
                        .key = "bottom left",
                        .series = {{"path.csv", "x", "y", "lines", "centre"},
                                   {"rotors.csv", "x", "y", "lines", "rotor", false, "board"},
                                   {"boards.csv", "x", "y", "lines", "board", false, "board"},
                                   {"wheels.csv", "x", "y", "lines", "wheels", false, "wheel"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
