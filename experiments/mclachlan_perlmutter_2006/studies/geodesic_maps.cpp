#include <fmt/format.h>

#include <array>
#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/discrete_system.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/matrix_groups.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

// The discrete Lagrange-d'Alembert principle is that of the pair groupoid Q x Q.
using namespace iglesias_marrero_martin_martinez_2008;

/// Q = S^2 x R: points (n, z), velocities (ndot, zdot) with n . ndot = 0, the product metric.
/// A tangent vector is four numbers, a pair of points eight.
struct Tangent {
  Numbers point, vector;
};
Q potential(Numbers const& q) { return q[2] + q[0] * q[1] / 2 + q[3] * q[3] / 2; }
std::array<double, 4> potential_gradient(std::array<double, 4> const& q) {
  return {q[1] / 2, q[0] / 2, 1, q[3]};
}

/// Initial velocity of the geodesic from q0 to q1 in the time h, (4.6).
Tangent geodesic_at_start(Numbers const& q0, Numbers const& q1, Q h) {
  Q const cosine = dot(part(q0, 0, 3), part(q1, 0, 3));
  auto const chord = sum(part(q1, 0, 3), times(-cosine, part(q0, 0, 3)));
  Q const sine = sqrtq(dot(chord, chord));
  Q const scale = sine < 1e-12Q ? 1 : atan2q(sine, cosine) / sine;
  return {q0, together(times(scale / h, chord), {(q1[3] - q0[3]) / h})};
}
/// Its velocity at the middle, (4.7).
Tangent geodesic_at_middle(Numbers const& q0, Numbers const& q1, Q h) {
  auto const a = part(q0, 0, 3), b = part(q1, 0, 3);
  auto const total = sum(a, b), chord = sum(b, times(-1, a));
  Q const length = sqrtq(dot(total, total)), half = sqrtq(dot(chord, chord)) / 2;
  Q const scale = half < 1e-12Q ? 1 : asinq(half) / half;
  return {together(times(1 / length, total), {(q0[3] + q1[3]) / 2}),
          together(times(scale / h, chord), {(q1[3] - q0[3]) / h})};
}
using FiniteDifferenceMap = Tangent (*)(Numbers const&, Numbers const&, Q);

/// Two tangent vectors of the sphere at n that span its tangent plane.
std::array<Numbers, 2> frame(Numbers const& n) {
  Numbers const e = absolute(n[0]) < 0.7Q ? Numbers{1, 0, 0} : Numbers{0, 1, 0};
  auto const f = cross(n, e);
  return {times(1 / sqrtq(dot(f, f)), f), times(1 / sqrtq(dot(f, f)), cross(n, f))};
}
/// A curve of points with the velocity eta = (two components in the frame, zdot) at t = 1.
Numbers moved(Numbers const& q, Numbers const& eta) {
  auto const n = part(q, 0, 3);
  auto const [f1, f2] = frame(n);
  auto const to = sum(n, sum(times(eta[0], f1), times(eta[1], f2)));
  return together(times(1 / sqrtq(dot(to, to)), to), {q[3] + eta[2]});
}

/// The constraint one-form as four numbers at a point.
using OneForm = Numbers (*)(Numbers const&);
Numbers contact(Numbers const& q) { return {0, -q[0], 0, 1}; }       // zdot = n1 n2dot
Numbers meridians(Numbers const& q) { return {-q[1], q[0], 0, 0}; }  // totally geodesic leaves
Numbers parallels(Numbers const&) { return {0, 0, 1, 0}; }           // leaves that are not

