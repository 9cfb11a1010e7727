#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr long steps = 10000;
// The exact motion: alpha = I Omega/(I + m r^2) = 2/5, centre (x_0 - y'_0/alpha, y_0 + x'_0/alpha).
constexpr double centre_x = -1.5, centre_y = 3.5;
double const exact_radius = std::sqrt(2.0) / 0.4;

struct Range {
  double low, high;
};
/// Of the distance from the centre of the exact circle, over the nodes [from, to).
Range radii(Trajectory<double> const& t, std::size_t from, std::size_t to) {
  Range r{INFINITY, 0};
  for (std::size_t i = from; i < to; ++i) {
    double const radius = std::hypot(t.q[i][0] - centre_x, t.q[i][1] - centre_y);
    r = {smaller_or_nan(r.low, radius), larger_or_nan(r.high, radius)};
  }
  return r;
}

void compute(Findings& findings) {
  for (std::string const start : {"A", "B"}) {
    Runs const runs{"body_frame_ball", "figure_2", "reduced_gni", start == "A" ? "euler" : "plain"};
    auto const t = run(runs, 1000, steps, 1);
    watch(findings, runs, t);
    auto& path = findings.table("path_" + start, {"t", "x", "y", "radius"});
    for (std::size_t i = 0; i < t.q.size(); ++i)
      path.add({t.times[i], t.q[i][0], t.q[i][1],
                std::hypot(t.q[i][0] - centre_x, t.q[i][1] - centre_y)});
    auto const all = radii(t, 0, t.q.size());
    double const off =
        larger_or_nan(std::abs(all.low / exact_radius - 1), std::abs(all.high / exact_radius - 1));
    findings.measure("FJM-19/" + start, off,
                     fmt::format("{:.3e} (radius in [{:.6f}, {:.6f}], exact {:.6f})", off, all.low,
                                 all.high, exact_radius));
    // A thousand steps are more than six turns.
    auto const first = radii(t, 0, 1001), last = radii(t, t.q.size() - 1001, t.q.size());
    double const drift =
        larger_or_nan(std::abs(last.low - first.low), std::abs(last.high - first.high)) /
        exact_radius;
    findings.measure("FJM-19/drift/" + start, drift,
                     fmt::format("{:.2e} (first [{:.6f}, {:.6f}], last [{:.6f}, {:.6f}])", drift,
                                 first.low, first.high, last.low, last.high));
  }
  findings.table("plate", {"x", "y"}).add({0, 0});
  auto& circle = findings.table("circle", {"x", "y"});
  for (int i = 0; i <= 360; ++i) {
    double const angle = i * std::acos(-1.0) / 180;
    circle.add(
        {centre_x + exact_radius * std::cos(angle), centre_y + exact_radius * std::sin(angle)});
  }
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  for (std::string const start : {"A", "B"}) {
    auto const assumption = start == "A" ? start_a : start_b;
    all.push_back({.id = "FJM-19/" + start,
                   .place = "figure 2",
                   .statement = "The contact point stays near one circle for 10000 steps: largest "
                                "relative distance from that of the exact motion, start " +
                                start,
                   .printed = "one circle, a thin line",
                   .criterion = at_most(0.015),
                   .reason = "the width of a line, 1.5% of the radius; (h alpha)^2 is 0.0016",
                   .correction = {},
                   .assumption = assumption});
    all.push_back({.id = "FJM-19/drift/" + start,
                   .place = "figure 2",
                   .statement = "The circle does not drift: change of the range of the radius from "
                                "the first 1000 steps to the last, over the radius, start " +
                                start,
                   .printed = "one circle",
                   .criterion = at_most(1e-4),
                   .reason = "the nodes sample the circle at other points each turn",
                   .correction = {},
                   .assumption = assumption});
  }
  return all;
}

}  // namespace

Experiment figure_2() {
  std::vector<Panel> panels;
  for (std::string const start : {"A", "B"})
    panels.push_back({.title = start == "A" ? "(a) start A" : "(b) start B",
                      .x_label = "{/:Italic x}",
                      .y_label = "{/:Italic y}",
                      .x_range = {{-6, 3}},
                      .y_range = {{-1, 8}},
                      .series = {{"path_" + start + ".csv", "x", "y", "dots", "GNI"},
                                 {"plate.csv", "x", "y", "points", "centre of the plate"}}});
  for (std::string const start : {"A", "B"})
    panels.push_back({.title = start == "A" ? "(c) start A" : "(d) start B",
                      .x_label = "{/:Italic t}",
                      .y_label = "distance from the centre",
                      .y_range = {{3.52, 3.58}},
                      .series = {{"path_" + start + ".csv", "t", "radius", "dots", ""}}});
  return {
      .id = "fjm2015_figure_2",
      .paper = paper_id,
      .title = "Homogeneous ball: the contact point over 10000 steps",
      .about =
          "The reduced GNI with the Cayley map, h = 0.1, T = 1000; the exact contact point "
          "runs on a circle about (-1.5, 3.5) of radius sqrt(2)/0.4.",
      .choices = {starts_choice()},
      .claims = claims(),
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
