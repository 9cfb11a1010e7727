#include "experiments/comparison/growth.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr long steps = 10000;
// The exact motion: alpha = I Omega/(I + m r^2) = 2/5, centre (x_0 - y'_0/alpha, y_0 + x'_0/alpha).
constexpr double centre_x = -1.5, centre_y = 3.5;
double const exact_radius = std::sqrt(2.0) / 0.4;

void compute(Findings& findings) {
  for (std::string const start : {"A", "B"}) {
    auto const t = findings.execute(
        printed_ball("figure_2", start_called(start)).with(RawQuad(1) / 10, steps));
    auto& path = findings.table("path_" + start, {"t", "x", "y", "radius"});
    Numbers off;
    double low = INFINITY, high = 0;
    for (std::size_t i = 0; i < t.q.size(); ++i) {
      double const radius = std::hypot(t.q[i][0] - centre_x, t.q[i][1] - centre_y);
      path.add({t.times[i], t.q[i][0], t.q[i][1], radius});
      off.push_back(radius / exact_radius - 1);
      low = smaller_or_nan(low, radius);
      high = larger_or_nan(high, radius);
    }
    auto const growth = classify_growth(t.times, off);
    double const farthest =
        larger_or_nan(std::abs(low / exact_radius - 1), std::abs(high / exact_radius - 1));
    findings.measure("FJM-19", "start " + start,
                     {.value = farthest,
                      .words = fmt::format(
                          "distance from the centre of the exact circle, relative to its radius "
                          "{:.6f}, over 10000 steps of 0.1, start {}: in [{:.6f}, {:.6f}], off "
                          "by at most {:.2g}; {} growth",
                          exact_radius, start, low, high, farthest, name_of(growth.kind)),
                      .steps = steps,
                      .growth = name_of(growth.kind)});
  }
  findings.table("plate", {"x", "y"}).add({0, 0});
  auto& circle = findings.table("circle", {"x", "y"});
  for (int i = 0; i <= 360; ++i) {
    double const angle = i * std::acos(-1.0) / 180;
    circle.add(
        {centre_x + exact_radius * std::cos(angle), centre_y + exact_radius * std::sin(angle)});
  }
}

}  // namespace

Experiment figure_2() {
  std::vector<Panel> panels;
  for (std::string const start : {"A", "B"})
    panels.push_back(plain_panel(lettered(panels.size(), "start " + start), italic("x"),
                                 italic("y"),
                                 {{"path_" + start + ".csv", "x", "y", "dots", "GNI"},
                                  {"plate.csv", "x", "y", "points", "centre of the plate"}},
                                 {{-6, 3}}, {{-1, 8}}));
  for (std::string const start : {"A", "B"})
    panels.push_back(plain_panel(
        lettered(panels.size(), "start " + start), italic("t"), "distance from the centre",
        {{"path_" + start + ".csv", "t", "radius", "dots", ""}}, {}, {{3.52, 3.58}}));
  return {
      .id = "fjm2015_figure_2",
      .paper = paper_id,
      .title = "Homogeneous ball: the contact point over 10000 steps",
      .about =
          "The reduced GNI with the Cayley map, h = 0.1, T = 1000; the exact contact point "
          "runs on a circle about (-1.5, 3.5) of radius sqrt(2)/0.4.",
      .choices = {starts_choice()},
      .figures = {{.id = "circle",
                   .number = "2",
                   .caption =
                       "Homogeneous ball, {/:Italic h} = 0.1, 10000 steps: contact point with "
                       "(a) start A and (b) start B; the mark at the origin is the centre of the "
                       "rotating plate. (c), (d): distance of the nodes from the centre "
                       "(−1.5, 3.5) of the exact circle, whose radius is 3.5355.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 6.6,
                   .panels = panels}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