/// Section 4: L_d = h L o phi, C_d = (A o phi)^-1(0), A_d = A.
DiscreteSystem method(FiniteDifferenceMap phi, OneForm A, Q h) {
  auto const first = [](Arrow const& g) { return part(g, 0, 4); };
  auto const second = [](Arrow const& g) { return part(g, 4, 4); };
  return {
      "S^2 x R",
      3,
      [=](Arrow const& g) {
        auto const v = phi(first(g), second(g), h);
        return h * (dot(v.vector, v.vector) / 2 - potential(v.point));
      },
      [=](Arrow const& g) {
        auto const v = phi(first(g), second(g), h);
        return Numbers{h * dot(A(v.point), v.vector)};
      },
      [=](Numbers const& q) {
        auto const [f1, f2] = frame(part(q, 0, 3));
        auto const a = A(q);
        Numbers const form{dot(part(a, 0, 3), f1), dot(part(a, 0, 3), f2), a[3]};
        return null_space(
            3, [&](Numbers const& eta, int) { return dot(form, eta); }, 1);
      },
      first,
      second,
      [](Numbers const& q) { return together(q, q); },
      [=](Arrow const& g) { return together(second(g), first(g)); },
      [=](Arrow const& g, Numbers const& eta) { return together(first(g), moved(second(g), eta)); },
      [=](Arrow const& g, Numbers const& eta) {
        return together(moved(first(g), eta), second(g));
      }};
}

Numbers start() { return {0.48Q, 0.6Q, 0.64Q, 0.2Q}; }
/// A velocity at the start that A annihilates: v less its part along A.
Numbers start_velocity(OneForm A) {
  auto const q = start(), n = part(q, 0, 3);
  Numbers v{0.4Q, 0.3Q, 0, 0.5Q};
  auto const on_sphere = [&](Numbers const& a) {
    return together(sum(part(a, 0, 3), times(-dot(part(a, 0, 3), n), n)), {a[3]});
  };
  v = on_sphere(v);
  auto const a = on_sphere(A(q));
  return sum(v, times(-dot(a, v) / dot(a, a), a));
}
/// The first arrow, with the momentum of the start: F^- = v there.
Arrow first_arrow(DiscreteSystem const& s, OneForm A) {
  auto const q = start(), v = start_velocity(A);
  auto const [f1, f2] = frame(part(q, 0, 3));
  Numbers p;
  for (auto const& d : s.distribution(q))
    p.push_back(d[0] * dot(f1, part(v, 0, 3)) + d[1] * dot(f2, part(v, 0, 3)) + d[2] * v[3]);
  return arrow_of_momentum(s, q, p);
}
std::vector<Numbers> nodes(DiscreteSystem const& s, OneForm A, int steps) {
  auto g = first_arrow(s, A);
  std::vector<Numbers> all{s.source(g), s.target(g)};
  for (int k = 1; k < steps; ++k) all.push_back(s.target(g = evolved(s, g)));
  return all;
}

