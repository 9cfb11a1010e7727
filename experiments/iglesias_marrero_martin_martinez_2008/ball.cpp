#include "experiments/iglesias_marrero_martin_martinez_2008/ball_arrows.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

constexpr double inertia = 0.4;

double rate_of(std::string const& case_name) { return case_name == "BALL" ? -3.5 : 3.5; }

/// B10: steps that have no W.
void refused_steps(Findings& findings) {
  auto const runs = ball_runs("BALL-opposite");
  double const most = runs.entry().largest_step(runs.specification(RawQuad(1) / 2, 1, 0));
  // h |w| of the first interval, with (u, v) from the momentum of (1, -1) at (0.99, 1)
  auto const turn = [](double h) {
    double const Omega = 3.5, t = inertia * Omega / (inertia + 1) * h / 2, scale = 1 / (1 + t * t);
    double const u = scale * (1 + t), v = scale * (t - 1);
    double const x = 0.99 + h * u / 2, y = 1 + h * v / 2;
    return h * std::hypot(u + Omega * y, v - Omega * x, 0.7);
  };
  double low = 0, high = 0.5;
  while (high - low > 1e-14) {
    double const middle = (low + high) / 2;
    (turn(middle) < 1 ? low : high) = middle;
  }
  findings.measure("B10/largest-step", most / low - 1,
                   fmt::format("{:.1e} (h = {:.6f})", most / low - 1, most));
  auto const refused = runs.in_double(RawQuad(1) / 10, 40);
  findings.outcome("rolling_ball, case BALL-opposite, h = .1", refused.outcome, refused.reason,
                   refused.times.back());
  double const last = refused.times.back();
  findings.measure(
      "B10/refused",
      refused.outcome == Outcome::no_real_root ? last : std::numeric_limits<double>::infinity(),
      refused.outcome == Outcome::no_real_root ? fmt::format("after t = {:.1f}", last)
                                               : std::string(name_of(refused.outcome)));
}

/// B11 and the moving energy over 20000 steps of .01.
void conserved(Findings& findings) {
  long const steps = findings.quick ? 5000 : 20000;
  for (std::string const name : {"BALL", "BALL-opposite"}) {
    auto const run = ball_runs(name).in_double(RawQuad(1) / 100, steps);
    double const Omega = rate_of(name);
    std::vector<double> s5, s14, s23, moving, energy;
    for (std::size_t k = 1; k < run.q.size(); ++k) {
      auto const& v = run.v[k];  // of the interval that ends at node k
      s5.push_back(inertia * v[4]);
      s14.push_back(v[0] + inertia * v[3]);
      s23.push_back(v[1] - inertia * v[2]);
      double const x = (run.q[k - 1][0] + run.q[k][0]) / 2, y = (run.q[k - 1][1] + run.q[k][1]) / 2;
      moving.push_back((1 + inertia) / 2 * (v[0] * v[0] + v[1] * v[1]) +
                       inertia * Omega * Omega / 2 * (x * x + y * y) -
                       Omega * (inertia + 1) * (x * v[1] - y * v[0]));
      energy.push_back(run.invariant_values[k][0]);
    }
    double const momentum = std::hypot(s5[0], s14[0], s23[0]);
    double const most = larger_or_nan({spread(s5), spread(s14), spread(s23)}) / momentum;
    findings.measure("B11/" + name, most);
    findings.measure("moving-energy/" + name, spread(moving) / std::abs(moving[0]),
                     fmt::format("{:.1e} (the energy runs from {:.2f} to {:.2f})",
                                 spread(moving) / std::abs(moving[0]),
                                 *std::min_element(energy.begin(), energy.end()),
                                 *max_element_or_nan(energy.begin(), energy.end())));
    auto& table = findings.table("moving_energy_" + name, {"t", "moving", "energy"});
    for (std::size_t k = 0; k < moving.size(); k += 20)
      table.add({run.times[k + 1], std::abs(moving[k] / moving[0] - 1) + 1e-17,
                 std::abs(energy[k] / energy[0] - 1) + 1e-17});
  }
}

