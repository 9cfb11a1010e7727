#include <array>

#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"

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
  Runs runs;
};
std::vector<Curve> const& curves() {
  static std::vector<Curve> const all{
      {"A", "GNI, start A", {"body_frame_ball", "figure_1", "reduced_gni", "euler"}},
      {"naive", "[29], naive", {"rolling_ball", "FJM", "atiyah_dla", "euler"}},
      {"B", "GNI, start B", {"body_frame_ball", "figure_1", "reduced_gni", "plain"}},
      {"exact", "[29], exact", {"rolling_ball", "FJM", "atiyah_dla", "exact"}}};
  return all;
}

/// m |v|^2/2 + I |w|^2/2 of the data m = 1, I = 2/3.
double energy(Numbers const& v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + (v[2] * v[2] + v[3] * v[3] + v[4] * v[4]) / 3;
}

Errors errors_of(Findings& findings, Runs const& runs, long steps, State const& exact) {
  auto const t = run(runs, total_time, steps);
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

/// Exponent over the steps [from, to) of the list.
double slope(Numbers const& h, Numbers const& errors, std::size_t from) {
  return fit_power({h.begin() + from, h.end()}, {errors.begin() + from, errors.end()}).slope;
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
  auto const measure = [&](std::string const& id, std::size_t c, double Errors::*component,
                           std::size_t from) {
    Numbers errors;
    for (auto const& e : found[c]) errors.push_back(e.*component);
    double const exponent = slope(h, errors, from);
    findings.measure(id, exponent,
                     fmt::format("{:.3f} (h = {:.3g}: {:.3e}, h = {:.3g}: {:.3e})", exponent,
                                 h[from], errors[from], h.back(), errors.back()));
  };
  std::size_t const fine = 3;  // n >= 160: the coarsest steps are half a turn long
  for (std::size_t c = 0; c < 4; c += 2) {
    auto const id = "FJM-18/" + curves()[c].name;
    measure(id + "/position", c, &Errors::position, fine);
    measure(id + "/nodal_spin", c, &Errors::nodal_spin, fine);
    measure(id + "/nodal_energy", c, &Errors::nodal_energy, fine);
    // The alternating mode hides the slope of what belongs to intervals until h is small.
    measure(id + "/interval_spin", c, &Errors::interval_spin, h.size() - 4);
    measure(id + "/interval_energy", c, &Errors::interval_energy, h.size() - 4);
  }
  measure("FJM-18/[29]/naive", 1, &Errors::position, fine);
  measure("FJM-18/[29]/exact", 3, &Errors::position, fine);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  struct Quantity {
    std::string key, words;
  };
  std::vector<Quantity> const nodal{{"position", "position of the contact point"},
                                    {"nodal_spin", "angular velocity of the averaged momentum"},
                                    {"nodal_energy", "kinetic energy of the averaged momentum"}};
  std::vector<Quantity> const interval{{"interval_spin", "angular velocity of the last interval"},
                                       {"interval_energy", "kinetic energy of the last interval"}};
  for (std::string const start : {"A", "B"}) {
    auto const assumption = start == "A" ? start_a : start_b;
    for (auto const& [key, words] : nodal)
      all.push_back(
          {.id = "FJM-18/" + start + "/" + key,
           .place = "figure 1",
           .statement = "Exponent of h in the error at T = 10, start " + start + ": " + words,
           .printed = "a curve; \"order-one consistent\" (at least 1)",
           .criterion = at_least(0.9),
           .reason = "a slope of 1 less a tenth; fitted over n >= 160",
           .correction = {},
           .assumption = assumption});
    for (auto const& [key, words] : interval)
      all.push_back({.id = "FJM-18/" + start + "/" + key,
                     .place = "figure 1",
                     .statement = "Exponent of h in the error at T = 10, start " + start + ": " +
                                  words + ", against the exact one at T",
                     .printed = "a curve; \"order-one consistent\"",
                     .criterion = within(1, 0.15),
                     .reason = "the interval ends at T, so that its middle is h/2 earlier; fitted "
                               "over the four finest steps, where the alternating mode is small",
                     .correction = {},
                     .assumption = assumption,
                     .quick_criterion = within(1, 0.6)});
  }
  all.push_back({.id = "FJM-18/[29]/naive",
                 .place = "figure 1, dashed",
                 .statement = "Exponent of h in the position error of the method of [29]",
                 .printed = "a curve beside that of the GNI",
                 .criterion = within(1, 0.1),
                 .reason = "its first interval is of first order",
                 .correction = {},
                 .assumption = "second point (x_0, y_0) + h v(0)"});
  all.push_back({.id = "FJM-18/[29]/exact",
                 .place = "figure 1, dashed",
                 .statement = "Exponent of h in the position error of the method of [29]",
                 .printed = "a curve beside that of the GNI",
                 .criterion = within(2, 0.1),
                 .reason = "the method is symmetric",
                 .correction = {},
                 .assumption = "second point on the exact motion"});
  return all;
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
      .claims = claims(),
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
