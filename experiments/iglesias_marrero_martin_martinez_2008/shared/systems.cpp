#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// First two unit vectors, the basis of D_c of section 4.3.
Matrix first_two(Vector const&) { return Matrix::Identity(3, 2); }

/// Kinetic term tr((W - 1) J (W - 1)^T)/2 of a planar body with the 3 x 3 matrix J.
QuadJet planar_kinetic(JetVector const& W, Matrix3 const& J) {
  MatrixOf3<QuadJet> const change = planar_matrix(W) - MatrixOf3<QuadJet>::Identity(),
                           product = change * J.cast<QuadJet>();
  return trace_of_product(product, change.transpose()) / 2;
}

}  // namespace

DiscreteSystem particle(Quad h) {
  return on_pair_groupoid(
      "particle", 3,
      [=](JetVector const& g) { return (g.tail(3) - g.head(3)).squaredNorm() / (2 * h); },
      [](JetVector const& g) {
        return JetVector{{g[5] - g[2] - (g[1] + g[4]) / 2 * (g[3] - g[0])}};
      },
      [](Vector const& q) {
        return Matrix{{1, 0}, {0, 1}, {q[1], 0}};
      });
}

QuadJet tilted_potential(JetVector const& q) { return q[2] + q[0] * q[1] / 2; }
QuadJet central_potential(JetVector const& q) {
  QuadJet const square = q.squaredNorm();
  return square / 2 + square * square / 8;
}
DiscreteSystem paraboloid(Quad h, QuadJet (*potential)(JetVector const&)) {
  auto const kinetic = particle(h).lagrangian;
  return on_pair_groupoid(
      "paraboloid", 3,
      [=](JetVector const& g) {
        return kinetic(g) - h / 2 * (potential(g.head(3)) + potential(g.tail(3)));
      },
      [](JetVector const& g) { return JetVector{{leaf(g.tail(3)) - leaf(g.head(3))}}; },
      [](Vector const& q) {
        return Matrix{{1, 0}, {0, 1}, {q[0], 2 * q[1]}};
      });
}

Matrix3 suslov_mass_tensor() {
  return Matrix3{
      {2, 0.2_quad, 0.8_quad}, {0.2_quad, 1.5_quad, 0.5_quad}, {0.8_quad, 0.5_quad, 1.2_quad}};
}
DiscreteSystem suslov(Quad h, Matrix3 const& J) {
  return on_trivial_groupoid(
      "Suslov", 0, rotations(),
      [=](JetVector const& g) { return -trace_of_product(matrix_of(g), J) / h; },
      [](JetVector const& g) { return JetVector{{g[1] - g[3]}}; }, first_two);
}

Matrix3 sleigh_mass_tensor(SleighBody const& s) {
  Quad const ma = s.m * s.a, mb = s.m * s.b;
  return Matrix3{
      {s.J / 2 + ma * s.a, ma * s.b, ma}, {ma * s.b, s.J / 2 + mb * s.b, mb}, {ma, mb, s.m}};
}
DiscreteSystem sleigh(Quad h, SleighBody const& body) {
  Matrix3 const J = sleigh_mass_tensor(body);
  return on_trivial_groupoid(
      "sleigh", 0, planar_motions(), [=](JetVector const& g) { return planar_kinetic(g, J) / h; },
      // Constraint y = x tan(theta/2), equivalent for |theta| < pi and regular at theta = 0.
      [](JetVector const& g) { return JetVector{{g[2] * cos(g[0] / 2) - g[1] * sin(g[0] / 2)}}; },
      first_two);
}

DiscreteSystem veselova(Quad h, Quad mgl, Vector3 const& inertia, Vector3 const& e) {
  Matrix3 const J = (inertia.sum() / 2 - inertia.array()).matrix().asDiagonal();
  auto const gamma = [](JetVector const& g) -> VectorOf3<QuadJet> { return g.head(3); };
  auto const Omega = [](JetVector const& g) { return matrix_of(g.tail(9)); };
  auto const target = [=](JetVector const& g) -> JetVector {
    return Omega(g).transpose() * gamma(g);
  };
  return {"Veselova", 3,
          [=](JetVector const& g) {
            return -trace_of_product(Omega(g), J) / h - h * mgl * gamma(g).dot(e.cast<QuadJet>());
          },
          [=](JetVector const& g) { return JetVector{{gamma(g).dot(twice_axial(Omega(g)))}}; },
          [](Vector const& x) {
            Vector3 const at = x, f = at.cross(Vector3::Unit(abs(x[0]) < 0.7_quad ? 0 : 1));
            Matrix D(3, 2);
            D << f, at.cross(f);
            return D;
          },
          [](JetVector const& g) { return g.head(3); }, target,
          [](JetVector const& x) { return stacked(x, MatrixOf3<QuadJet>::Identity()); },
          [=](JetVector const& g) { return stacked(target(g), Omega(g).transpose()); },
          [=](JetVector const& g, JetVector const& eta) {
            return stacked(gamma(g), (Omega(g) * turned_by(eta)).eval());
          },
          // h = (x, H) is an arrow from x = gamma to x H: h^-1 g = (x H, H^-1 Omega).
          [=](JetVector const& g, JetVector const& eta) {
            MatrixOf3<QuadJet> const back = turned_by(-eta), turned = back * Omega(g);
            return stacked(back * gamma(g), turned);
          }};
}

DiscreteSystem ball(Quad h, Quad Omega, BallBody const& b) {
  return on_trivial_groupoid(
      "ball", 2, rotations(),
      [=](JetVector const& g) {
        return b.m * (g.segment(2, 2) - g.head(2)).squaredNorm() / (2 * h) -
               b.I / (2 * h) * (g[4] + g[8] + g[12]);
      },
      [=](JetVector const& g) {
        VectorOf3<QuadJet> const a = b.r / 2 * twice_axial(matrix_of(g.tail(9)));
        return JetVector{{g[2] - g[0] - a[1] + h * Omega * (g[1] + g[3]) / 2,
                          g[3] - g[1] + a[0] - h * Omega * (g[0] + g[2]) / 2}};
      },
      [r = b.r](Vector const&) {
        return Matrix{{0, r, 0}, {0, 0, r}, {0, 0, -1}, {0, 1, 0}, {1, 0, 0}};
      });
}

DiscreteSystem robot(Quad h, RobotBody const& b) {
  Matrix3 const J{{b.J / 2, 0, b.m0l}, {0, b.J / 2, 0}, {b.m0l, 0, b.m}};
  return on_trivial_groupoid(
      "robot", 2, planar_motions(),
      [=](JetVector const& g) {
        return planar_kinetic(g.tail(3), J) / h +
               b.Jw * (g.segment(2, 2) - g.head(2)).squaredNorm() / (2 * h);
      },
      [=](JetVector const& g) {
        QuadJet const dphi = g[2] - g[0], dpsi = g[3] - g[1],
                      theta = -b.R / (2 * b.c) * (dphi - dpsi), along = -b.R / 2 * (dphi + dpsi);
        return JetVector{
            {g[4] - theta, g[5] - along * sine_part(theta), g[6] - along * cosine_part(theta)}};
      },
      [half = b.R / 2, turn = b.R / (2 * b.c)](Vector const&) {
        return Matrix{{-1, 0}, {0, -1}, {turn, -turn}, {half, half}, {0, 0}};
      });
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
