#include <complex>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::figure_2_study {

namespace {

using Complex = std::complex<double>;
constexpr double h = 0.01;
constexpr long all_steps = 20000;
constexpr long thinning = 5;
Complex const imaginary(0, 1);

RawQuad quad_step() { return RawQuad(1) / 100; }
/// Nodes x(0) + i y(0) and x(1) + i y(1).
Complex first_node() { return {0.99, 1}; }
Complex second_node() { return {1, 0.99}; }
Complex first_velocity() { return (second_node() - first_node()) / h; }

/// Run with Omega = alpha (I + m r^2)/I for the ball m = r = 1, I = 0.4, from (0.99, 1) with the
/// velocity (1, -1) and the spin 0.7.
Run ball(double alpha, std::string method) {
  RawQuad const Omega = RawQuad(alpha) * 14 / 4;
  return {.problem = "rolling_ball",
          .method = std::move(method),
          .case_name = "BALL",
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

/// Nodes by the catalogue's integrator from the printed nodes. The contact point does not depend on
/// the rotation of q1, which M_c determines.
Nodes by_method(Study& study, double alpha, long steps) {
  auto run = ball(alpha, "atiyah_dla").with(quad_step(), steps + 1);
  run.start = "pair";
  run.q1 = {RawQuad(1), RawQuad(99) / 100, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  return nodes_of(study.execute(run));
}
/// Points by (4.14), (4.15) with 113 bits, because a recurrence of second differences sums rounding
/// errors twice. By default the first two are (0.99, 1) and, as in the figure, the point after a
/// step with the velocity (1, -1). The control has the opposite sign of alpha in (4.15).
using Points = std::vector<std::array<Quad, 2>>;
Points by_equations(double alpha, Quad step, long steps, int sign = 1, Points z = {}) {
  Quad const a = Quad(alpha) * step, b = sign * a, scale = 1 + a * b / 4;
  if (z.empty()) z = {{Quad(99) / 100, 1}, {Quad(99) / 100 + step, 1 - step}};
  for (long k = 0; k < steps; ++k) {
    auto const &z0 = z[z.size() - 2], &z1 = z.back();
    // x_2 + (a/2) y_2 = p, y_2 - (b/2) x_2 = q
    Quad const p = 2 * z1[0] - z0[0] + a / 2 * z0[1], q = 2 * z1[1] - z0[1] - b / 2 * z0[0];
    z.push_back({(p - a / 2 * q) / scale, (q + b / 2 * p) / scale});
  }
  return z;
}
Quad distance_of(std::array<Quad, 2> const& a, std::array<Quad, 2> const& b) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}
/// Largest change of the distance from the centre of the discrete circle, relative to its radius.
double band(Points const& z, double alpha, Quad step) {
  Quad const u = (z[1][0] - z[0][0]) / step, v = (z[1][1] - z[0][1]) / step;
  std::array<Quad, 2> const centre{(z[0][0] + z[1][0]) / 2 - v / Quad(alpha),
                                   (z[0][1] + z[1][1]) / 2 + u / Quad(alpha)};
  Quad const radius = distance_of(z[0], centre);
  Largest change;
  for (auto const& point : z) change(double(distance_of(point, centre) / radius - 1));
  return change.value;
}
/// Relative errors of the discrete circle, alpha and 1/n the step, against the motion with alpha =
/// 1 from (0.99, 1) with the velocity (1, -1): of its radius, of its centre (1.99, 2) over the
/// radius, both by three of the points, and of its period, by the angle between two intervals.
std::array<double, 3> circle_errors(double alpha, int n) {
  auto const z = by_equations(alpha, Quad(1) / n, 2 * n);
  auto const chord = [&](int from, int to) {
    auto const &a = z[std::size_t(from)], &b = z[std::size_t(to)];
    return Complex(double(b[0] - a[0]), double(b[1] - a[1]));
  };
  Complex const a = chord(0, n), b = chord(0, 2 * n),
                to_centre = a * b * conj(a - b) / (conj(a) * b - a * conj(b));
  return {std::abs(to_centre) / M_SQRT2 - 1, std::abs(to_centre - Complex(1, 1)) / M_SQRT2,
          1 / (n * std::arg(chord(1, 2) / chord(0, 1))) - 1};
}

/// Contact point z and its velocity w: z' = w, w' = i alpha w.
struct Motion {
  Complex z, w;
};
/// One-step method on (x, y, u, v): returns the next state.
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

/// Centre of the motion from z with the velocity w.
Complex centre_of(Complex z, Complex w, double alpha) { return z + imaginary * w / alpha; }
/// Centre of the discrete circle: z is the midpoint of the first interval.
Complex discrete_centre(double alpha) {
  return centre_of((first_node() + second_node()) / 2.0, first_velocity(), alpha);
}
double discrete_radius(double alpha) {
  return std::abs(first_velocity()) / std::abs(alpha) * std::sqrt(1 + alpha * alpha * h * h / 4);
}

/// Deviations of the distance from a centre, relative to a radius.
std::vector<double> changes(Nodes const& nodes, Complex centre, double radius) {
  std::vector<double> all;
  for (Complex const& z : nodes) all.push_back(std::abs(z - centre) / radius - 1);
  return all;
}
std::vector<double> discrete_changes(Nodes const& nodes, double alpha) {
  return changes(nodes, discrete_centre(alpha), discrete_radius(alpha));
}
/// Deviations from the circle |z|^2 = 2 centre . z + c with the least squares of its residuals.
std::vector<double> changes_from_best_circle(Nodes const& nodes) {
  Eigen::Map<Eigen::VectorXcd const> const z(nodes.data(), long(nodes.size()));
  MatrixOf<double> A(z.size(), 3);
  A << 2 * z.real(), 2 * z.imag(), VectorOf<double>::Ones(z.size());
  VectorOf<double> const fit = least_squares(A, z.cwiseAbs2().eval());
  return changes(nodes, {fit[0], fit[1]}, std::sqrt(fit[2] + fit[0] * fit[0] + fit[1] * fit[1]));
}
/// Deviations of a standard method from the circle of the continuous motion.
std::vector<double> standard_changes(Nodes const& nodes, double alpha) {
  Complex const centre = centre_of(first_node(), first_velocity(), alpha);
  return changes(nodes, centre, std::abs(first_node() - centre));
}
std::string sign_of(double alpha) { return alpha > 0 ? "plus" : "minus"; }

void circles(Study& study, long steps) {
  Quad const step = quad_step();
  for (double const alpha : {1.0, -1.0}) {
    auto const method = by_method(study, alpha, steps);
    double const change = rattleback::largest(discrete_changes(method, alpha));
    study.measure("B6", "as printed", fmt::format("$alpha$ = {:g}", alpha),
                  {.value = change, .steps = double(steps)});
    auto& table = study.table("orbit_" + sign_of(alpha), {"x", "y"});
    for (std::size_t k = 0; k < method.size(); k += thinning)
      table.add({method[k].real(), method[k].imag()});
  }
  for (int k = 1; k <= 5; ++k) {
    Random random(1, k);
    Vector const first = random_vector(random, 2), second = first + step * random_vector(random, 2);
    double const alpha = random.uniform(0.5, 5);
    auto const z =
        by_equations(alpha, step, steps, 1, {{first[0], first[1]}, {second[0], second[1]}});
    study.measure("B6", "as printed", fmt::format("random points {}", k),
                  {.value = band(z, alpha, step), .steps = double(steps)});
  }
  for (double const alpha : {1.0, -1.0, 0.5, 2.0, 5.0}) {
    double const width = band(by_equations(alpha, step, steps), alpha, step);
    study.measure(
        "B7", "as printed", fmt::format("$alpha$ = {:g}", alpha),
        {.value = width,
         .details = {{"turns", double(steps) * std::atan(std::abs(alpha) * h / 2) / M_PI}},
         .steps = double(steps)});
  }
  study.control("B6", "explicit Euler",
                {.value = rattleback::largest(standard_changes(by(explicit_euler, 1, steps), 1)),
                 .steps = double(steps)});
  study.control("B7", "sign of alpha in (4.15)",
                {.value = band(by_equations(1, step, steps, -1), 1, step), .steps = double(steps)});
  for (std::size_t k = 0; k < 3; ++k) {
    auto const order = [k](double alpha) {
      std::vector<double> sizes, errors;
      for (int const n : {10, 20, 40, 80}) {
        sizes.push_back(1.0 / n);
        errors.push_back(std::abs(circle_errors(alpha, n)[k]));
      }
      return order_measured(sizes, errors, 1);
    };
    std::string const of = std::array{"radius", "centre", "period"}[k];
    study.measure("B6/radius", of, order(1));
    study.control("B6/radius", "Omega larger by a fifth, " + of, order(1.2));
  }
}

void standard_orbits(Study& study, long steps) {
  auto const nodes = by_method(study, 1, steps), nodes5 = by_method(study, 5, steps);
  auto const dla = discrete_changes(nodes, 1);
  auto const rk4 = study.execute(ball(1, "odeint_rk4").with(quad_step(), steps));
  struct Standard {
    std::string key, reading;
    Nodes nodes;
    std::vector<double> change = standard_changes(nodes, 1);
  };
  std::vector<Standard> const standard{{"explicit", "explicit Euler", by(explicit_euler, 1, steps)},
                                       {"implicit", "implicit Euler", by(implicit_euler, 1, steps)},
                                       {"rk2", "Runge-Kutta 2", by(midpoint_rule, 1, steps)},
                                       {"rk4", "Runge-Kutta 4", nodes_of(rk4)}};
  auto const off_best = [](Nodes const& of) { return median(changes_from_best_circle(of)); };
  auto const compare = [&](std::string const& reading, Nodes const& of, Nodes const& proposed,
                           double alpha) {
    auto const change = standard_changes(of, alpha);
    if (study.quick)
      study.not_run("B8", reading, "the figure has four times as many steps");
    else
      study.measure("B8", reading, {.value = rattleback::largest(change)});
    // Its motion has the first velocity at the midpoint of the first interval.
    double const off_motion =
        median(changes(proposed, discrete_centre(alpha), std::abs(first_velocity()) / alpha));
    auto const ratio = [&](std::string const& circle, double standard, double own) {
      study.measure("B22", circle, reading,
                    {.value = standard / own, .details = {{"median of the proposed method", own}}});
    };
    ratio("keeps a circle", off_best(of), off_best(proposed));
    ratio("circle of the motion", median(change), off_motion);
  };
  // The radius is the speed divided by alpha.
  auto const decays = [](std::vector<double> const& change) { return change.back() < -1e-11; };
  for (auto const& [key, reading, of, change] : standard) {
    compare(reading, of, nodes, 1);
    if (key == "rk2") compare("Runge-Kutta 2, alpha = 5", by(midpoint_rule, 5, steps), nodes5, 5);
  }
  supply(study, {{"I5", decays(standard[1].change)}});
  supply_controls(study, {{"I5", "proposed method", decays(dla)}});
  study.control("B8", "proposed method", {.value = rattleback::largest(dla)});
  study.control("B22", "ratio inverted", {.value = off_best(nodes) / off_best(standard[0].nodes)});

  auto& table = study.table("radii", {"k", "dla", "explicit", "implicit", "rk2", "rk4"});
  for (std::size_t k = 0; k < std::size_t(steps); k += 20 * thinning) {
    std::vector<double> row{double(k), larger_or_nan(std::abs(dla[k]), 1e-17)};
    for (auto const& s : standard) row.push_back(larger_or_nan(std::abs(s.change[k]), 1e-17));
    table.add(row);
  }
  for (double const alpha : {1.0, -1.0}) {
    auto& orbits = study.table("standard_" + sign_of(alpha), {"x", "y", "xi", "yi"});
    auto const out = by(explicit_euler, alpha, steps), in = by(implicit_euler, alpha, steps);
    for (std::size_t k = 0; k < out.size(); k += thinning)
      orbits.add({out[k].real(), out[k].imag(), in[k].real(), in[k].imag()});
  }
}

}  // namespace

void figure_2(Study& study) {
  long const steps = study.quick ? all_steps / 4 : all_steps;
  circles(study, steps);
  study.progress(0.5);
  standard_orbits(study, steps);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::figure_2_study
