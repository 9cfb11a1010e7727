#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

std::string const at_points = ", at 200 random configurations with 113 bits";

/// The part of the vectors outside the kernel of the forms, and whether they span it: their number
/// is its dimension, and their Gram determinant does not vanish.
template <class T, int n, int m, class Vectors>
double distance_from_kernel(Geometry<T, n, m> const& g, Vectors const& vectors) {
  static_assert(Vectors::ColsAtCompileTime == n - m);
  double const outside = largest_entry(g.forms * vectors);
  auto const gram = (vectors.transpose() * vectors).eval();
  return gram.determinant() > T(1) / T(1000) ? outside : 1;
}

/// Q of section 2 from forms and metric: idempotent, self-adjoint, kernel D, image the complement.
template <int n, class Of>
double projector_defect(unsigned seed, Of const& geometry_of) {
  Largest defect;
  for (auto const& q : random_points<n>(seed)) {
    auto const g = geometry_of(q);
    auto const Q = g.projector();
    auto const P = (Eigen::Matrix<Quad, n, n>::Identity() - Q).eval();
    auto const lowered = (g.metric * Q).eval();
    defect(largest_entry(Q * Q - Q));
    defect(largest_entry(lowered - lowered.transpose()) / largest_entry(g.metric));
    defect(largest_entry(g.forms * P));
    defect(largest_entry(Q * g.gradients() - g.gradients()) / largest_entry(g.gradients()));
  }
  return defect.value;
}

void particle(Study& study) {
  Largest span;
  for (auto const& q : random_points<3>(3)) {
    Eigen::Matrix<Quad, 3, 2> D;
    D << Quad(1), Quad(0), Quad(0), Quad(1), q[1], Quad(0);
    span(distance_from_kernel(particle_geometry(q), D));
  }
  study.measure("FIM-58", measured_in_quad(span.value, 1,
                                           "{:.1e}: the part of the printed vectors outside the "
                                           "kernel of the constraint, which they span{}",
                                           span.value, at_points));
}

void snakeboard(Study& study) {
  SnakeboardData const d;
  Largest matrix, kernel, metric, lagrangian;
  for (auto const& q : random_points<5>(1)) {
    auto const g = snakeboard_geometry(q);
    auto const printed = printed_snakeboard_projector(q);
    Vector<Quad, 5> moved = q;
    moved.head<2>() *= 2, moved[3] += 1;
    matrix(largest_entry(printed - g.projector()));
    matrix(largest_entry(snakeboard_geometry(moved).projector() - printed));
    Eigen::Matrix<Quad, 5, 3> D = Eigen::Matrix<Quad, 5, 3>::Zero();
    D(3, 0) = D(4, 1) = 1;
    D.col(2).head<3>() = snakeboard_direction(q);
    kernel(distance_from_kernel(g, D));
    // L, and L_d with increments dq = q and h = .1, term by term and as forms of the metric.
    Quad const m = d.m, h2 = Quad(1) / 100;
    Quad const terms = m * (q[0] * q[0] + q[1] * q[1]) / 2 + (d.J + 2 * d.J1) * q[2] * q[2] / 2 +
                       d.J0 * q[3] * q[3] / 2 + d.J1 * q[4] * q[4];
    Quad const form = q.dot(g.metric * q) / 2;
    metric(double(abs(Quad(terms - form) / form)));
    lagrangian(double(abs(Quad(1 / h2 * terms - 1 / (2 * h2) * q.dot(g.metric * q)) * h2 / form)));
  }
  study.measure("FIM-13",
                measured_in_quad(matrix.value, 1,
                                 "{:.1e}: the printed matrix less the projector from metric and "
                                 "constraints, there and at other x, y, psi{}",
                                 matrix.value, at_points));
  study.measure("FIM-66", "independent constraints",
                measured_in_quad(kernel.value, 1,
                                 "{:.1e}: the part of the printed vectors outside the kernel of "
                                 "the constraints, which they span{}",
                                 kernel.value, at_points));
  study.measure("FIM-67",
                measured_in_quad(metric.value, 1,
                                 "{:.1e}: relative difference of L and half the metric's form{}",
                                 metric.value, at_points));
  study.measure("FIM-69",
                measured_in_quad(lagrangian.value, 1,
                                 "{:.1e}: relative difference of the two forms of L_d, h = .1{}",
                                 lagrangian.value, at_points));
  Largest generic;
  for (auto const& q : random_points<5>(4))
    generic(snakeboard_complement(q.cast<double>()).printed);
  Vector<double, 5> q;
  q << 0.1, 0.2, std::acos(0.0), 0, 0.3;
  double const at_zero = snakeboard_complement(q).printed;
  study.measure("FIM-68", "everywhere",
                measured(larger_or_nan(generic.value, at_zero),
                         "{:.2f}: distance of the orthogonal projector onto the span from Q at "
                         "theta = pi/2, phi = .3, where both vectors lie along x",
                         at_zero));
  study.measure("FIM-68", "where a is not zero",
                measured(generic.value,
                         "{:.1e}: distance of the orthogonal projector onto the span from Q at "
                         "200 random configurations with a > 0",
                         generic.value));
}

