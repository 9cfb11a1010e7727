#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

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
void general_projector(Study& study, char const* example, unsigned seed, Of const& geometry_of) {
  using Square = Eigen::Matrix<Quad, n, n>;
  Worst worst;
  for (auto const& q : random_points<n>(seed)) {
    auto const g = geometry_of(q);
    auto const Z = g.gradients();
    auto const defect = [&](Square const& Q) {
      Square const lowered = g.metric * Q;
      return larger_or_nan({largest_entry(Q * Q - Q),
                            largest_entry(lowered - lowered.transpose()) / largest_entry(g.metric),
                            largest_entry(g.forms * (Square::Identity() - Q)),
                            largest_entry(Q * Z - Z) / largest_entry(Z)});
    };
    worst("FIM-30", defect(g.projector()));
    worst.control("FIM-30", "upper indices of C", defect(Z * (g.forms * Z) * g.forms));
  }
  worst.supply(study, example, in_quad(0));
}

void particle(Study& study) {
  Worst worst;
  for (auto const& q : random_points<3>(3)) {
    auto const outside = [&](int sign) {
      Eigen::Matrix<Quad, 3, 2> D;
      D << Quad(1), Quad(0), Quad(0), Quad(1), sign * q[1], Quad(0);
      return distance_from_kernel(particle_geometry(q), D);
    };
    worst("FIM-58", outside(1));
    worst.control("FIM-58", "sign of y", outside(-1));
  }
  worst.supply(study, "", in_quad(0));
}

void snakeboard(Study& study) {
  Worst worst;
  auto const data = random_points<5>(51);
  std::size_t k = 0;
  for (auto const& q : random_points<5>(1)) {
    auto const d = SnakeboardData::from(data[k++]);
    auto const g = snakeboard_geometry(q, d);
    auto const printed = printed_snakeboard_projector(q, d);
    auto const changed = [&](Vector<Quad, 5> const& by) {
      return largest_entry(snakeboard_geometry(Vector<Quad, 5>(q + by), d).projector() - printed);
    };
    worst("FIM-13", "matrix", largest_entry(printed - g.projector()));
    worst.control("FIM-13", "transposed matrix",
                  largest_entry(printed.transpose() - g.projector()));
    worst("FIM-13", "dependence on θ and φ",
          changed({q[3], Quad(1) - q[0], Quad(0), Quad(1), Quad(0)}));
    worst.control("FIM-13", "dependence on φ only",
                  changed({Quad(0), Quad(0), Quad(1) / 2, Quad(0), Quad(0)}));

    auto const outside = [&](int sign) {
      Eigen::Matrix<Quad, 5, 3> D = Eigen::Matrix<Quad, 5, 3>::Zero();
      D(3, 0) = D(4, 1) = 1;
      D.col(2).head<3>() = snakeboard_direction(q, d);
      D(2, 2) *= sign;
      return distance_from_kernel(g, D);
    };
    worst("FIM-66", "independent constraints", outside(1));
    worst.control("FIM-66", "sign of c", outside(-1));

    // L, and L_d with increments dq = q and h = .1, term by term and as forms of the metric.
    Quad const h2 = Quad(1) / 100, form = q.dot(g.metric * q) / 2;
    auto const terms = [&](Quad axles) {
      return Quad(Quad(d.m) * (q[0] * q[0] + q[1] * q[1]) / 2 + (d.J + 2 * d.J1) * q[2] * q[2] / 2 +
                  d.J0 * q[3] * q[3] / 2 + axles * d.J1 * q[4] * q[4]);
    };
    auto const metric = [&](Quad axles) { return double((terms(axles) - form) / form); };
    auto const discrete = [&](Quad axles) {
      return double((terms(axles) / h2 - 1 / (2 * h2) * q.dot(g.metric * q)) * h2 / form);
    };
    worst("FIM-67", metric(1));
    worst.control("FIM-67", "last entry J_1", metric(Quad(1) / 2));
    worst("FIM-69", discrete(1));
    worst.control("FIM-69", "factor of the last term", discrete(Quad(1) / 2));
  }
  worst.supply(study, "", in_quad(0));
}

