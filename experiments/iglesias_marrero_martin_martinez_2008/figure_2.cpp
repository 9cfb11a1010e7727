#include <complex>

#include "experiments/iglesias_marrero_martin_martinez_2008/action_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

using Complex = std::complex<double>;
constexpr double h = 0.01;
constexpr long all_steps = 20000;
constexpr long thinning = 5;
Complex const imaginary(0, 1);

RawQuad quad_step() { return RawQuad(1) / 100; }
/// x(0) + i y(0) and x(1) + i y(1).
Complex first_node() { return {0.99, 1}; }
Complex second_node() { return {1, 0.99}; }
Complex first_velocity() { return (second_node() - first_node()) / h; }

/// Omega = alpha (I + m r^2)/I for the ball m = r = 1, I = .4, from (0.99, 1) with the velocity
/// (1, -1) and the spin .7.
Runs ball(double alpha, std::string method) {
  RawQuad const Omega = RawQuad(alpha) * 14 / 4;
  return {.problem = "rolling_ball",
          .case_name = "BALL",
          .method = std::move(method),
          .parameters = {{"Omega", Omega}},
          .v = {{1, -1, Omega * 99 / 100 + 1, 1 + Omega, RawQuad(7) / 10}}};
}

/// Nodes 0, 1, ... of the contact point as x + i y.
using Nodes = std::vector<Complex>;
Nodes nodes_of(Trajectory<double> const& run) {
  Nodes nodes;
  for (auto const& q : run.q) nodes.emplace_back(q[0], q[1]);
  return nodes;
}