/// The exact motion under `contact` up to t = 1, by classical Runge-Kutta with many steps.
std::array<double, 4> exact_end() {
  using State = std::array<double, 8>;
  auto const rate = [](State const& s) {
    std::array<double, 4> const q{s[0], s[1], s[2], s[3]};
    double const speed = s[4] * s[4] + s[5] * s[5] + s[6] * s[6];
    auto const gradient = potential_gradient(q);
    // Tangential parts of -grad V and of A.
    std::array<double, 4> force, A{0, -q[0], 0, 1};
    double along = 0, A_along = 0;
    for (std::size_t i = 0; i < 3; ++i) along += gradient[i] * q[i], A_along += A[i] * q[i];
    for (std::size_t i = 0; i < 3; ++i) {
      force[i] = -gradient[i] + along * q[i] - speed * q[i];
      A[i] -= A_along * q[i];
    }
    force[3] = -gradient[3];
    // d/dt (zdot - n1 n2dot) = 0 fixes the multiplier; A is contracted with ambient accelerations.
    double const lambda = (s[4] * s[5] - (force[3] - q[0] * force[1])) / (A[3] - q[0] * A[1]);
    State d;
    for (std::size_t i = 0; i < 4; ++i) d[i] = s[i + 4], d[i + 4] = force[i] + lambda * A[i];
    return d;
  };
  State s;
  auto const q = start(), v = start_velocity(contact);
  for (std::size_t i = 0; i < 4; ++i) s[i] = double(q[i]), s[i + 4] = double(v[i]);
  int const steps = 4000;
  double const h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) {
    auto const shifted = [&](State const& d, double c) {
      State to = s;
      for (std::size_t i = 0; i < 8; ++i) to[i] += c * d[i];
      return to;
    };
    auto const k1 = rate(s), k2 = rate(shifted(k1, h / 2)), k3 = rate(shifted(k2, h / 2)),
               k4 = rate(shifted(k3, h));
    for (std::size_t i = 0; i < 8; ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {s[0], s[1], s[2], s[3]};
}

struct Map {
  std::string equation, name;
  FiniteDifferenceMap phi;
};
std::array<Map, 2> const maps{Map{"(4.6)", "start", geodesic_at_start},
                              Map{"(4.7)", "middle", geodesic_at_middle}};

void compute(Findings& findings) {
  Q const h = 0.1Q;
  auto const exact = exact_end();
  std::vector<int> const counts =
      findings.quick ? std::vector<int>{5, 10, 20} : std::vector<int>{5, 10, 20, 40, 80};
  for (auto const& [equation, name, phi] : maps) {
    auto const s = method(phi, contact, h);
    auto const g = first_arrow(s, contact);
    auto const there = phi(s.source(g), s.target(g), h), back = phi(s.target(g), s.source(g), h);
    double const odd = larger_or_nan(double(largest(sum(there.vector, back.vector))),
                                     distance(there.point, back.point));
    findings.measure("S/odd " + equation, odd);
    findings.measure("S/reversible " + equation, reversibility_of_map(s, g),
                     fmt::format("{:.1e} (L_d {:.1e}, C_d {:.1e})", reversibility_of_map(s, g),
                                 lagrangian_asymmetry(s, g), constraint_asymmetry(s, g)));
    auto& table = findings.table("orders_" + name, {"h", "error"});
    std::vector<double> steps, errors;
    for (int n : counts) {
      auto const end = nodes(method(phi, contact, Q(1) / n), contact, n).back();
      double error = 0;
      for (std::size_t i = 0; i < 4; ++i)
        error = larger_or_nan(error, std::abs(double(end[i]) - exact[i]));
      steps.push_back(1.0 / n);
      errors.push_back(error);
      table.add({steps.back(), error});
    }
    std::size_t const last = errors.size() - 1;
    double const order = std::log2(errors[last - 1] / errors[last]);
    findings.measure(
        "S/order " + equation, order,
        fmt::format("{:.3f} (errors {:.2e} ... {:.2e})", order, errors.front(), errors.back()));
    // Proposition 8: leaves of both foliations, named by what is constant on them.
    int const n = findings.quick ? 20 : 60;
    auto& leaves = findings.table("leaves_" + name, {"t", "longitude", "latitude"});
    auto const on_meridian = nodes(method(phi, meridians, h), meridians, n);
    auto const on_parallel = nodes(method(phi, parallels, h), parallels, n);
    double longitude = 0, latitude = 0;
    for (std::size_t k = 0; k < on_meridian.size(); ++k) {
      auto const& a = on_meridian[k];
      Q const sine = (a[1] * start()[0] - a[0] * start()[1]);
      double const d = double(absolute(sine)), e = double(absolute(on_parallel[k][2] - start()[2]));
      longitude = larger_or_nan(longitude, d);
      latitude = larger_or_nan(latitude, e);
      leaves.add({0.1 * double(k), d, e});
    }
    findings.measure("S/proposition 8 " + equation, longitude);
    findings.measure("S/other leaves " + equation, latitude);
    findings.progress(name == "start" ? 0.5 : 1);
  }
}

std::vector<Claim> claims() {
  std::string const quad = "113 bits; Newton's method and differences leave about 1e-22";
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string place, std::string statement,
                       std::string printed, Criterion criterion, std::string reason) {
    all.push_back({.id = std::move(id),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = {},
                   .assumption = "the example on S^2 x R is ours",
                   .quick_criterion = {}});
  };
  add("S/odd (4.7)", "(4.7)", "phi(q1, q0) = -phi(q0, q1), over the same point", "0",
      at_most(1e-28), "closed forms with 113 bits");
  add("S/odd (4.6)", "(4.6)", "phi(q1, q0) lies over another point", "not 0", at_least(1e-3),
      "of the length of a step");
  add("S/reversible (4.7)", "proposition 4, (4.7)", "Its method is reversible: R F R F = id", "0",
      at_most(1e-18), quad);
  add("S/reversible (4.6)", "(4.6)", "The method of (4.6) is not", "not 0", at_least(1e-4),
      "h = 0.1");
  add("S/order (4.6)", "(4.6)", "Its method is of order 1 on S^2 x R", "1 (not stated)",
      within(1, 0.15), "the two smallest steps");
  add("S/order (4.7)", "(4.7)", "Its method is of order 2 on S^2 x R", "2 (not stated)",
      within(2, 0.15), "the two smallest steps");
  for (std::string const equation : {"(4.6)", "(4.7)"})
    add("S/proposition 8 " + equation, "proposition 8",
        "The method of " + equation + " stays on totally geodesic leaves (a meridian times R)", "0",
        at_most(1e-18), quad);
  add("S/other leaves (4.6)", "proposition 8",
      "The leaves have to be totally geodesic: departure from a parallel times R by (4.6)",
      "not 0 (not stated)", at_least(1e-4), "far above rounding; h = 0.1");
  add("S/other leaves (4.7)", "(4.7)",
      "(4.7) stays on the parallels too: the middle of a geodesic is level where its ends are "
      "equally high",
      "not stated", at_most(1e-18), quad);
  return all;
}

}  // namespace