void sleigh(Study& study) {
  SleighData const d;
  Largest dual, metric, expansion, spans, blade;
  for (auto const& q : random_points<3>(2)) {
    auto const g = sleigh_geometry(q);
    dual(largest_entry(printed_sleigh_dual_projector(q) - g.projector().transpose()));
    Quad const s = sin(q[2]), c = cos(q[2]), m = d.m, a = d.a, K = d.I + m * a * a;
    Eigen::Matrix<Quad, 3, 2> D;
    D << c, Quad(0), s, Quad(0), Quad(0), Quad(1);
    Vector<Quad, 3> const normal(-s, c, -a * m / K);
    spans(distance_from_kernel(g, D));
    spans(largest_entry(D.transpose() * g.metric * normal));
    // The velocity v, of the centre of mass at (x + a cos, y + a sin), and across the blade.
    Vector<Quad, 3> const v(q[1] / 2 + 1, q[0] - 1, q[1] + q[0] / 3);
    Quad const vx = v[0] - a * s * v[2], vy = v[1] + a * c * v[2], turn = d.I * v[2] * v[2] / 2;
    Quad const L = m * (vx * vx + vy * vy) / 2 + turn;
    Quad const printed = m *
                             (v[0] * v[0] - 2 * a * v[2] * v[0] * s + v[1] * v[1] +
                              2 * a * v[2] * v[1] * c + a * a * v[2] * v[2]) /
                             2 +
                         turn;
    expansion(double(abs(Quad((printed - L) / L))));
    metric(double(abs(Quad((v.dot(g.metric * v) / 2 - L) / L))));
    Vector<Quad, 3> const body = body_to_chart(q[2]).transpose() * v;
    blade(double(abs(Quad(v[0] * s - v[1] * c + body[1]))));
  }
  auto const measure = [&](char const* id, Largest const& defect, char const* what) {
    study.measure(id,
                  measured_in_quad(defect.value, 1, "{:.1e}: {}{}", defect.value, what, at_points));
  };
  measure("FIM-16", dual, "the printed matrix less the one from metric and constraint");
  measure("FIM-77", blade, "the printed form plus the velocity of the contact across the blade");
  measure("FIM-78", expansion, "relative difference of the expansion and the energy of the parts");
  measure("FIM-79", metric, "relative difference of the matrix's form and the energy of the parts");
  measure("FIM-80", spans,
          "the part of the first two vectors outside the constraint's kernel, and the products of "
          "the third with them in the metric");
}

}  // namespace

void projectors(Study& study) {
  particle(study);
  snakeboard(study);
  sleigh(study);
  auto const general = [&](char const* example, double defect) {
    study.measure(
        "FIM-30", "as printed", example,
        measured_in_quad(defect, 1, "{:.1e}: largest of Q^2 - Q, gQ - (gQ)^T, mu P and QZ - Z{}",
                         defect, at_points));
  };
  general("particle", projector_defect<3>(5, particle_geometry<Quad>));
  general("snakeboard",
          projector_defect<5>(6, [](auto const& q) { return snakeboard_geometry(q); }));
  general("sleigh", projector_defect<3>(7, [](auto const& q) { return sleigh_geometry(q); }));
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