/// The catalogue's integrator from the printed nodes. The contact point does not depend on the
/// rotation of q1, which M_c determines.
Nodes by_method(double alpha, long steps) {
  auto runs = ball(alpha, "atiyah_dla");
  runs.start = "pair";
  runs.q1 = {RawQuad(1), RawQuad(99) / 100, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  return nodes_of(runs.in_double(quad_step(), steps + 1));
}
/// The paper's recurrences for x(k+2) and y(k+2), with 4 alpha h in both.
Nodes by_recurrence(double alpha, long steps) {
  double const a = alpha * h, denominator = a * a + 4;
  Nodes z{first_node(), second_node()};
  for (long k = 0; k < steps; ++k) {
    Complex const z0 = z[z.size() - 2], z1 = z.back(), d = z1 - z0;
    z.emplace_back((8 * z1.real() + (a * a - 4) * z0.real() - 4 * a * d.imag()) / denominator,
                   (8 * z1.imag() + (a * a - 4) * z0.imag() + 4 * a * d.real()) / denominator);
  }
  return z;
}

/// Contact point z and its velocity w: z' = w, w' = i alpha w.
struct Motion {
  Complex z, w;
};
/// A one-step method on (x, y, u, v), by the next state.
using OneStep = Motion (*)(Motion const&, double alpha);
Motion explicit_euler(Motion const& s, double alpha) {
  return {s.z + h * s.w, s.w + h * imaginary * alpha * s.w};
}
Motion implicit_euler(Motion const& s, double alpha) {
  Complex const w = s.w / (1.0 - h * imaginary * alpha);
  return {s.z + h * w, w};
}
Motion midpoint_rule(Motion const& s, double alpha) {
  Complex const middle = s.w + h / 2 * imaginary * alpha * s.w;
  return {s.z + h * middle, s.w + h * imaginary * alpha * middle};
}
Nodes by(OneStep step, double alpha, long steps) {
  Motion s{first_node(), first_velocity()};
  Nodes nodes{s.z};
  for (long k = 0; k < steps; ++k) {
    s = step(s, alpha);
    nodes.push_back(s.z);
  }
  return nodes;
}
Nodes by_rk4(double alpha, long steps) {
  return nodes_of(ball(alpha, "odeint_rk4").in_double(quad_step(), steps));
}

/// Centre of a motion that starts at z with velocity w.
Complex centre_of(Complex z, Complex w, double alpha) { return z + imaginary * w / alpha; }
/// The discrete circle: the midpoint of the first interval takes the place of z.
Complex discrete_centre(double alpha) {
  return centre_of((first_node() + second_node()) / 2.0, first_velocity(), alpha);
}
double discrete_radius(double alpha) {
  return std::abs(first_velocity()) / std::abs(alpha) * std::sqrt(1 + alpha * alpha * h * h / 4);
}

/// Radii about a centre over a radius.
std::vector<double> radii(Nodes const& nodes, Complex centre, double unit) {
  std::vector<double> r;
  for (Complex const& z : nodes) r.push_back(std::abs(z - centre) / unit);
  return r;
}
double departure(std::vector<double> const& r) {
  Largest most;
  for (double const x : r) most(std::abs(x - 1));
  return most.value;
}

struct Standard {
  std::string key, name;
  std::function<Nodes(double, long)> nodes;
};
std::vector<Standard> const& standard_methods() {
  static std::vector<Standard> const all{
      {"explicit-euler", "the explicit Euler method",
       [](double a, long n) { return by(explicit_euler, a, n); }},
      {"implicit-euler", "the implicit Euler method",
       [](double a, long n) { return by(implicit_euler, a, n); }},
      {"rk2", "the Runge-Kutta method of order 2 (midpoint rule)",
       [](double a, long n) { return by(midpoint_rule, a, n); }},
      {"rk4", "the classical Runge-Kutta method of order 4", by_rk4}};
  return all;
}
std::vector<double> radii_of(Standard const& m, double alpha, long steps) {
  auto const nodes = m.nodes(alpha, steps);
  Complex const centre = centre_of(first_node(), first_velocity(), alpha);
  return radii(nodes, centre, std::abs(first_node() - centre));
}
std::string sign_of(double alpha) { return alpha > 0 ? "plus" : "minus"; }

void circles(Findings& findings, long steps) {
  for (double const alpha : {1.0, -1.0}) {
    Complex const centre = discrete_centre(alpha);
    double const radius = discrete_radius(alpha);
    auto const method = by_method(alpha, steps), recurrence = by_recurrence(alpha, steps);
    findings.measure("B6/method-" + sign_of(alpha), departure(radii(method, centre, radius)));
    findings.measure("B6/recurrence-" + sign_of(alpha),
                     departure(radii(recurrence, centre, radius)));
    auto const drawn = radii(recurrence, centre, radius);
    findings.measure(
        "B7/" + sign_of(alpha), spread(drawn) / 2,
        fmt::format("{:.1e} (centre ({:.3f}, {:.3f}), radius {:.7f}; {:.2f} turns; last point "
                    "({:.10f}, {:.10f}))",
                    spread(drawn) / 2, centre.real(), centre.imag(), radius,
                    double(steps) * std::atan(std::abs(alpha) * h / 2) / std::acos(-1.0),
                    recurrence.back().real(), recurrence.back().imag()));
    auto& table = findings.table("orbit_" + sign_of(alpha), {"x", "y"});
    for (std::size_t k = 0; k < method.size(); k += thinning)
      table.add({method[k].real(), method[k].imag()});
  }
  findings.measure("B6/radius", discrete_radius(1) / std::abs(first_velocity()) - 1);
  std::vector<double> widths;
  for (double const alpha : {0.5, 2.0, 5.0})
    widths.push_back(
        spread(radii(by_recurrence(alpha, steps), discrete_centre(alpha), discrete_radius(alpha))) /
        2);
  findings.measure("B7/other-alpha", *max_element_or_nan(widths.begin(), widths.end()),
                   in_words(widths, "{:.1e}") + " for alpha = .5, 2, 5");
}

void standard_orbits(Findings& findings, long steps) {
  std::map<std::string, std::vector<double>> r;
  for (auto const& m : standard_methods()) {
    auto const at_one = r[m.key] = radii_of(m, 1, steps);
    double const mirrored = radii_of(m, -1, steps).back();
    double const half = radii_of(m, 0.5, steps).back(), twice = radii_of(m, 2, steps).back();
    findings.measure(
        "B8/" + m.key, std::abs(at_one.back() - 1),
        fmt::format(
            "{:.3e} (last radius over first: {:.9f}; alpha = -1: {:.9f}, .5: {:.6g}, 2: {:.6g})",
            std::abs(at_one.back() - 1), at_one.back(), mirrored, half, twice));
  }
  // |1 + i alpha h|^N, whatever N
  double const expected = std::pow(1 + h * h, double(steps) / 2);
  findings.measure("B8/growth", std::abs(r["explicit-euler"].back() / expected - 1));

  auto& table = findings.table("radii", {"k", "dla", "explicit", "implicit", "rk2", "rk4"});
  auto const dla = radii(by_method(1, steps), discrete_centre(1), discrete_radius(1));
  for (std::size_t k = 0; k < std::size_t(steps); k += 20 * thinning) {
    auto const change = [&](double x) { return larger_or_nan(std::abs(x - 1), 1e-17); };
    table.add({double(k), change(dla[k]), change(r["explicit-euler"][k]),
               change(r["implicit-euler"][k]), change(r["rk2"][k]), change(r["rk4"][k])});
  }
  for (double const alpha : {1.0, -1.0}) {
    auto& orbits = findings.table("standard_" + sign_of(alpha), {"x", "y", "xi", "yi"});
    auto const out = by(explicit_euler, alpha, steps), in = by(implicit_euler, alpha, steps);
    for (std::size_t k = 0; k < out.size(); k += thinning)
      orbits.add({out[k].real(), out[k].imag(), in[k].real(), in[k].imag()});
  }
}

void compute(Findings& findings) {
  long const steps = findings.quick ? all_steps / 4 : all_steps;
  circles(findings, steps);
  findings.progress(0.5);
  standard_orbits(findings, steps);
}

std::vector<Claim> claims() {
  ClaimList add{"section 4.5.1, figure 2", "alpha = I Omega/(I + m r^2), which is not printed"};
  char const* const line = "a line of the figure is about a hundredth of its orbit's radius";
  for (double const alpha : {1.0, -1.0}) {
    std::string const at = alpha > 0 ? "alpha = 1" : "alpha = -1", sign = sign_of(alpha);
    add("B6/method-" + sign,
        "The point of contact sweeps out a circle: largest change of its radius about the centre "
        "((x(0) + x(1))/2 - v_0/alpha, (y(0) + y(1))/2 + u_0/alpha), relative to |(u_0, "
        "v_0)/alpha| (1 + alpha^2 h^2/4)^(1/2), by the integrator from the printed nodes, " +
            at,
        "a circle", at_most(1e-11), "20000 steps with a few roundings of 1e-16, summed up");
    add("B6/recurrence-" + sign, "The same by the formulas for x(k+2), y(k+2), " + at, "a circle",
        at_most(2e-8), "roundings of 1e-16 in 20000 second differences are summed twice")
        .correction = "E1: 4 alpha h in y(k+2)";
    add("B7/" + sign, "Left: the orbit is one closed line: half the width of its band, " + at,
        "a figure", at_most(1e-3), line)
        .correction = "E1: 4 alpha h in y(k+2)";
  }
  add("B7/other-alpha", "Largest such width for alpha = .5, 2, 5", "a figure", at_most(1e-3), line)
      .correction = "E1: 4 alpha h in y(k+2)";
  add("B6/radius",
      "That circle agrees with the continuous model: its radius over |(u_0, v_0)/alpha|, less 1, "
      "alpha = 1",
      "in agreement", at_most(1e-4), "h^2: a method of second order");
  for (auto const& m : standard_methods())
    add("B8/" + m.key,
        "Right: a standard method does not keep the circle: change of the radius over the run, "
        "alpha = 1, by " +
            m.name,
        "a figure", at_least(1e-2), line)
        .assumption = "alpha = 1; the standard method is " + m.name;
  add("B8/growth",
      "Growth of the radius by the explicit Euler method over (1 + alpha^2 h^2)^(N/2), less 1, "
      "alpha = 1",
      "not printed", at_most(1e-10), "20000 roundings, summed up");
  return add.all;
}

Panel orbit(std::string title, std::vector<Series> series, std::pair<double, double> x,
            std::pair<double, double> y) {
  return {.title = std::move(title),
          .x_label = "{/:Italic x}",
          .y_label = "{/:Italic y}",
          .x_range = x,
          .y_range = y,
          .series = std::move(series)};
}

}  // namespace

