#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"

#include <Eigen/Geometry>

namespace rattleback::mclachlan_perlmutter_2006 {

using theory::together;

namespace {

/// Value of a power series in x whose coefficients have the ratio ratio(k), to 20 terms.
template <class Ratio>
QuadJet series(QuadJet const& x, Ratio const& ratio) {
  QuadJet term = 1, sum = 1;
  for (int k = 0; k < 20; ++k) sum += term = term * x * ratio(Quad(k));
  return sum;
}
/// asin(s)/s of x = s^2, also at 0.
QuadJet arc_over_sine(QuadJet const& x) {
  if (x < 0.01Q)
    return series(x, [](Quad k) { return (2 * k + 1) * (2 * k + 1) / (2 * k + 2) / (2 * k + 3); });
  QuadJet const s = sqrt(x);
  return atan(s / sqrt(1 - x)) / s;
}
/// cos(a) and sin(a)/a of x = a^2, also at 0.
QuadJet cosine(QuadJet const& x) {
  if (x < 0.01Q) return series(x, [](Quad k) { return -1 / (2 * k + 1) / (2 * k + 2); });
  return cos(sqrt(x));
}
QuadJet sine_over_arc(QuadJet const& x) {
  if (x < 0.01Q) return series(x, [](Quad k) { return -1 / (2 * k + 2) / (2 * k + 3); });
  return sin(sqrt(x)) / sqrt(x);
}
JetVector number(QuadJet const& x) { return JetVector{{x}}; }

}  // namespace

JetVector geodesic_at_start(JetVector const& pair, Quad h) {
  JetVector const n0 = pair.head(3), n1 = pair.segment(4, 3);
  QuadJet const cosine = n0.dot(n1);
  JetVector const chord = n1 - cosine * n0;
  QuadJet const sine_squared = chord.squaredNorm();
  // Beyond a right angle the arc is pi - asin(sine).
  QuadJet const scale = cosine > 0 ? arc_over_sine(sine_squared)
                                   : M_PIq / sqrt(sine_squared) - arc_over_sine(sine_squared);
  return together(pair.head(4), together(scale / h * chord, number((pair[7] - pair[3]) / h)));
}
JetVector geodesic_at_middle(JetVector const& pair, Quad h) {
  JetVector const a = pair.head(3), b = pair.segment(4, 3), total = a + b, chord = b - a;
  QuadJet const scale = arc_over_sine(chord.squaredNorm() / 4);
  JetVector const point =
      together(total / sqrt(total.squaredNorm()), number((pair[3] + pair[7]) / 2));
  return together(point, together(scale / h * chord, number((pair[7] - pair[3]) / h)));
}
JetVector geodesic(JetVector const& start, Quad t) {
  JetVector const n = start.head(3), w = start.segment(4, 3);
  QuadJet const x = t * t * w.squaredNorm();
  return together(cosine(x) * n + t * sine_over_arc(x) * w, number(start[3] + t * start[7]));
}

MatrixOf<QuadJet> frame(JetVector const& point) {
  using Vector3 = Eigen::Matrix<QuadJet, 3, 1>;
  Vector3 const n = point.head(3), f = n.cross(Vector3::Unit(abs(n[0]) < 0.7Q ? 0 : 1)),
                first = f / sqrt(f.squaredNorm());
  MatrixOf<QuadJet> columns(3, 2);
  columns << first, n.cross(first);
  return columns;
}
JetVector moved(JetVector const& q, JetVector const& eta) {
  JetVector const to = q.head(3) + frame(q) * eta.head(2);
  return together(to / sqrt(to.squaredNorm()), number(q[3] + eta[2]));
}

JetVector contact(JetVector const& q) { return JetVector{{0, -q[0], 0, 1}}; }
JetVector meridians(JetVector const& q) { return JetVector{{-q[1], q[0], 0, 0}}; }
JetVector parallels(JetVector const&) { return JetVector{{0, 0, 1, 0}}; }

}  // namespace rattleback::mclachlan_perlmutter_2006
