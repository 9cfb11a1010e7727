#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 15;
constexpr double moving_energy = 0.116;  // of the data, exactly
constexpr int finest = 13;               // h = 15/177828 = 8.44e-5
constexpr int reference = 15;            // n = 562341, h = 2.67e-5

struct End {
  Numbers q, nodal, interval;
  double moving_error;          ///< |E_mov(T) - 0.116|
  double largest_moving_error;  ///< over the run
  double energy;                ///< kinetic energy at the last node
};
End end_of(Findings& findings, std::string const& start, long steps) {
  Runs const runs{"body_frame_ball", "figure_3", "reduced_gni", start};
  auto const t = run(runs, total_time, steps);
  watch(findings, runs, t);
  auto const& moving = t.invariants[1];
  return {t.q.back(),
          t.v.back(),
          carried(t, "interval_velocity"),
          std::abs(moving.final - moving_energy),
          moving.max_deviation,
          t.invariant_values.back()[0]};
}

struct Rows {
  Numbers h, position, spin, interval_spin, moving, largest_moving, energy;
};

void compute(Findings& findings) {
  int const last = findings.quick ? 8 : finest;
  int const compared_with = findings.quick ? finest : reference;
  auto const exact = exact_state("body_frame_ball", "figure_3", total_time);
  auto const kinetic = [](Numbers const& v) {  // m = 3, I = (1, 1.1, 1.2)
    return 1.5 * (v[0] * v[0] + v[1] * v[1]) +
           (v[2] * v[2] + 1.1 * v[3] * v[3] + 1.2 * v[4] * v[4]) / 2;
  };
  auto const discrete = end_of(findings, "euler", steps_of_figure_3(compared_with));
  findings.progress(0.4);

  for (std::string const start : {"A", "B"}) {
    auto const& q = start == "A" ? discrete.q : exact.q;
    auto const& nodal = start == "A" ? discrete.nodal : exact.v;
    auto const& interval = start == "A" ? discrete.interval : exact.v;
    double const energy = start == "A" ? discrete.energy : kinetic(exact.v);
    Rows r;
    auto& table = findings.table("start_" + start,
                                 {"h", "position", "nodal_spin", "interval_spin", "moving_energy",
                                  "largest_moving_energy", "kinetic_energy", "h1", "h2"});
    for (int j = 0; j <= last; ++j) {
      long const steps = steps_of_figure_3(j);
      double const h = double(total_time) / double(steps);
      auto const e = end_of(findings, start == "A" ? "euler" : "plain", steps);
      r.h.push_back(h);
      r.position.push_back(contact_distance(e.q, q));
      r.spin.push_back(spin_distance(e.nodal, nodal));
      r.interval_spin.push_back(spin_distance(e.interval, interval));
      r.moving.push_back(e.moving_error);
      r.largest_moving.push_back(e.largest_moving_error);
      r.energy.push_back(std::abs(e.energy - energy));
      table.add({h, r.position.back(), r.spin.back(), r.interval_spin.back(), r.moving.back(),
                 r.largest_moving.back(), r.energy.back(), 0.02 * h, 0.005 * h * h});
      findings.progress((start == "A" ? 0.4 : 0.7) + 0.3 * j / last);
    }
    // The two finest steps see the error of a discrete reference.
    auto const measure = [&](std::string const& key, Numbers errors) {
      Numbers h = r.h;
      if (start == "A") {
        h.resize(h.size() - 2);
        errors.resize(errors.size() - 2);
      }
      auto const line = fit_power(h, errors);
      findings.measure("FJM-20/" + start + "/" + key, line.slope,
                       fmt::format("{:.3f} ({:.3e} at h = {:.3g}, {:.3e} at {:.3g})", line.slope,
                                   errors.front(), h.front(), errors.back(), h.back()));
    };
    measure("position", r.position);
    measure("moving_energy", r.largest_moving);
    if (start == "A") {
      measure("interval_spin", r.interval_spin);
      measure("kinetic_energy", r.energy);
    } else {
      measure("nodal_spin", r.spin);
    }
  }
}

