#include <fmt/format.h>

#include "experiments/core/fit.hpp"
#include "experiments/ferraro_iglesias_martin_2008/sleigh_map.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

struct LongRun {
  double h;
  std::vector<double> times, speed;  ///< v along the blade
  /// Alternating part of n_k = mu G^-1 p_k^+, |2 n_k - n_(k-1) - n_(k+1)|/4: free of the smooth
  /// part, which is of order h.
  std::vector<double> mode_times, mode;
  std::vector<Vector<double, 3>> q;

  LongRun(std::string method, RawQuad step, double end) : h(double(step)) {
    Run const run{"chaplygin_sleigh", "FIM", std::move(method), step,
                  std::lround(end / double(step))};
    auto const t = run.in_double();
    q = nodes_of<double, 3>(t);
    for (std::size_t k = 1; k < q.size(); ++k) {
      times.push_back(h * double(k));
      speed.push_back(t.v[k][0]);
    }
    if (t.diagnostics.empty()) return;
    std::vector<double> n;
    auto const momenta = momenta_of<double, 3>(t);
    for (std::size_t k = 1; k < q.size(); ++k)
      n.push_back(sleigh_geometry(q[k]).gradients().col(0).dot(momenta[k - 1].p_plus));
    for (std::size_t k = 1; k + 1 < n.size(); ++k) {
      mode_times.push_back(times[k]);
      mode.push_back(std::abs(2 * n[k] - n[k - 1] - n[k + 1]) / 4);
    }
  }
  /// First time at which the speed is off by more than a tenth of V; infinite when there is none.
  double departure(SleighMotion const& motion) const {
    for (std::size_t k = 0; k < times.size(); ++k)
      if (!(std::abs(speed[k] - motion.speed(times[k])) <= 0.1 * motion.V)) return times[k];
    return std::numeric_limits<double>::infinity();
  }
  int reversals() const {
    int number = 0;
    for (std::size_t k = 1; k < speed.size(); ++k) number += speed[k] * speed[k - 1] < 0;
    return number;
  }
};

/// The origin with p_0^- = -D_1 L_d of the interval from there to q1.
Phase first_phase(Vector<double, 3> const& q1, double h, SleighData const& d = {}) {
  double const a = double(d.a), dx = q1[0], dy = q1[1], turn = q1[2];
  double const s = std::sin(turn / 2), c = std::cos(turn / 2);
  double const force = -d.m * a * turn / h * (dx * c + dy * s);
  Phase z;
  z << 0, 0, 0, d.m * (dx - a * turn * s) / h, d.m * (dy + a * turn * c) / h,
      (d.m * a * (dy * c - dx * s) + (d.I + d.m * a * a) * turn) / h - force / 2;
  return z;
}

void volume(Findings& findings) {
  auto const motion = paper_motion();
  Phase z = first_phase(motion.nodes(sleigh_step, 1)[1], sleigh_step);
  auto const q = nodes_of<double, 3>(
      Run{"chaplygin_sleigh", "FIM", "gni", exact_sleigh_step(), 60}.in_double());
  Largest of_volume, distance;
  double sign = 0;
  for (std::size_t k = 0; k + 1 < q.size(); ++k) {
    double const det = volume_factor(z, sleigh_step);
    of_volume(std::abs(std::abs(det) - 1));
    sign = det < 0 ? -1 : 1;
    z = sleigh_map(z, sleigh_step);
    distance(largest_entry(z.head<3>() - q[k + 1]));
  }
  findings.measure("FIM-19/volume", of_volume.value,
                   fmt::format("{:.1e}, sign {:+.0f}", of_volume.value, sign));
  findings.measure("FIM-19/map", distance.value);
}

