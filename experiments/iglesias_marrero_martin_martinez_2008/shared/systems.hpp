#pragma once
// The paper's six examples as discrete systems, with our bodies and steps. L_d carries the factor
// that makes its momenta those of L (the paper leaves it out where it has no effect).

#include "experiments/theory/old_discrete_system.hpp"
#include "experiments/theory/old_matrix_groups.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

using namespace theory::old;

/// Example 4.1, on the pair groupoid: arrows are (x0, y0, z0, x1, y1, z1).
inline DiscreteSystem particle(Q h) {
  auto const source = [](Arrow const& g) { return part(g, 0, 3); };
  auto const target = [](Arrow const& g) { return part(g, 3, 3); };
  return {
      "particle",
      3,
      [=](Arrow const& g) {
        auto const step = difference(target(g), source(g));
        return dot(step, step) / (2 * h);
      },
      [](Arrow const& g) { return Numbers{g[5] - g[2] - (g[1] + g[4]) / 2 * (g[3] - g[0])}; },
      [](Numbers const& q) {
        return Rows{{1, 0, q[1]}, {0, 1, 0}};
      },
      source,
      target,
      [](Numbers const& q) { return together(q, q); },
      [=](Arrow const& g) { return together(target(g), source(g)); },
      [=](Arrow const& g, Numbers const& eta) { return together(source(g), sum(target(g), eta)); },
      [=](Arrow const& g, Numbers const& eta) { return together(sum(source(g), eta), target(g)); }};
}

/// On the pair groupoid of R^3: L_d = |q_1 - q_0|^2/(2 h) - h (V(q_0) + V(q_1))/2 and pairs of
/// points on one paraboloid f = z - x^2/2 - y^2 = constant.
inline Q leaf(Numbers const& q) { return q[2] - q[0] * q[0] / 2 - q[1] * q[1]; }
inline Q tilted_potential(Numbers const& q) { return q[2] + q[0] * q[1] / 2; }
inline Q central_potential(Numbers const& q) { return dot(q, q) / 2 + dot(q, q) * dot(q, q) / 8; }
inline DiscreteSystem paraboloid(Q h, Q (*potential)(Numbers const&) = tilted_potential) {
  auto s = particle(h);
  auto const kinetic = s.lagrangian;
  s.name = "paraboloid";
  s.lagrangian = [=](Arrow const& g) {
    return kinetic(g) - h / 2 * (potential(part(g, 0, 3)) + potential(part(g, 3, 3)));
  };
  s.constraint = [](Arrow const& g) { return Numbers{leaf(part(g, 3, 3)) - leaf(part(g, 0, 3))}; };
  s.distribution = [](Numbers const& q) { return Rows{{1, 0, q[0]}, {0, 1, 2 * q[1]}}; };
  return s;
}

/// On the groupoid (R^n x R^n) x G, for n = 0 the group: arrows are (x_0, x_1, W), velocities those
/// of a point of R^n and of G.
inline DiscreteSystem on_trivial_groupoid(std::string name, std::size_t n, Group const& G,
                                          std::function<Q(Arrow const&)> lagrangian,
                                          std::function<Numbers(Arrow const&)> constraint,
                                          std::function<Rows(Numbers const&)> distribution) {
  auto const first = [=](Arrow const& g) { return part(g, 0, n); };
  auto const last = [=](Arrow const& g) { return part(g, n, n); };
  auto const W = [=](Arrow const& g) { return part(g, 2 * n, G.size); };
  int const rank = int(n) + 3;  // of SO(3) and SE(2)
  auto const arrow = [](Numbers const& from, Numbers const& to, Numbers const& element) {
    return together(from, to, element);
  };
  return {std::move(name),
          rank,
          std::move(lagrangian),
          std::move(constraint),
          std::move(distribution),
          first,
          last,
          [=](Numbers const& x) { return arrow(x, x, G.identity()); },
          [=](Arrow const& g) { return arrow(last(g), first(g), G.inverse(W(g))); },
          [=](Arrow const& g, Numbers const& eta) {
            return arrow(first(g), sum(last(g), part(eta, 0, n)),
                         G.product(W(g), G.curve(part(eta, n, 3))));
          },
          [=](Arrow const& g, Numbers const& eta) {
            return arrow(sum(first(g), part(eta, 0, n)), last(g),
                         G.product(G.curve(times(-1, part(eta, n, 3))), W(g)));
          }};
}

