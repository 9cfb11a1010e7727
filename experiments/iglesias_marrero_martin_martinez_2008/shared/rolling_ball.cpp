#include "experiments/iglesias_marrero_martin_martinez_2008/shared/rolling_ball.hpp"

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Random point (z, R), velocity (v, w) with Rdot = hat(w) R, and rotation S that acts on the
/// point.
struct Rolling {
  Vector z, v;
  Vector3 w;
  Matrix3 R, S;
  explicit Rolling(Random& random)
      : z(random_vector(random, 2)),
        v(random_vector(random, 2)),
        w(random_vector(random, 3)),
        R(random_rotation(random)),
        S(random_rotation(random)) {}

  Matrix3 Rdot() const { return hat(w) * R; }
  Matrix3 spatial() const { return Rdot() * R.transpose(); }
  /// Spatial velocity of R S.
  Matrix3 acted() const { return Rdot() * S * (R * S).transpose(); }
};

/// Velocity at (z, A) of the field of the section eta, by curves that rotate A from the left or
/// from the right.
Vector field(Rolling const& at, Vector const& eta, Matrix3 const& A, bool from_the_right) {
  return derivative([&](QuadJet const& t) {
    MatrixOf3<QuadJet> const turn = turned_by(t * eta.tail(3)), of_A = A.cast<QuadJet>(),
                             turned = from_the_right ? of_A * turn : turn * of_A;
    return stacked(at.z + t * eta.head(2), turned);
  });
}
/// Tests the sections as fields on Q = R^2 x SO(3), by curves through (z, R) and through (z, R S).
double sections(Rolling const& at, bool left_trivialised) {
  Largest off;
  Matrix fields(11, 5);
  Matrix3 const RS = at.R * at.S;
  for (long k = 0; k < 5; ++k) {
    Vector const s = Vector::Unit(5, k), tangent = field(at, s, at.R, left_trivialised);
    Matrix3 const Rdot = matrix_of(tangent.tail(9));
    off(distance(stacked(tangent.head(2), (Rdot * at.S).eval()),
                 field(at, s, RS, left_trivialised)));
    // The class of the tangent vector: its velocity on R^2, which is the anchor, and Rdot R^T.
    Matrix3 const turning = Rdot * at.R.transpose();
    if (!left_trivialised) off(distance(stacked(tangent.head(2), axial(turning)), s));
    fields.col(k) = tangent;
  }
  // They span the tangents of Q, of which (v, Rdot) is one.
  Matrix both(11, 6);
  both << fields, stacked(at.v, at.Rdot());
  if (!left_trivialised) off(worst_of(rank(fields) - 5, rank(both) - 5));
  return off.value;
}

}  // namespace

void rolling_ball(Study& study) {
  Quad const I = body().I, r = body().r, Omega = table_rate();
  Matrix const D = ball(ball_step, Omega, body()).distribution({});
  using At = Rolling const&;
  check(study, 20, [](Random& random) { return Rolling(random); },
        {{"B12", "sign of the second",
          [=](At at, bool changed) {
            Quad const first = r / 2 * trace_with(at.spatial(), 2),
                       second = r / 2 * trace_with(at.spatial(), 1);
            return changed ? double(second - r * at.w[0])
                           : worst_of(first + r * at.w[1], second + r * at.w[0]);
          }},
         {"B13", "I/2",
          [=](At at, bool changed) {
            return double(I / (changed ? 2 : 4) * squared(at.spatial()) - I / 2 * at.w.dot(at.w));
          }},
         // The action of S on (omega, R), by the velocity of R S.
         {"B14", "left trivialisation",
          [](At at, bool changed) {
            Matrix3 const RS = at.R * at.S, RSdot = at.Rdot() * at.S;
            return changed ? distance(RS.transpose() * RSdot, at.R.transpose() * at.Rdot())
                           : distance(at.acted(), hat(at.w));
          }},
         {"B15", "left trivialisation", sections},
         {"B17", "plus Tr(omega^2)",
          [=](At at, bool changed) {
            Quad const square = I / 4 * trace_of_product(hat(at.w), hat(at.w)),
                       energy = I / 4 * squared(at.spatial());
            if (changed) return double(square - energy);
            auto const change = [&](int k) {
              return r / 2 * (trace_with(at.acted(), k) - trace_with(at.spatial(), k));
            };
            return worst_of(I / 4 * squared(at.acted()) - energy, square + energy, change(1),
                            change(2));
          }},
         // (4.13) of (v, w), and of (v, w) moved along D'_c, whose dimension is three.
         {"B18", "sign of the rotations", [=](At at, bool changed) {
            auto const of = [&](Vector const& x, Vector3 const& e) {
              return Vector{{x[0] + r / 2 * trace_with(hat(e), 2) + Omega * at.z[1],
                             x[1] - r / 2 * trace_with(hat(e), 1) - Omega * at.z[0]}};
            };
            Largest off;
            for (auto const& X : D.colwise()) {
              Vector3 const w = at.w + (changed ? -1 : 1) * X.tail(3);
              off(distance(of(at.v + X.head(2), w), of(at.v, at.w)));
            }
            return worst_of(off.value, 3 - rank(D));
          }}});

  std::vector<double> steps, errors, of_antisymmetric, negative;
  Random random(1, 1);
  Vector3 const w = random_vector(random, 3);
  Quad const speed = sqrt(w.squaredNorm());
  for (int const n : {10, 20, 40, 80, 160}) {
    Quad const step = Quad(1) / n;
    Matrix3 const W = rodrigues(tan(step * speed / 2) / speed * w);
    steps.push_back(double(step));
    errors.push_back(distance((W - Matrix3::Identity()) / step, hat(w)));
    negative.push_back(distance((Matrix3::Identity() - W) / step, hat(w)));
    of_antisymmetric.push_back(distance((W - W.transpose()) / (2 * step), hat(w)));
  }
  study.measure("B19", {.value = order_of(steps, errors, 1)});
  study.control("B19", "(W - W^T)/(2h)", {.value = order_of(steps, of_antisymmetric, 1)});
  study.control("B19", "(Id - W)/h", {.value = order_of(steps, negative, 1)});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