void compute(Findings& findings) {
  refused_steps(findings);
  findings.progress(0.6);
  conserved(findings);
  std::vector<ErrorOf> const errors{error_of_q("contact-point", 0, 2),
                                    error_of_q("rotation", 2, 11)};
  for (std::string const name : {"BALL", "BALL-opposite"})
    measure_orders(findings, "B2/order-" + name, ball_runs(name), 4,
                   // the ball turns up to four times as fast on the larger circle
                   name == "BALL" ? std::vector<long>{40, 80, 160, 320, 640, 1280}
                                  : std::vector<long>{80, 160, 320, 640, 1280, 2560},
                   errors, "errors_" + name);
}

std::vector<Claim> claims() {
  ClaimList add{"section 4.5.1", "m = r = 1, I = .4, Omega = +-3.5, w3 = .7"};
  add("B10/largest-step",
      "W exists while h |w| <= 1: largest first step of the integrator over that bound, less 1, "
      "Omega = 3.5",
      "not mentioned", between(-1e-5, 1e-5), "found to 1e-6 of .5");
  add("B10/refused",
      "A run beyond it ends with its reason recorded: time of the last node, Omega = 3.5, h = .1",
      "not mentioned", at_most(4), "an interval of the circle that t = 4 covers");
  for (std::string const name : {"BALL", "BALL-opposite"}) {
    std::string const at = name == "BALL" ? ", alpha = -1" : ", alpha = 1";
    add("B11/" + name,
        "s5', r s1' + s4', r s2' - s3' are horizontal symmetries: largest relative change of their "
        "momenta in 20000 steps of .01" +
            at,
        "corollary 3.26", at_most(1e-10), "20000 roundings, summed up")
        .place = "corollary 3.26, section 4.5.1";
    add("moving-energy/" + name,
        "The energy relative to the table, at the middle of intervals, is exact: largest relative "
        "change in 20000 steps of .01" +
            at,
        "not mentioned", at_most(1e-10), "20000 roundings, summed up");
    for (std::string const what : {"contact-point", "rotation"})
      add("B2/order-" + name + "/" + what, "Order of the " + what + " at T = 4" + at, "not printed",
          within(2, 0.05), order_reason);
  }
  return add.all;
}

}  // namespace

Experiment ball() {
  auto const file = [](std::string const& name) { return "errors_" + name + ".csv"; };
  return {
      .id = "immm2008_ball",
      .paper = paper_id,
      .title = "Rolling ball: runs",
      .about = "Runs of the integrator: largest step, conserved momenta, moving energy, orders.",
      .choices = {{"m, r, I, Omega, w3", "m = r = 1, I = .4, Omega = 3.5 and -3.5, w3 = .7",
                   "none is printed; |alpha| = 1 as in our figure 2"},
                  {"start of runs", "the momentum of the velocity (1, -1) at (0.99, 1)",
                   "figure 2's first interval, but of second order"}},
      .claims = claims(),
      .figures =
          {{.id = "ball",
            .number = "",
            .caption =
                "Rolling ball. (a) Errors at {/:Italic T} = 4. (b) Relative change of the energy "
                "and of the energy relative to the table, α = 1, {/:Italic h} = 0.01.",
            .columns = 2,
            .width = 6.9,
            .height = 3.2,
            .panels =
                {{.title = "(a) errors",
                  .x_label = "{/:Italic h}",
                  .y_label = "error",
                  .x_scale = "log",
                  .y_scale = "log",
                  .key = "bottom right",
                  .series = {{file("BALL"), "h", "rotation", "linespoints", "{/:Italic R}, α = −1"},
                             {file("BALL-opposite"), "h", "rotation", "linespoints",
                              "{/:Italic R}, α = 1"},
                             {file("BALL"), "h", "contact-point", "linespoints",
                              "({/:Italic x}, {/:Italic y}), α = −1"}}},
                 {.title = "(b) energies, α = 1",
                  .x_label = "{/:Italic t}",
                  .y_label = "|change|/first",
                  .y_scale = "log",
                  .y_range = {{1e-17, 1e3}},
                  .key = "center right",
                  .series = {{"moving_energy_BALL-opposite.csv", "t", "energy", "lines", "energy"},
                             {"moving_energy_BALL-opposite.csv", "t", "moving", "dots",
                              "relative to the table"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