/// The body of the Suslov runs: the mass tensor J.
inline Numbers suslov_mass_tensor() { return {2, 0.2Q, 0.8Q, 0.2Q, 1.5Q, 0.5Q, 0.8Q, 0.5Q, 1.2Q}; }
/// The first two unit vectors, D_c of section 4.3.
inline Rows first_two(Numbers const&) { return {{1, 0, 0}, {0, 1, 0}}; }
/// Section 4.3.1, on SO(3): L_d = -Tr(Omega J)/h, Tr(Omega E_3) = 0.
inline DiscreteSystem suslov(Q h, Numbers const& J = suslov_mass_tensor()) {
  return on_trivial_groupoid(
      "Suslov", 0, rotations(), [=](Arrow const& g) { return -trace_of_product(g, J) / h; },
      [](Arrow const& g) { return Numbers{g[1] - g[3]}; }, first_two);
}

/// Bodies of the sleigh: mass, moment of inertia about the centre, its coordinates a, b.
struct SleighBody {
  Q m, J, a, b;
};
inline SleighBody sleigh_a() { return {1, 1, 0.5Q, 0}; }
inline SleighBody sleigh_b() { return {1.5Q, 0.8Q, 0.6Q, 0.3Q}; }
/// tr((W - 1) J (W - 1)^T)/2 of a planar body with the 3 x 3 matrix J.
inline Q planar_kinetic(Numbers const& W, Numbers const& J) {
  auto const change = difference(planar_matrix(W), identity_matrix());
  return trace_of_product(product(change, J), transposed(change)) / 2;
}
/// The matrix J of section 4.3.2, its entry (1, 2) corrected.
inline Numbers sleigh_mass_tensor(SleighBody const& s) {
  Q const ma = s.m * s.a, mb = s.m * s.b;
  return {s.J / 2 + ma * s.a, ma * s.b, ma, ma * s.b, s.J / 2 + mb * s.b, mb, ma, mb, s.m};
}
/// Section 4.3.2, on SE(2): D_c = {v2 = 0}, (1 - cos theta) x = y sin theta. Velocities are (omega,
/// v1, v2).
inline DiscreteSystem sleigh(Q h, SleighBody const& body) {
  auto const J = sleigh_mass_tensor(body);
  return on_trivial_groupoid(
      "sleigh", 0, planar_motions(), [=](Arrow const& g) { return planar_kinetic(g, J) / h; },
      // y = x tan(theta/2): the same for |theta| < pi, and regular at theta = 0.
      [](Arrow const& g) { return Numbers{g[2] * cosq(g[0] / 2) - g[1] * sinq(g[0] / 2)}; },
      first_two);
}

/// Section 4.4.1, on the action groupoid S^2 x SO(3): arrows are (gamma, Omega). I = diag(1,
/// 2, 2.5), e = (.28, 0, .96).
inline DiscreteSystem veselova(Q h, Q mgl, Numbers const& inertia = {1, 2, 2.5Q},
                               Numbers const& e = {0.28Q, 0, 0.96Q}) {
  Q const half_trace = (inertia[0] + inertia[1] + inertia[2]) / 2;
  auto const J =
      diagonal(half_trace - inertia[0], half_trace - inertia[1], half_trace - inertia[2]);
  auto const gamma = [](Arrow const& g) { return part(g, 0, 3); };
  auto const Omega = [](Arrow const& g) { return part(g, 3, 9); };
  auto const target = [=](Arrow const& g) { return applied(transposed(Omega(g)), gamma(g)); };
  return {"Veselova", 3,
          [=](Arrow const& g) {
            return -trace_of_product(Omega(g), J) / h - h * mgl * dot(gamma(g), e);
          },
          [=](Arrow const& g) { return Numbers{dot(gamma(g), twice_axial(Omega(g)))}; },
          [](Numbers const& x) {
            Numbers const axis = absolute(x[0]) < 0.7Q ? Numbers{1, 0, 0} : Numbers{0, 1, 0};
            auto const f = cross(x, axis);
            return Rows{f, cross(x, f)};
          },
          gamma, target, [](Numbers const& x) { return together(x, identity_matrix()); },
          [=](Arrow const& g) { return together(target(g), transposed(Omega(g))); },
          [=](Arrow const& g, Numbers const& eta) {
            return together(gamma(g), product(Omega(g), turned_by(eta)));
          },
          // h = (x, H) leaves x = gamma for x H: h^-1 g = (x H, H^-1 Omega).
          [=](Arrow const& g, Numbers const& eta) {
            auto const back = turned_by(times(-1, eta));
            return together(applied(back, gamma(g)), product(back, Omega(g)));
          }};
}