std::vector<Claim> claims() {
  std::string const data = "first interval w^0 = (-0.2, 0, 0.4), (x_1, y_1) = (x_0, y_0) + h v(0)";
  auto const claim = [](std::string key, std::string statement, std::string printed,
                        double exponent, std::string assumption, std::string reason) {
    return Claim{.id = "FJM-20/" + key,
                 .place = "figure 3",
                 .statement = "Exponent of h: " + statement,
                 .printed = std::move(printed),
                 .criterion = within(exponent, 0.1),
                 .reason = std::move(reason),
                 .correction = {},
                 .assumption = std::move(assumption),
                 .quick_criterion = within(exponent, 0.2)};
  };
  std::string const tenth = "a tenth for the parity of the last step";
  std::string const ours = "(not plotted: our start B)";
  return {
      claim("A/position", "position at T = 15, against the discrete reference", "1", 1, data,
            tenth),
      claim("A/interval_spin", "angular velocity of the last interval, against the reference's",
            "1", 1, data + "; angular velocity of intervals", tenth),
      claim("A/moving_energy", "largest error of the moving energy at nodes", "2", 2,
            data + "; \"energy\" is H - <p, Y>",
            "largest over the run, because the alternating mode makes the last value depend on "
            "the parity of n"),
      claim("A/kinetic_energy", "kinetic energy at the last node, against the reference's", "2", 2,
            data + "; \"energy\" is the kinetic energy, the other reading", tenth),
      claim("B/position", "position at T = 15, against the exact motion", ours, 2, start_b, tenth),
      claim("B/nodal_spin", "angular velocity at the last node, against the exact motion", ours, 2,
            start_b, tenth),
      claim("B/moving_energy", "largest error of the moving energy at nodes", ours, 2, start_b,
            tenth)};
}

Panel panel(std::string title, std::string y_label, std::vector<Series> series) {
  return {.title = std::move(title),
          .x_label = "{/:Italic h}",
          .y_label = std::move(y_label),
          .x_scale = "log",
          .y_scale = "log",
          .key = "bottom right",
          .series = std::move(series)};
}

}  // namespace

Experiment figure_3() {
  std::string const a = "start_A.csv", b = "start_B.csv";
  return {
      .id = "fjm2015_figure_3",
      .paper = paper_id,
      .title = "Ball with unequal inertias: errors against the step size",
      .about =
          "The system as section 7.4 prints it (body_frame_ball; no ball when the inertias "
          "differ, see the errata), reduced GNI with the Cayley map.",
      .choices = {starts_choice(),
                  {"step sizes",
                   "15/n, n = round(10^(2 + j/4)), j = 0, ..., 13; reference n = 562341; "
                   "quick: j to 8, reference n = 177828",
                   "hits the printed 0.15, 8.4e-5 and 2.7e-5"},
                  {"which angular velocity", "that of the last interval with start A",
                   "w^k is an interval's in the paper's equations"},
                  {"which energy",
                   "the moving energy H - <p, Y> at nodes, against its exact value; the "
                   "kinetic energy beside it",
                   "the only one of those tried that shows h^2"},
                  {"(x_1, y_1)", "(x_0, y_0) + h (r w_2 - Omega y_0, -r w_1 + Omega x_0)",
                   "the \"two-point version\" of the last two equations to leading order"},
                  {"steps of the fits with start A", "all but the two finest",
                   "there the error of the discrete reference is no longer small"}},
      .claims = claims(),
      .figures =
          {{.id = "errors",
            .number = "3",
            .caption =
                "Data of the second example, {/:Italic T} = 15: errors of (a) position, "
                "(b) angular velocity, (c) energy. Start A against a discrete reference with "
                "{/:Italic h} = 2.67 × 10^{-5}, start B against the exact motion; the moving "
                "energy against its exact value. Lines without points: multiples of "
                "{/:Italic h} in (a), (b) and of {/:Italic h}^2 in (c).",
            .columns = 3,
            .width = 9.6,
            .height = 4.2,
            .panels = {panel("(a)", "|({/:Italic x}, {/:Italic y}) error|",
                             {{a, "h", "position", "linespoints", "start A"},
                              {b, "h", "position", "linespoints", "start B"},
                              {a, "h", "h1", "lines", "∝ {/:Italic h}"}}),
                       panel("(b)", "|ω error|",
                             {{a, "h", "interval_spin", "linespoints", "start A, interval"},
                              {b, "h", "nodal_spin", "linespoints", "start B, node"},
                              {a, "h", "h1", "lines", "∝ {/:Italic h}"}}),
                       panel("(c)", "energy error",
                             {{a, "h", "largest_moving_energy", "linespoints", "moving, start A"},
                              {a, "h", "kinetic_energy", "linespoints", "kinetic, start A"},
                              {a, "h", "h2", "lines", "∝ {/:Italic h}^2"}})}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
