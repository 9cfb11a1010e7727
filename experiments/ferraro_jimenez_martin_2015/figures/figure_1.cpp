#include <array>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 10;

/// Errors at the final time, against the exact motion there.
struct Errors {
  double position, nodal_spin, nodal_energy, interval_spin, interval_energy;
};

struct Curve {
  std::string name, label;
  Candidate runs;
};
std::vector<Curve> const& curves() {
  static std::vector<Curve> const all{
      {"A", "GNI, start A", {"body_frame_ball", "figure_1", "reduced_gni", "euler"}},
      {"naive",
       "[29], second point from the velocity",
       {"rolling_ball", "FJM", "atiyah_dla", "euler"}},
      {"B", "GNI, start B", {"body_frame_ball", "figure_1", "reduced_gni", "plain"}},
      {"exact", "[29], exact second point", {"rolling_ball", "FJM", "atiyah_dla", "exact"}}};
  return all;
}

/// m |v|^2/2 + I |w|^2/2 of the data m = 1, I = 2/3.
double energy(Numbers const& v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + (v[2] * v[2] + v[3] * v[3] + v[4] * v[4]) / 3;
}

Errors errors_of(Findings& findings, Candidate const& runs, long steps, State const& exact) {
  auto const t = runs.run(RawQuad(total_time) / steps, steps);
  watch(findings, runs, t);
  if (t.outcome != Outcome::ok) return {NAN, NAN, NAN, NAN, NAN};
  auto const& nodal = t.v.back();
  // The state of the method of [29] is that of the last interval and has no nodal one.
  auto const& interval = runs.method == "atiyah_dla" ? nodal : carried(t, "interval_velocity");
  double const E = energy(exact.v);
  return {contact_distance(t.q.back(), exact.q), spin_distance(nodal, exact.v),
          std::abs(energy(nodal) - E), spin_distance(interval, exact.v),
          std::abs(energy(interval) - E)};
}

void compute(Findings& findings) {
  auto const exact = exact_state("body_frame_ball", "figure_1", total_time);
  int const halvings = findings.quick ? 9 : 11;
  std::vector<std::vector<Errors>> found(curves().size());
  Numbers h;
  for (int j = 0; j < halvings; ++j) h.push_back(total_time / (20.0 * (1 << j)));
  for (std::size_t c = 0; c < curves().size(); ++c) {
    auto& table = findings.table(
        "start_" + curves()[c].name,
        {"h", "position", "nodal_spin", "nodal_energy", "interval_spin", "interval_energy"});
    for (int j = 0; j < halvings; ++j) {
      auto const e = errors_of(findings, curves()[c].runs, 20L << j, exact);
      found[c].push_back(e);
      if (std::isnan(e.position)) continue;
      table.add(
          {h[j], e.position, e.nodal_spin, e.nodal_energy, e.interval_spin, e.interval_energy});
    }
    findings.progress(double(c + 1) / double(curves().size()));
  }
  auto const errors = [&](std::size_t c, double Errors::*component) {
    Numbers all;
    for (auto const& e : found[c]) all.push_back(e.*component);
    return all;
  };
  // The relative change from the coarsest step that has a solution to the finest.
  auto const change = [&](std::size_t c, double Errors::*component, std::string const& of) {
    auto const e = errors(c, component);
    std::size_t const first =
        std::find_if(e.begin(), e.end(), [](double x) { return std::isfinite(x); }) - e.begin();
    if (first + 1 >= e.size()) return measured(NAN, "no runs of {}", curves()[c].label);
    return measured(e.back() / e[first] - 1,
                    "error of {} at T = 10, {}: {:.2e} at h = {:.3g}, {:.2e} at h = {:.2g}", of,
                    curves()[c].label, e[first], h[first], e.back(), h.back());
  };
  for (std::size_t c : {0, 2}) {
    auto const start = "start " + curves()[c].name;
    findings.measure("FJM-18/position", start, change(c, &Errors::position, "the position"));
    findings.measure("FJM-18/spin", start + ", last node",
                     change(c, &Errors::nodal_spin, "the angular velocity of the last node"));
    findings.measure(
        "FJM-18/spin", start + ", last interval",
        change(c, &Errors::interval_spin, "the angular velocity of the last interval"));
    findings.measure("FJM-18/energy", start + ", last node",
                     change(c, &Errors::nodal_energy, "the energy of the last node"));
    findings.measure("FJM-18/energy", start + ", last interval",
                     change(c, &Errors::interval_energy, "the energy of the last interval"));
  }
  for (std::size_t c : {1, 3}) {
    auto const reading =
        c == 1 ? "second point from the velocity" : "second point on the exact motion";
    auto const instance = [&](std::string const& of, double Errors::*component) {
      findings.measure("FJM-18/[29]", reading, of, change(c, component, "the " + of));
    };
    instance("position", &Errors::position);
    instance("angular velocity", &Errors::nodal_spin);
    instance("energy", &Errors::nodal_energy);
  }
  auto const slope = [&](std::size_t c, double Errors::*component) {
    return order_of(h, errors(c, component), total_time);
  };
  findings.find(
      "FJM-18/slopes", slope(0, &Errors::position),
      fmt::format("exponents of h, four finest steps: positions {:.2f} (A), {:.2f} (B); angular "
                  "velocity of the last node {:.2f}, {:.2f}, of the last interval {:.2f}, {:.2f}; "
                  "positions of [29] {:.2f} with the second point from the velocity, {:.2f} with "
                  "the exact one",
                  slope(0, &Errors::position), slope(2, &Errors::position),
                  slope(0, &Errors::nodal_spin), slope(2, &Errors::nodal_spin),
                  slope(0, &Errors::interval_spin), slope(2, &Errors::interval_spin),
                  slope(1, &Errors::position), slope(3, &Errors::position)));

  // Data of the example: m = r = Omega = 1, I = 2/3, (x, y, x', y') = (1, 1, 1, 1), w = (0, 2, 0).
  double const inertia = 2.0 / 3;
  BallData const ball{1, 1, Vec3::Constant(inertia), 1};
  Vec5 v;
  v << 1, 1, 0, 2, 0;
  double const residual = ball.constraint(1, 1, v).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  findings.measure("FJM-18/data",
                   measured(residual, "largest residual {} of (40) at the initial data", residual));
  double const spread = (ball.I.maxCoeff() - ball.I.minCoeff()) / inertia,
               from_uniform = inertia / 0.4 - 1;
  findings.measure("FJM-18/inertia", "equal inertias",
                   measured(spread, "relative spread {} of the three inertias", spread));
  findings.measure("FJM-18/inertia", "uniform density",
                   measured(from_uniform,
                            "2/3 is larger than 2 m r^2/5 by the factor {:.4f}: it is the inertia "
                            "of a hollow sphere",
                            inertia / 0.4));
}