/// The ball: moment of inertia, mass and radius; those of figure 2 unless given.
struct BallBody {
  Q I = 0.4Q, m = 1, r = 1;
};
/// Section 4.5.1, on the Atiyah groupoid (R^2 x R^2) x SO(3): arrows are (x0, y0, x1, y1, W).
/// Velocities are (dx, dy, w1, w2, w3).
inline DiscreteSystem ball(Q h, Q Omega, BallBody const& b = {}) {
  return on_trivial_groupoid(
      "ball", 2, rotations(),
      [=](Arrow const& g) {
        Numbers const step{g[2] - g[0], g[3] - g[1]};
        return b.m * dot(step, step) / (2 * h) - b.I / (2 * h) * (g[4] + g[8] + g[12]);
      },
      [=](Arrow const& g) {
        auto const a = times(b.r / 2, twice_axial(part(g, 4, 9)));
        return Numbers{g[2] - g[0] - a[1] + h * Omega * (g[1] + g[3]) / 2,
                       g[3] - g[1] + a[0] - h * Omega * (g[0] + g[2]) / 2};
      },
      [=](Numbers const&) {
        return Rows{{0, 0, 0, 0, 1}, {b.r, 0, 0, 1, 0}, {0, b.r, -1, 0, 0}};
      });
}

/// The robot: masses and lengths of the catalogue's case ROB unless given.
struct RobotBody {
  Q m = 2.5Q, J = 1.2Q, Jw = 0.05Q, m0l = 0.8Q, R = 0.3Q, c = 0.5Q;
};
/// sin(theta)/theta and (1 - cos(theta))/theta.
inline Q sine_part(Q theta) { return planar_exp({theta, 1, 0})[1]; }
inline Q cosine_part(Q theta) { return planar_exp({theta, 1, 0})[2]; }
/// Section 4.6.1, on (T^2 x T^2) x SE(2): arrows are (phi0, psi0, phi1, psi1, theta, x, y).
/// Velocities are (dphi, dpsi, omega, v1, v2). M_c is (4.20)-(4.22).
inline DiscreteSystem robot(Q h, RobotBody const& b = {}) {
  Numbers const J{b.J / 2, 0, b.m0l, 0, b.J / 2, 0, b.m0l, 0, b.m};
  return on_trivial_groupoid(
      "robot", 2, planar_motions(),
      [=](Arrow const& g) {
        Q const dphi = g[2] - g[0], dpsi = g[3] - g[1];
        return planar_kinetic(part(g, 4, 3), J) / h + b.Jw * (dphi * dphi + dpsi * dpsi) / (2 * h);
      },
      [=](Arrow const& g) {
        Q const dphi = g[2] - g[0], dpsi = g[3] - g[1];
        Q const theta = -b.R / (2 * b.c) * (dphi - dpsi), along = -b.R / 2 * (dphi + dpsi);
        return Numbers{g[4] - theta, g[5] - along * sine_part(theta),
                       g[6] - along * cosine_part(theta)};
      },
      [=](Numbers const&) {
        Q const half = b.R / 2, turn = b.R / (2 * b.c);
        return Rows{{-1, 0, turn, half, 0}, {0, -1, -turn, half, 0}};
      });
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