Experiment geodesic_maps() {
  return {
      .id = "mp2006_geodesic_maps",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Finite-difference maps of geodesics on a curved space",
      .about =
          "(4.6) and (4.7) on S^2 x R, where they are not differences of coordinates, by the "
          "discrete Lagrange-d'Alembert principle with 113 bits.",
      .choices = {{"configuration space",
                   "S^2 x R with the product metric; geodesics are great "
                   "circles, run along with uniform zdot",
                   "the paper computes on R^n only"},
                  {"constraint", "zdot = n1 n2dot, which is not integrable",
                   "one whose value a geodesic changes: (4.6) and (4.7) differ in C_d"},
                  {"potential and start",
                   "V = n3 + n1 n2/2 + z^2/2; n = (0.48, 0.6, 0.64), z = 0.2, the momentum of an "
                   "allowed velocity",
                   "no symmetry helps a method"},
                  {"foliations", "meridians times R, totally geodesic; parallels times R, not",
                   "proposition 8 has no example"}},
      .claims = claims(),
      .figures =
          {{.id = "geodesic_maps",
            .number = "",
            .caption =
                "Methods of the geodesic maps (4.6) and (4.7) on {/:Italic S}^2 × {/:Bold R}: "
                "(a) error at {/:Italic t} = 1 under a nonholonomic constraint; (b) departure of "
                "(4.6) from the leaf of a holonomic one. (4.7) keeps both leaves to rounding.",
            .columns = 2,
            .width = 6.9,
            .height = 3.1,
            .panels = {{.title = "(a)",
                        .x_label = "{/:Italic h}",
                        .y_label = "max |{/:Italic q} − {/:Italic q}_{exact}|",
                        .x_scale = "log",
                        .y_scale = "log",
                        .x_range = {{0.01, 0.3}},
                        .key = "bottom right",
                        .series = {{"orders_start.csv", "h", "error", "linespoints", "(4.6)"},
                                   {"orders_middle.csv", "h", "error", "linespoints", "(4.7)"}}},
                       {.title = "(b)",
                        .x_label = "{/:Italic t}",
                        .y_label = "departure from the leaf",
                        .y_scale = "log",
                        .y_range = {{1e-36, 10}},
                        .key = "center right",
                        .series = {{"leaves_start.csv", "t", "latitude", "lines",
                                    "(4.6), parallel"},
                                   {"leaves_start.csv", "t", "longitude", "linespoints",
                                    "(4.6), meridian"},
                                   {"leaves_middle.csv", "t", "latitude", "lines",
                                    "(4.7), parallel"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
