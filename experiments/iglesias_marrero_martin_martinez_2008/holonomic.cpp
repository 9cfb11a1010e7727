#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/systems.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// Section 4.1 on the pair groupoid of R^3: M_c is the pairs of points on one paraboloid
/// f = z - x^2/2 - y^2 = constant. L_d has the trapezoidal potential, so that the discrete
/// holonomic equations are the SHAKE method.
Q leaf(Numbers const& q) { return q[2] - q[0] * q[0] / 2 - q[1] * q[1]; }
Numbers leaf_gradient(Numbers const& q) { return {-q[0], -2 * q[1], 1}; }
Q potential(Numbers const& q) { return q[2] + q[0] * q[1] / 2; }

DiscreteSystem on_paraboloids() {
  auto s = particle(h);
  auto const kinetic = s.lagrangian;
  s.name = "paraboloid";
  s.lagrangian = [kinetic](Arrow const& g) {
    return kinetic(g) - h / 2 * (potential(part(g, 0, 3)) + potential(part(g, 3, 3)));
  };
  s.constraint = [](Arrow const& g) { return Numbers{leaf(part(g, 3, 3)) - leaf(part(g, 0, 3))}; };
  s.distribution = [](Numbers const& q) { return Table{{1, 0, q[0]}, {0, 1, 2 * q[1]}}; };
  return s;
}
/// SHAKE: q2 - 2 q1 + q0 = -h^2 grad V(q1) + mu grad f(q1), f(q2) = f(q1). f(q2) is a quadratic
/// polynomial of mu; of its roots the smaller continues the motion.
template <class Real>
std::vector<Real> shake(std::vector<Real> const& q0, std::vector<Real> const& q1, Real step) {
  auto const& [x, y, z] = std::array<Real, 3>{q1[0], q1[1], q1[2]};
  std::array<Real, 3> const n{-x, -2 * y, 1}, force{-y / 2, -x / 2, -1};
  std::array<Real, 3> u;
  for (std::size_t i = 0; i < 3; ++i) u[i] = 2 * q1[i] - q0[i] + step * step * force[i];
  auto const f = [](auto const& q) { return q[2] - q[0] * q[0] / 2 - q[1] * q[1]; };
  Real const a = -n[0] * n[0] / 2 - n[1] * n[1], b = n[2] - u[0] * n[0] - 2 * u[1] * n[1],
             c = f(u) - f(q1);
  Real root;
  if constexpr (std::is_same_v<Real, double>)
    root = std::sqrt(b * b - 4 * a * c);
  else
    root = sqrtq(b * b - 4 * a * c);
  Real const mu = -2 * c / (b + (b < 0 ? -root : root));
  return {u[0] + mu * n[0], u[1] + mu * n[1], u[2] + mu * n[2]};
}
/// Its arrow by the unconstrained equations (4.1) of L_d restricted to a leaf, in (x, y).
Numbers restricted(DiscreteSystem const& s, Numbers const& q0, Numbers const& q1) {
  Q const c = leaf(q0);
  auto const lifted = [&](Numbers const& u) {
    return Numbers{u[0], u[1], c + u[0] * u[0] / 2 + u[1] * u[1]};
  };
  Numbers const u0 = part(q0, 0, 2), u1 = part(q1, 0, 2);
  auto const u2 = newton_root(sum(times(2, u1), times(-1, u0)), [&](Numbers const& next) {
    Numbers residual;
    for (std::size_t j = 0; j < 2; ++j)
      residual.push_back(derivative([&](Q t) {
        auto varied = u1;
        varied[j] += t;
        auto const middle = lifted(varied);
        return s.lagrangian(together(lifted(u0), middle)) +
               s.lagrangian(together(middle, lifted(next)));
      }));
    return residual;
  });
  return lifted(u2);
}

void pairs(Findings& findings) {
  auto const s = on_paraboloids();
  // From q0 = (1, .5, .75) on f = 0 with the velocity (.2, -.4) in (x, y).
  Numbers const q0{1, 0.5Q, 0.75Q}, velocity{0.2Q, -0.4Q};
  auto g = arrow_of_momentum(s, q0, [&] {
    Numbers p;
    Numbers const v{velocity[0], velocity[1], q0[0] * velocity[0] + 2 * q0[1] * velocity[1]};
    for (auto const& d : s.distribution(q0)) p.push_back(dot(d, v));
    return p;
  }());
  double shaken = 0, unconstrained = 0, multiplier = 0, violation = 0;
  for (int k = 0; k < (findings.quick ? 3 : 10); ++k) {
    auto const next = evolved(s, g);
    auto const a = s.source(g), b = s.target(g), c = s.target(next);
    shaken = larger_or_nan(shaken, distance(shake(a, b, h), c));
    unconstrained = larger_or_nan(unconstrained, distance(restricted(s, a, b), c));
    // Y(g) L_d - Y(h) L_d for all Y, against lambda d phi.
    Numbers left;
    for (std::size_t j = 0; j < 3; ++j) {
      Numbers e(3, Q(0));
      e[j] = 1;
      left.push_back(left_field(s, g, e) - right_field(s, next, e));
    }
    multiplier = larger_or_nan(multiplier, double(largest(cross(left, leaf_gradient(b)))));
    violation = larger_or_nan(violation, std::abs(double(leaf(c) - leaf(q0))));
    g = next;
  }
  findings.measure("4.1/SHAKE", shaken);
  findings.measure("4.1/pairs", unconstrained);
  findings.measure("4.1/multipliers", multiplier);
  findings.measure("4.1/leaf", violation);
}