void compute(Findings& findings) {
  auto const motion = paper_motion();
  double const end = 50;
  std::vector<double> halvings, departures;
  auto& table = findings.table("departures", {"h", "time"});
  std::vector<std::string> words;
  for (int j = -1; j < 4; ++j) {
    RawQuad const h = j < 0 ? exact_sleigh_step() * 2 : exact_sleigh_step() / (1 << j);
    LongRun const run("gni", h, end);
    halvings.push_back(j);
    departures.push_back(run.departure(motion));
    words.push_back(fmt::format("{:.2f}", departures.back()));
    table.add({run.h, departures.back()});
    auto& speeds = findings.table(fmt::format("speed_{}", j + 1), {"time", "speed", "mode"});
    for (std::size_t k = 0; k < run.mode.size(); k += (j < 1 ? 1 : std::size_t(1) << j))
      speeds.add({run.mode_times[k], run.speed[k + 1] / motion.V, run.mode[k] / motion.V});
    if (j != 2) continue;
    // The alternating mode between the loop and its saturation.
    std::vector<double> t, logarithm;
    for (std::size_t k = 0; k < run.mode.size(); ++k)
      if (run.mode_times[k] > 12 && run.mode_times[k] < 24) {
        t.push_back(run.mode_times[k]);
        logarithm.push_back(std::log(run.mode[k]));
      }
    double const rate = fit_line(t, logarithm).slope;
    findings.measure("FIM-19/rate", rate / motion.gamma,
                     fmt::format("{:.4f} ({:.4f} over gamma = {:.4f})", rate / motion.gamma, rate,
                                 motion.gamma));
  }
  double const delay = fit_line(halvings, departures).slope;
  double const expected = std::log(4.0) / motion.gamma;
  findings.measure("FIM-19/delay", delay / expected,
                   fmt::format("{:.3f} ({:.2f} over {:.2f})", delay / expected, delay, expected));
  findings.measure(
      "FIM-19", departures[1],
      fmt::format("{:.2f}; {} for h = .24, ..., .015", departures[1], fmt::join(words, ", ")));
  findings.progress(0.6);

  LongRun const longer("gni", exact_sleigh_step(), 120),
      dla("dla_midpoint", exact_sleigh_step(), 120);
  findings.measure(
      "FIM-19/reversals", longer.reversals(),
      fmt::format("{}; by DLA {}, on the exact motion 1", longer.reversals(), dla.reversals()));
  findings.measure("FIM-19/dla", dla.departure(motion) < 120 ? 1 : 0,
                   dla.departure(motion) < 120 ? fmt::format("at {:.1f}", dla.departure(motion))
                                               : "none up to t = 120");
  auto& path = findings.table("path", {"x", "y"});
  for (std::size_t k = 0; k < longer.q.size() && double(k) * longer.h <= 70; ++k)
    path.add({longer.q[k][0], longer.q[k][1]});
  auto& speeds = findings.table("dla_speed", {"time", "speed", "exact"});
  for (std::size_t k = 0; k < dla.times.size() && dla.times[k] <= end; ++k)
    speeds.add({dla.times[k], dla.speed[k] / motion.V, motion.speed(dla.times[k]) / motion.V});
  volume(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string statement, Criterion criterion,
                       std::string reason) {
    all.push_back({.id = std::move(id),
                   .place = "section 5, example 3",
                   .statement = std::move(statement),
                   .printed = "not mentioned",
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = {},
                   .assumption = "h v and h w of the sleigh from the printed q_1"});
  };
  add("FIM-19",
      "A longer run leaves the stable straight motion: time at which the speed is off by a tenth "
      "of V, h = .12",
      between(0, 50), "there is such a time within seven loops");
  add("FIM-19/rate",
      "By then the alternating mode has grown with the rate gamma = m a V/(I + m a^2), fitted to "
      "12 < t < 24 at h = .03, over gamma",
      within(1, 0.05), "5%: a mode of the linearised method");
  add("FIM-19/delay",
      "Each halving of h delays the departure by log(4)/gamma, as the mode starts at O(h^2): "
      "slope over five step sizes, over that",
      within(1, 0.05), "5%");
  add("FIM-19/reversals",
      "It then reverses and loops again, as the exact motion never does: reversals up to t = 120, "
      "h = .12",
      at_least(3),
      "the exact motion has one, at the notch of the heart; two more are a loop again");
  add("FIM-19/dla", "Control: DLA with midpoints does not leave the straight motion (1: it does)",
      between(0, 0), "no departure up to t = 120");
  add("FIM-19/volume",
      "The reason: as a map of T*Q the method keeps volume, hence has no attractor: largest "
      "||det| - 1| over the 60 steps of the loop",
      at_most(1e-8), "central differences of 1e-5");
  add("FIM-19/map", "That map, by formulas of its own, is the method: distance of nodes, 60 steps",
      at_most(1e-11), "rounding, magnified by the growth of errors");
  return all;
}

}  // namespace

Experiment sleigh_long_run() {
  std::vector<Series> speeds{{"dla_speed.csv", "time", "exact", "lines", "exact"}}, modes;
  char const* const labels[]{"{/:Italic h} = 0.24", "0.12", "0.06", "0.03", "0.015"};
  for (int j = 0; j < 5; ++j) {
    auto const data = fmt::format("speed_{}.csv", j);
    speeds.push_back({data, "time", "speed", "lines", labels[j]});
    modes.push_back({data, "time", "mode", "lines", labels[j]});
  }
  return {
      .id = "fim2008_sleigh_long_run",
      .paper = "ferraro_iglesias_martin_2008",
      .title = "Longer runs of the Chaplygin sleigh",
      .about =
          "What figure 5 would show if it went on: the reflection has an alternating mode, "
          "which the straight motion of the sleigh feeds.",
      .choices = {sleigh_choice()},
      .claims = claims(),
      .figures = {{.id = "long_run",
                   .number = "",
                   .caption =
                       "Longer runs of the sleigh by the method of the paper: (a) speed "
                       "along the blade over {/:Italic V}, (b) the part of {/:Italic p}^+ "
                       "that violates the constraint, (c) path of the point of contact up "
                       "to {/:Italic t} = 70 with {/:Italic h} = 0.12, (d) time of departure "
                       "from the straight motion.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.8,
                   .panels = {{.title = "(a) speed",
                               .x_label = "{/:Italic t}",
                               .y_label = "{/:Italic v}/{/:Italic V}",
                               .x_range = {{0, 50}},
                               .y_range = {{-1.2, 1.2}},
                               .series = speeds},
                              {.title = "(b) alternating mode",
                               .x_label = "{/:Italic t}",
                               .y_label = "amplitude/{/:Italic V}",
                               .y_scale = "log",
                               .x_range = {{10, 50}},
                               .y_range = {{1e-6, 1e1}},
                               .key = "bottom right",
                               .series = modes},
                              {.title = "(c) path",
                               .x_label = "{/:Italic x}",
                               .y_label = "{/:Italic y}",
                               .x_range = {{-30, 25}},
                               .y_range = {{-10, 38}},
                               .series = {{"path.csv", "x", "y", "lines", ""}}},
                              {.title = "(d) departure",
                               .x_label = "{/:Italic h}",
                               .y_label = "{/:Italic t}",
                               .x_scale = "log",
                               .x_range = {{0.01, 0.4}},
                               .series = {{"departures.csv", "h", "time", "linespoints", ""}}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
