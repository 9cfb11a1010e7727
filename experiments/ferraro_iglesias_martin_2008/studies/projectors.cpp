#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::projectors_study {

namespace {

/// Part of the vectors outside the kernel of the forms; 1 if they do not span the kernel (wrong
/// number, or vanishing Gram determinant).
double distance_from_kernel(Geometry const& at, Matrix const& vectors) {
  bool const spans = vectors.cols() == at.forms.cols() - at.forms.rows() &&
                     determinant(Matrix(vectors.transpose() * vectors)) > Quad(1e-3);
  return spans ? largest_entry(at.forms * vectors) : 1;
}

/// Measures Q of section 2 from forms and metric: idempotent, image and kernel orthogonal,
/// kernel D, image the complement.
void general_projector(Study& study, Example const& example) {
  auto const instance = [&](Random& random, LargestValues& largest) {
    auto const at = example.at(random_point(random, example.n));
    Matrix const Z = at.gradients(), C = at.forms * Z;
    auto const defect = [&](Matrix const& Q) {
      Matrix const P = Matrix::Identity(example.n, example.n) - Q;
      return larger_or_nan({largest_entry(Q * P),
                            largest_entry(Q.transpose() * at.metric * P) / largest_entry(at.metric),
                            largest_entry(at.forms * P), largest_entry(P * Z) / largest_entry(Z)});
    };
    largest("FIM-30", defect(at.projector()));
    largest.control("FIM-30", "upper indices of C", defect(Z * C * at.forms));
  };
  over_instances(study, instance, example.name);
}

void particle_instance(Random& random, LargestValues& largest) {
  Vector const q = random_point(random, 3);
  auto const outside = [&](int sign) {
    Matrix D(3, 2);
    D << 1, 0, 0, 1, sign * q[1], 0;
    return distance_from_kernel(particle().at(q), D);
  };
  largest("FIM-58", outside(1));
  largest.control("FIM-58", "sign of y", outside(-1));
}

/// Tests example 2 at a random configuration, or velocity, q, with random data.
void snakeboard_instance(Random& random, LargestValues& largest) {
  Vector const q = random_point(random, 5);
  auto const d = random_snakeboard(random);
  auto const at = snakeboard(d).at(q);
  Matrix const printed = printed_snakeboard_projector(q, d),
               Q = snakeboard(d).by_lagrangian(q).projector();
  auto const changed = [&](std::vector<Quad> const& by) {
    return distance(snakeboard(d).by_lagrangian(q + vector_of<Quad>(by)).projector(), printed);
  };
  largest("FIM-13", "matrix", distance(printed, Q));
  largest.control("FIM-13", "transposed matrix", distance(printed.transpose(), Q));
  largest("FIM-13", "dependence on θ and φ", changed({q[3], 1 - q[0], 0, 1, 0}));
  largest.control("FIM-13", "dependence on φ only", changed({0, 0, 0.5, 0, 0}));

  auto const outside = [&](int sign) {
    Matrix D = Matrix::Zero(5, 3);
    D(3, 0) = D(4, 1) = 1;
    D.col(2).head(3) = snakeboard_direction(q, d);
    D(2, 2) *= sign;
    return distance_from_kernel(at, D);
  };
  largest("FIM-66", "independent constraints", outside(1));
  largest.control("FIM-66", "sign of c", outside(-1));

  // L, and L_d with increments dq = q and h = 0.1: term by term, and as quadratic forms of the
  // metric.
  Quad const h2 = Quad(1) / 100, form = q.dot(at.metric * q) / 2;
  auto const terms = [&](Quad axles) -> Quad {
    return d.m * (q[0] * q[0] + q[1] * q[1]) / 2 + (d.J + 2 * d.J1) * q[2] * q[2] / 2 +
           d.J0 * q[3] * q[3] / 2 + axles * d.J1 * q[4] * q[4];
  };
  auto const metric = [&](Quad axles) { return double((terms(axles) - form) / form); };
  auto const discrete = [&](Quad axles) {
    return double((terms(axles) / h2 - 1 / (2 * h2) * q.dot(at.metric * q)) * h2 / form);
  };
  largest("FIM-67", metric(1));
  largest.control("FIM-67", "last entry J_1", metric(0.5));
  largest("FIM-69", discrete(1));
  largest.control("FIM-69", "factor of the last term", discrete(0.5));
}

/// Measures the printed complement; for theta = +-pi/2, where a = 0, both vectors are along x, and
/// d_x and J' c d_y - m b d_theta span the complement.
void complement_of_snakeboard(Study& study) {
  auto const distance = [](Vector const& q, SnakeboardData const& d) {
    return snakeboard(d).by_lagrangian(q).distance_from_span(printed_snakeboard_complement(q, d));
  };
  auto const completed = [](Vector const& q, SnakeboardData const& d) {
    Vector3 const abc = snakeboard_direction(q, d);
    Matrix span = Matrix::Zero(5, 2);
    span(0, 0) = 1;
    span.col(1) << 0, d.total() * abc[2], -d.m * abc[1], 0, 0;
    return snakeboard(d).by_lagrangian(q).distance_from_span(span);
  };
  Quad const right_angle = 2 * atan(Quad(1));
  Largest generic, opposite, where_a_vanishes;
  for (std::uint64_t k = 1; k <= 200; ++k) {
    Random random(1, k);
    Vector q = random_point(random, 5);
    auto const d = random_snakeboard(random);
    generic(distance(q, d));
    q[2] += 2 * right_angle;
    opposite(distance(q, d));
    for (int const sign : {1, -1}) {
      q[2] = sign * right_angle;
      where_a_vanishes(completed(q, d));
    }
  }
  double const at_zero = distance(snakeboard_with_a_zero(), {});
  study.measure("FIM-68", in_quad(larger_or_nan(generic.value, at_zero)));
  study.control("FIM-68", "where a is not zero", in_quad(generic.value));
  study.add_finding(
      "FIM-68/where",
      {larger_or_nan({generic.value, opposite.value, where_a_vanishes.value}), at_zero},
      fmt::format("{:.1e} at $theta$, {:.1e} at $theta + pi$, {:.1e} at $± pi$/2", generic.value,
                  opposite.value, where_a_vanishes.value));
}

/// Tests example 3 at a random state, with random data.
void sleigh_instance(Random& random, LargestValues& largest) {
  Vector const q = random_point(random, 3), v = random_point(random, 3);
  auto const d = random_sleigh(random);
  SleighData const exchanged{.m = d.I, .I = d.m, .a = d.a};
  auto const at = sleigh(d).by_lagrangian(q);
  auto const dual = [&](SleighData const& data) {
    return distance(printed_sleigh_dual_projector(q, data), at.projector().transpose());
  };
  largest("FIM-16", dual(d));
  largest.control("FIM-16", "m and I exchanged", dual(exchanged));

  Quad const s = sin(q[2]), c = cos(q[2]), m = d.m, a = d.a;
  Matrix D(3, 2), crossed(3, 2);
  D << c, 0, s, 0, 0, 1;
  crossed << s, 0, c, 0, 0, 1;
  auto const orthogonal = [&](SleighData const& data) {
    Vector3 const normal(-s, c, -data.a * data.m / data.inertia());
    return largest_entry(D.transpose() * at.metric * normal);
  };
  largest("FIM-80", "distribution", distance_from_kernel(at, D));
  largest.control("FIM-80", "sine and cosine exchanged", distance_from_kernel(at, crossed));
  largest("FIM-80", "complement", orthogonal(d));
  largest.control("FIM-80", "m and I exchanged", orthogonal(exchanged));

  // Energy of two equal masses on the line of the blade, with the mass, the centre and the moment
  // of inertia of the sleigh; and velocity orthogonal to the blade.
  Quad const half_length = sqrt(d.I / m), across = -s * v[0] + c * v[1];
  Quad energy = 0;
  for (Quad const at_blade : {a + half_length, a - half_length}) {
    auto const position = [&](Numbers const& x) -> MatrixOf<Number> {
      Numbers mass(2);
      mass << x[0] + at_blade * cos(x[2]), x[1] + at_blade * sin(x[2]);
      return mass;
    };
    energy += m / 2 * directional<Quad>(position, q, v).squaredNorm() / 2;
  }
  auto const expansion = [&](int sign) {
    Quad const other = (1 - sign) * m * a * c * v[1] * v[2];
    return double((sleigh_lagrangian<Quad>(together(q, v), d) - other - energy) / energy);
  };
  auto const metric = [&](Quad corner) {
    Matrix G = sleigh(d).at(q).metric;
    G(2, 2) += corner;
    return double((v.dot(G * v) / 2 - energy) / energy);
  };
  auto const blade = [&](int sign) { return double(v[0] * s - sign * v[1] * c + across); };
  largest("FIM-78", expansion(1));
  largest.control("FIM-78", "sign of the fourth term", expansion(-1));
  largest("FIM-79", metric(0));
  largest.control("FIM-79", "corner without m a^2", metric(-m * a * a));
  largest("FIM-77", blade(1));
  largest.control("FIM-77", "sign of y'", blade(-1));
}

}  // namespace

void projectors(Study& study) {
  over_instances(study, particle_instance);
  over_instances(study, snakeboard_instance);
  complement_of_snakeboard(study);
  over_instances(study, sleigh_instance);
  for (auto const& example : examples()) general_projector(study, example);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::projectors_study