Panel panel(std::string title, std::string y_label, std::string nodal, std::string interval,
            std::pair<double, double> range) {
  Panel p{.title = std::move(title),
          .x_label = "{/:Italic h}",
          .y_label = std::move(y_label),
          .x_scale = "log",
          .y_scale = "log",
          .y_range = range,
          .key = "bottom right"};
  for (auto const& c : curves()) {
    auto const file = "start_" + c.name + ".csv";
    p.series.push_back({file, "h", nodal, "linespoints", c.label});
  }
  if (!interval.empty())
    for (int c = 0; c < 4; c += 2)
      p.series.push_back({"start_" + curves()[c].name + ".csv", "h", interval, "lines",
                          curves()[c].label + ", interval"});
  return p;
}

}  // namespace

Experiment figure_1() {
  return {
      .id = "fjm2015_figure_1",
      .paper = paper_id,
      .title = "Homogeneous ball: errors against the step size",
      .about =
          "The reduced GNI with the Cayley map and the method of [29] (Iglesias, Marrero, "
          "Martin de Diego & Martinez 2008) at T = 10, against the certified motion.",
      .choices = {starts_choice(),
                  {"step sizes", "10/n, n = 20, 40, ..., 20480; quick: to 5120",
                   "the paper says that they decrease"},
                  {"what the errors are of",
                   "at the final time, Euclidean; angular velocity and kinetic energy both of the "
                   "averaged momentum at the last node and of the last interval",
                   "the method has a velocity at nodes and another on intervals"},
                  {"the second point of [29]", "(x_0, y_0) + h v(0) (naive) and the exact one",
                   "its order depends on it"}},
      .figures =
          {{.id = "errors",
            .number = "1",
            .caption = "Homogeneous ball: errors at {/:Italic T} = 10 of (a) position, (b) angular "
                       "velocity, (c) kinetic energy, for the GNI with two starts and for the "
                       "method of [29] with two second points. Lines without points: values of "
                       "the last interval instead of the averaged ones of the last node.",
            .columns = 3,
            .width = 9.6,
            .height = 4.2,
            .panels =
                {panel("(a)", "|({/:Italic x}, {/:Italic y}) error|", "position", "", {1e-9, 1e1}),
                 panel("(b)", "|ω error|", "nodal_spin", "interval_spin", {1e-11, 1e1}),
                 panel("(c)", "energy error", "nodal_energy", "interval_energy", {1e-11, 1e1})}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