/// Both vectors lie along x at theta = pi/2, where a = 0.
void complement_of_snakeboard(Study& study) {
  Largest generic;
  auto const data = random_points<5>(52);
  std::size_t k = 0;
  for (auto const& q : random_points<5>(4))
    generic(snakeboard_complement(q.cast<double>(), SnakeboardData::from(data[k++])).printed);
  Vector<double, 5> q;
  q << 0.1, 0.2, std::acos(0.0), 0, 0.3;
  double const at_zero = snakeboard_complement(q).printed;
  study.measure("FIM-68", {larger_or_nan(generic.value, at_zero)});
  study.control("FIM-68", "where a is not zero", {generic.value});
  study.find("FIM-68/where", generic.value,
             fmt::format("{:.1e} at 200 random configurations and data with a > 0; {:.2f} at theta "
                         "= pi/2, phi = .3",
                         generic.value, at_zero));
}

void sleigh(Study& study) {
  Worst worst;
  auto const data = random_points<5>(53);
  std::size_t k = 0;
  for (auto const& q : random_points<3>(2)) {
    auto const d = SleighData::from(data[k++]);
    auto exchanged = d;  // m and I in each other's place
    std::swap(exchanged.m, exchanged.I);
    auto const g = sleigh_geometry(q, d);
    auto const dual = [&](SleighData const& of) {
      return largest_entry(printed_sleigh_dual_projector(q, of) - g.projector().transpose());
    };
    worst("FIM-16", dual(d));
    worst.control("FIM-16", "m and I exchanged", dual(exchanged));
    Quad const s = sin(q[2]), c = cos(q[2]), m = d.m, a = d.a;
    Eigen::Matrix<Quad, 3, 2> D, crossed;
    D << c, Quad(0), s, Quad(0), Quad(0), Quad(1);
    crossed << s, Quad(0), c, Quad(0), Quad(0), Quad(1);
    auto const orthogonal = [&](SleighData const& of) {
      Quad const m1 = of.m, K = of.I + m1 * of.a * of.a;
      return largest_entry(D.transpose() * g.metric * Vector<Quad, 3>(-s, c, -of.a * m1 / K));
    };
    worst("FIM-80", "distribution", distance_from_kernel(g, D));
    worst.control("FIM-80", "sine and cosine exchanged", distance_from_kernel(g, crossed));
    worst("FIM-80", "complement", orthogonal(d));
    worst.control("FIM-80", "m and I exchanged", orthogonal(exchanged));
    // The velocity v, of the centre of mass at (x + a cos, y + a sin), and across the blade.
    Vector<Quad, 3> const v(q[1] / 2 + 1, q[0] - 1, q[1] + q[0] / 3);
    Quad const vx = v[0] - a * s * v[2], vy = v[1] + a * c * v[2], turn = d.I * v[2] * v[2] / 2;
    Quad const L = m * (vx * vx + vy * vy) / 2 + turn;
    auto const expansion = [&](int sign) {
      Quad const square = v[0] * v[0] - 2 * a * v[2] * v[0] * s + v[1] * v[1] +
                          sign * 2 * a * v[2] * v[1] * c + a * a * v[2] * v[2];
      return double((m * square / 2 + turn - L) / L);
    };
    auto const metric = [&](Quad corner) {
      auto G = g.metric;
      G(2, 2) += corner;
      return double((v.dot(G * v) / 2 - L) / L);
    };
    Vector<Quad, 3> const body = body_to_chart(q[2]).transpose() * v;
    auto const blade = [&](int sign) { return double(v[0] * s - sign * v[1] * c + body[1]); };
    worst("FIM-78", expansion(1));
    worst.control("FIM-78", "sign of the fourth term", expansion(-1));
    worst("FIM-79", metric(0));
    worst.control("FIM-79", "corner without m a^2", metric(-m * a * a));
    worst("FIM-77", blade(1));
    worst.control("FIM-77", "sign of y'", blade(-1));
  }
  worst.supply(study, "", in_quad(0));
}

}  // namespace

void projectors(Study& study) {
  particle(study);
  snakeboard(study);
  complement_of_snakeboard(study);
  sleigh(study);
  general_projector<3>(study, "particle", 5, [](auto const& q) { return particle_geometry(q); });
  general_projector<5>(study, "snakeboard", 6,
                       [](auto const& q) { return snakeboard_geometry(q); });
  general_projector<3>(study, "sleigh", 7, [](auto const& q) { return sleigh_geometry(q); });
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