/// Energy of SHAKE along a longer run in double, at the middle of two steps of each size.
void energies(Findings& findings) {
  std::vector<double> largest_error;
  long const steps = findings.quick ? 400 : 4000;
  int number = 0;
  for (double const step : {0.1, 0.05}) {
    auto& table = findings.table(fmt::format("shake_{}", number++), {"t", "x", "y", "error"});
    double const x = 1, y = 0.5, vx = 0.2, vy = -0.4;
    auto const lifted = [](double a, double b) {
      return std::vector<double>{a, b, a * a / 2 + b * b};
    };
    // The second node: a circle of curvature is enough, its energy is the run's own.
    auto q0 = lifted(x, y), q1 = lifted(x + step * vx, y + step * vy);
    double first = 0, worst = 0;
    for (long k = 1; double(k) * step <= double(steps) * 0.1; ++k) {
      auto const q2 = shake(q0, q1, step);
      double kinetic = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        double const v = (q2[i] - q0[i]) / (2 * step);
        kinetic += v * v / 2;
      }
      double const energy = kinetic + q1[2] + q1[0] * q1[1] / 2;
      if (k == 1) first = energy;
      worst = larger_or_nan(worst, std::abs(energy - first));
      if (double(k) * step <= 40) table.add({double(k) * step, q1[0], q1[1], energy - first});
      q0 = q1;
      q1 = q2;
    }
    largest_error.push_back(worst);
  }
  double const ratio = largest_error[0] / largest_error[1];
  findings.measure(
      "4.1/energy", ratio,
      fmt::format("{:.2f} ({:.2e}, {:.2e})", ratio, largest_error[0], largest_error[1]));
}

Numbers const axis{0.6Q, 0, 0.8Q};
Numbers turn(Q angle) { return rodrigues(times(sinq(angle / 2) / cosq(angle / 2), axis)); }

/// Section 4.1 on the action groupoid: M_c = {(gamma, rotation about a fixed axis of the body)}, a
/// subgroupoid over S^2. L_d restricted to it is that of a physical pendulum.
DiscreteSystem pendulum() {
  auto s = veselova(h, 1);
  s.name = "pendulum";
  s.constraint = [](Arrow const& g) {
    auto const w = twice_axial(part(g, 3, 9));
    return Numbers{w[1], 0.8Q * w[0] - 0.6Q * w[2]};
  };
  s.distribution = [](Numbers const&) { return Table{axis}; };
  return s;
}
void action(Findings& findings) {
  auto const s = pendulum();
  Numbers const gamma0{0.6Q, 0.64Q, 0.48Q};
  // Angles phi_k with gamma_k = turn(phi_k)^T gamma_0.
  auto const lagrangian = [&](Q from, Q to) {
    return s.lagrangian(together(applied(transposed(turn(from)), gamma0), turn(to - from)));
  };
  Q before = 0, now = 0.13Q;
  double apart = 0, leaves = 0;
  for (int k = 0; k < (findings.quick ? 3 : 10); ++k) {
    auto const root = newton_root({2 * now - before}, [&](Numbers const& next) {
      return Numbers{derivative(
          [&](Q t) { return lagrangian(before, now + t) + lagrangian(now + t, next[0]); })};
    });
    auto const g = together(applied(transposed(turn(before)), gamma0), turn(now - before));
    auto const moved = evolved(s, g);
    apart = larger_or_nan(apart, distance(part(moved, 3, 9), turn(root[0] - now)));
    leaves = larger_or_nan(leaves, double(largest(s.constraint(moved))));
    before = now;
    now = root[0];
  }
  findings.measure("4.1/action", apart,
                   fmt::format("{:.1e} (angle {:.4f} after the last step)", apart, double(now)));
  findings.measure("4.1/axis", leaves);
}

