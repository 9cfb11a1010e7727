#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"

#include <Eigen/Geometry>

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

using Direction = Eigen::Matrix<QuadJet, 3, 1>;

JetVector with(Direction const& n, QuadJet const& z) { return JetVector{{n[0], n[1], n[2], z}}; }

}  // namespace

Matrix derivative_at_0(long n, std::function<JetVector(JetVector const&)> const& f) {
  return theory::jacobian<Quad>(f, Vector(Vector::Zero(n)));
}

Tangent geodesic_at_start(JetVector const& q0, JetVector const& q1, Quad h) {
  Direction const a = q0.head(3), b = q1.head(3);
  QuadJet const cosine = a.dot(b);
  Direction const chord = b - cosine * a;
  QuadJet const square = chord.squaredNorm();
  QuadJet scale = 1;  // angle/sine, whose derivative vanishes at angle 0
  if (square.value > 1e-24) {
    QuadJet const sine = sqrt(square);
    scale = 2 * atan(sine / (1 + cosine)) / sine;
  }
  return {q0, with(scale / h * chord, (q1[3] - q0[3]) / h)};
}
Tangent geodesic_at_middle(JetVector const& q0, JetVector const& q1, Quad h) {
  Direction const a = q0.head(3), b = q1.head(3), total = a + b, chord = b - a;
  QuadJet const square = chord.squaredNorm() / 4;
  QuadJet scale = 1;
  if (square.value > 1e-24) {
    QuadJet const sine = sqrt(square);
    scale = atan(sine / sqrt(1 - square)) / sine;
  }
  return {with(total / sqrt(total.squaredNorm()), (q0[3] + q1[3]) / 2),
          with(scale / h * chord, (q1[3] - q0[3]) / h)};
}
Tangent geodesic(Tangent const& start, Quad t) {
  Direction const n = start.point.head(3), w = start.vector.head(3);
  QuadJet const z = start.point[3] + t * start.vector[3], square = w.squaredNorm();
  // c = cos(t |w|) and s = sin(t |w|)/|w|.
  QuadJet c = 1 - t * t * square / 2, s = t * (1 - t * t * square / 6);
  if (square.value > 1e-24) {
    QuadJet const speed = sqrt(square);
    c = cos(t * speed);
    s = sin(t * speed) / speed;
  }
  return {with(c * n + s * w, z), with(c * w - s * square * n, start.vector[3])};
}

JetMatrix frame(JetVector const& q) {
  Direction const n = q.head(3);
  Direction const f = n.cross(Direction(Direction::Unit(theory::abs(n[0].value) < 0.7 ? 0 : 1)));
  Direction const f1 = f / sqrt(f.squaredNorm()), f2 = n.cross(f1);
  JetMatrix columns = JetMatrix::Zero(4, 3);
  columns.topRows(3) << f1, f2, Direction::Zero();
  columns(3, 2) = 1;
  return columns;
}
JetVector moved(JetVector const& q, JetVector const& eta) {
  JetVector const to = q + frame(q) * eta;
  Direction const n = to.head(3);
  return with(n / sqrt(n.squaredNorm()), to[3]);
}

JetMatrix contact(JetVector const& q) { return JetMatrix{{0, -q[0], 0, 1}}; }
JetMatrix meridians(JetVector const& q) { return JetMatrix{{-q[1], q[0], 0, 0}}; }
JetMatrix parallels(JetVector const&) { return JetMatrix{{0, 0, 1, 0}}; }

}  // namespace rattleback::mclachlan_perlmutter_2006