Experiment figure_2() {
  std::vector<Panel> panels;
  for (double const alpha : {1.0, -1.0}) {
    double const c = discrete_centre(alpha).real();
    std::pair<double, double> const x{c - 5, c + 5}, y{c - 4.2, c + 4.2};
    std::string const words = alpha > 0 ? "α = 1" : "α = −1", sign = sign_of(alpha);
    panels.push_back(
        orbit((alpha > 0 ? "(a) discrete nonholonomic, " : "(c) discrete nonholonomic, ") + words,
              {{"orbit_" + sign + ".csv", "x", "y", "lines", ""}}, x, y));
    panels.push_back(orbit((alpha > 0 ? "(b) explicit Euler, " : "(d) explicit Euler, ") + words,
                           {{"standard_" + sign + ".csv", "x", "y", "lines", ""}}, x, y));
  }
  panels.push_back(orbit("(e) implicit Euler, α = 1",
                         {{"standard_plus.csv", "xi", "yi", "lines", ""}}, {-0.38, 4.38}, {0, 4}));
  panels.push_back({.title = "(f) radius, α = 1",
                    .x_label = "{/:Italic k}",
                    .y_label = "|change|/first",
                    .y_scale = "log",
                    .x_range = {{0, 20000}},
                    .y_range = {{1e-16, 1e11}},
                    .key = "top right",
                    .series = {{"radii.csv", "k", "explicit", "lines", "explicit Euler"},
                               {"radii.csv", "k", "implicit", "lines", "implicit Euler"},
                               {"radii.csv", "k", "rk2", "lines", "Runge-Kutta 2"},
                               {"radii.csv", "k", "rk4", "lines", "Runge-Kutta 4"},
                               {"radii.csv", "k", "dla", "lines", "discrete nonholonomic"}}});
  return {
      .id = "immm2008_figure_2",
      .paper = paper_id,
      .title = "Orbits of the contact point of the rolling ball",
      .about =
          "The discrete nonholonomic equations and standard methods from the printed nodes x(0) = "
          ".99, y(0) = 1, x(1) = 1, y(1) = .99, h = .01, 20000 steps (quick: 5000).",
      .choices = {{"alpha, that is I, m, r and Omega",
                   "alpha = 1 and -1 (m = r = 1, I = .4, Omega = 3.5 and -3.5); .5, 2 and 5 for "
                   "comparison",
                   "none is printed; (x, y) depends on them through alpha only"},
                  {"the standard numerical method",
                   "explicit and implicit Euler, Runge-Kutta of orders 2 and 4, on (x, y, u, v)",
                   "it is not named; at |alpha| = 1 only a method of first order looks different"},
                  {"start of the standard method",
                   "(x(0), y(0)) with velocity (x(1) - x(0), y(1) - y(0))/h",
                   "the two printed nodes give no other"}},
      .claims = claims(),
      .figures =
          {{.id = "figure_2",
            .number = "2",
            .caption =
                "Orbits of the point of contact by the discrete nonholonomic equations (a), (c) "
                "and by standard methods (b), (d), (e); the paper has one pair and names neither α "
                "nor its method. (f) Change of the radius over the steps {/:Italic k}.",
            .columns = 2,
            .width = 6.9,
            .height = 8.4,
            .panels = panels}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