/// Section 4.1 on Lie groups: rotations about an axis in SO(3), about a point in SE(2). The
/// restricted Lagrangian depends on the angle alone, so that the angle of a step never changes.
void groups(Findings& findings) {
  auto rotations = suslov(h);
  rotations.constraint = [](Arrow const& g) {
    auto const w = twice_axial(g);
    return Numbers{w[1], 0.8Q * w[0] - 0.6Q * w[2]};
  };
  rotations.distribution = [](Numbers const&) { return Table{axis}; };
  auto const W = turn(0.37Q);
  double apart = distance(evolved(rotations, W), W);

  Numbers const pin{0.4Q, -0.7Q};
  auto const about = [pin](Q theta) {
    Q const c = cosq(theta), t = sinq(theta);
    return Numbers{theta, pin[0] - c * pin[0] + t * pin[1], pin[1] - t * pin[0] - c * pin[1]};
  };
  auto pinned = sleigh(h, sleigh_b());
  pinned.constraint = [about](Arrow const& g) {
    auto const to = about(g[0]);
    return Numbers{g[1] - to[1], g[2] - to[2]};
  };
  pinned.distribution = [pin](Numbers const&) { return Table{{1, pin[1], -pin[0]}}; };
  auto const g = about(0.37Q);
  apart = larger_or_nan(apart, distance(evolved(pinned, g), g));
  findings.measure("4.1/groups", apart);
}

void compute(Findings& findings) {
  pairs(findings);
  findings.progress(0.5);
  energies(findings);
  action(findings);
  groups(findings);
}

std::vector<Claim> claims() {
  std::string const quad = "Newton's method with 113 bits and differences leaves about 1e-22";
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
                   .assumption = "subgroupoids and Lagrangians are ours",
                   .quick_criterion = {}});
  };
  add("4.1/pairs", "(4.1)",
      "The discrete holonomic equations on pairs of points of a paraboloid are the unconstrained "
      "ones of L_d restricted to it: next node by both",
      "0", at_most(1e-18), quad);
  add("4.1/multipliers", "section 4.1, display after (4.1)",
      "Their left side is a multiple of d phi for all Y: sine of the angle, times its size", "0",
      at_most(1e-18), quad);
  add("4.1/SHAKE", "section 4.1",
      "With the trapezoidal potential they are the SHAKE method: next node by both", "0",
      at_most(1e-18), quad);
  add("4.1/leaf", "section 4.1", "The nodes stay on the paraboloid", "0", at_most(1e-20), quad);
  add("4.1/energy", "section 4.1",
      "Unconstrained variational integrators of L_d restricted to M_c keep the energy to O(h^2): "
      "largest error at h = 0.1 over that at 0.05",
      "4 (not stated)", within(4, 0.8), "largest values of two runs that sample different phases");
  add("4.1/action", "(4.1)",
      "The same on the action groupoid S^2 x SO(3), M_c the turns about an axis of the body: next "
      "arrow against the pendulum's",
      "0", at_most(1e-18), quad);
  add("4.1/axis", "section 4.1", "Its arrows stay in M_c", "0", at_most(1e-20), quad);
  add("4.1/groups", "(4.1)",
      "The same on SO(3) and SE(2), M_c the turns about an axis and about a point: each step turns "
      "by the same angle",
      "0", at_most(1e-18), quad);
  return all;
}

}  // namespace

Experiment holonomic() {
  return {
      .id = "immm2008_holonomic",
      .paper = "iglesias_marrero_martin_martinez_2008",
      .title = "Holonomic constraints as subgroupoids",
      .about = "Section 4.1, which has no example, on three kinds of groupoid.",
      .choices = {{"subgroupoids",
                   "pairs of points on z - x^2/2 - y^2 = c; turns of a heavy body about a body "
                   "axis; turns about an axis in SO(3) and about a point in SE(2)",
                   "the paper has no example"},
                  {"potential", "V = z + x y/2, half at each end of an interval",
                   "makes the discrete holonomic equations the usual SHAKE"}},
      .claims = claims(),
      .figures =
          {{.id = "holonomic",
            .number = "",
            .caption = "Discrete holonomic equations (SHAKE) on the paraboloid {/:Italic z} = "
                       "{/:Italic x}^2/2 + {/:Italic y}^2: (a) motion, {/:Italic h} = 0.05, up to "
                       "{/:Italic t} = 40; (b) energy error for two steps.",
            .columns = 2,
            .width = 6.9,
            .height = 3.1,
            .panels = {{.title = "(a)",
                        .x_label = "{/:Italic x}",
                        .y_label = "{/:Italic y}",
                        .series = {{"shake_1.csv", "x", "y", "lines", ""}}},
                       {.title = "(b)",
                        .x_label = "{/:Italic t}",
                        .y_label = "{/:Italic E} − {/:Italic E}(0)",
                        .x_range = {{0, 40}},
                        .key = "bottom right",
                        .series = {{"shake_0.csv", "t", "error", "lines", "{/:Italic h} = 0.1"},
                                   {"shake_1.csv", "t", "error", "lines",
                                    "{/:Italic h} = 0.05"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
