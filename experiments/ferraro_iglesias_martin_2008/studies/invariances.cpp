#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::invariances_study {

namespace {

/// Examples with random data.
Example generic_sleigh() {
  Random random(1, 0);
  return sleigh(random_sleigh(random));
}
Example generic_snakeboard() {
  Random random(1, 0);
  return snakeboard(random_snakeboard(random));
}

/// Positive metric that depends on the point q.
Matrix positive(Vector const& q, int shift = 1) {
  Matrix3 A;
  A << 1, q[0], q[1], q[1], 2, q[2], q[2] * q[0], shift, 1;
  return A * A.transpose() + Matrix3::Identity();
}

/// Tests section 4.1 at random nodes of G.
template <class G>
void translations(Random& random, LargestValues& largest) {
  LeftInvariant<G> const l_d;
  auto const element = [&]() -> Matrix3 {
    return exponential<G, Quad>(vector_of<Quad>(random.vector(3, 2)));
  };
  // Momenta in spatial components, which distinguish the fibres over g and g^-1.
  auto const spatial = [](Matrix3 const& g, Vector3 const& p) -> Vector3 {
    return Ad<G, Quad>(inverse_by_cofactors(g)).transpose() * p;
  };
  Matrix3 const g0 = element(), W = element(), g1 = g0 * W, D = l_d.slope(W);
  Vector const first = l_d.momenta(W), second = l_d.momenta(element());
  Vector3 const p = -first.head(3), p_plus = first.tail(3), next = -second.head(3),
                left = spatial(g0, p), right = spatial(g1, p_plus);
  auto const at = [&](Matrix3 const& before, Matrix3 const& after) {
    Vector3 components;
    for (int i = 0; i < 3; ++i)
      components[i] = pairing(D, before * G::template hat<Quad>(Vector3::Unit(i)) * after);
    return components;
  };
  Matrix3 const back = inverse_by_cofactors(g0), one = Matrix3::Identity();
  // Pull-back by the translation by a, from W.
  auto const by_left = [&](Matrix3 const& a, Matrix3 const& inverse) { return at(a, inverse * W); };
  Vector3 const printed = by_left(g0, back), lifted = by_left(back, g0);
  // In spatial components both displays are one expression; body components tell them apart.
  largest("FIM-43", "inverse at g_k",
          larger_or_nan({distance(lifted, left), distance(lifted, right), distance(at(one, W), p),
                         distance(at(W, one), p_plus)}));
  largest.control("FIM-43", "formula of p^+ for p^-", distance(at(W, one), p));
  largest.control("FIM-43", "inverse at W_k as well",
                  distance(at(back, g0 * inverse_by_cofactors(W)), left));
  largest("FIM-43", "letters as in our copy",
          larger_or_nan(distance(printed, left), distance(printed, right)));
  // Lifts of both translations end over g1 W and over g1. In body components, which tell them
  // apart, the lift of the right translation is Ad* p^+.
  Vector3 const lift = at(W * W, inverse_by_cofactors(W));
  bool const is_lift = distance(lift, Ad<G, Quad>(W).transpose() * p_plus) < 1e-25;
  largest("FIM-43", "cotangent lifts",
          is_lift ? larger_or_nan(distance(lift, p), distance(at(W, one), p_plus)) : std::nan(""));

  // (4) at g1 by its two projections, and (7) by the reflection, in body components: the cotangent
  // lift of the right translation gives Ad* p, the pull-back its inverse, L* gives p.
  Vector3 const form = random_point(random, 3), translated = Ad<G, Quad>(W).transpose() * p;
  Matrix3 metric;  // inverse of a left-invariant metric
  metric << 2, 0.3, -0.4, 0.3, 1.4, 0.5, -0.4, 0.5, 0.9;
  // Inverse of a metric that is not left-invariant.
  auto const other = [](Matrix3 const& g) -> Matrix3 { return positive(g.row(0).transpose()); };
  auto const defect = [&](Vector3 const& momentum, Matrix3 const& in_4, Matrix3 const& in_7) {
    Matrix const Q = Geometry{inverse_by_cofactors(in_4), form.transpose()}.projector().transpose();
    Vector3 const sum = p_plus - next, difference = -next - p_plus,
                  by_4 = sum - Q * sum + Q * difference,
                  by_7 = next - reflected(momentum, form, in_7);
    return distance(-by_7, by_4);
  };
  largest("FIM-44", "letters as in our copy", defect(spatial(W, p), metric, metric));
  // The lift of the right translation uses its inverse, so that two readings coincide.
  for (char const* const reading : {"inverse at W_k-1", "cotangent lift"})
    largest("FIM-44", reading, defect(translated, metric, metric));
  largest.control("FIM-44", "left translation", defect(p, metric, metric));
  largest("FIM-45", "inverse at W_k-1", defect(translated, other(g1), other(g1)));
  largest.control("FIM-45", "another metric in (7) alone", defect(translated, metric, other(g1)));
  largest.control("FIM-45", "metric at g_k-1 in (7)", defect(translated, other(g1), other(g0)));
}

/// Quantities of section 4.2 in the body frame of SE(2), in which left-invariant quantities are
/// constant.
struct BodyFrame {
  Matrix const K = generic_sleigh().at(Vector::Zero(3)).metric, form = Vector3(0, 1, 0).transpose();
  Matrix const Q0 = Geometry{K, form}.projector(), P0 = Matrix::Identity(3, 3) - Q0;

  /// Metric that preserves only the orthogonality of D and its complement.
  Matrix weaker(Vector const& q) const {
    return P0.transpose() * positive(q, 1) * P0 + Q0.transpose() * positive(q, 2) * Q0;
  }
};

void left_invariance(Random& random, LargestValues& largest) {
  BodyFrame const frame;
  Vector const q = random_point(random, 3);
  auto const sleigh_at_q = generic_sleigh().at(q);
  Matrix const B = body_to_chart(q[2]);
  // Change from the coordinates of example 3 to the body frame.
  auto const change = [&](Matrix const& metric) {
    Matrix const Q = Geometry{metric, sleigh_at_q.forms}.projector();
    return distance(B.transpose() * Q * B, frame.Q0);
  };
  auto const change_in_frame = [&](Matrix const& metric) {
    return distance(Geometry{metric, frame.form}.projector(), frame.Q0);
  };
  largest("FIM-46", "invariant metric", change(sleigh_at_q.metric));
  largest.control("FIM-46", "metric constant in coordinates", change(frame.K));
  largest("FIM-46", "weaker condition", change_in_frame(frame.weaker(q)));
  largest.control("FIM-46", "metric without the weaker condition", change_in_frame(positive(q)));
}

/// Tests that left invariance of D and its complement, of P and Q, and of P - Q are equivalent.
void equivalences(Study& study) {
  BodyFrame const frame;
  Matrix const one = Matrix::Identity(3, 3);
  int counterexamples = 0, by_distribution = 0;
  for (bool const constant_metric : {true, false})
    for (bool const constant_form : {true, false})
      for (bool const preserves_orthogonality : {true, false}) {
        auto const at = [&](Vector const& q) {
          Matrix const metric = constant_metric           ? frame.K
                                : preserves_orthogonality ? frame.weaker(q)
                                                          : positive(q);
          Matrix const form = Vector3(q[0] + 2, 1, q[2]).transpose();
          return Geometry{metric, constant_form ? frame.form : form};
        };
        auto const onto = [&](Matrix const& v) { return orthogonal_projector<Quad>(v, one); };
        auto const origin = at(Vector3(0.1, 0.2, 0.3));
        Largest distribution, complement, projectors, difference;
        for (std::uint64_t k = 1; k <= 200; ++k) {
          Random random(1, k);
          auto const here = at(random_point(random, 3));
          Matrix const Q = here.projector(), Q1 = origin.projector();
          distribution(distance(onto(here.forms.transpose()), onto(origin.forms.transpose())));
          complement(distance(onto(here.gradients()), onto(origin.gradients())));
          projectors(distance(Q, Q1));
          difference(distance(one - 2 * Q, one - 2 * Q1));
        }
        auto const invariant = [](Largest const& x) { return x.value < 1e-12; };
        bool const spaces = invariant(distribution) && invariant(complement);
        counterexamples +=
            spaces != invariant(projectors) || invariant(projectors) != invariant(difference);
        by_distribution += invariant(distribution) != invariant(projectors);
      }
  study.measure("FIM-47", {double(counterexamples)});
  study.control("FIM-47", "D alone", {double(by_distribution)});
}

/// Number of independent functions V, in addition to the constants, of degree two in the entries of
/// a rotation with V(hR) = V(R) for all h (or for the rotations h about e_3).
long invariant_functions(bool about_e3) {
  // All products of two of the functions 1, R_ij.
  auto const monomials = [](Matrix3 const& R) -> Vector {
    Vector const linear = together(Vector::Ones(1), R.reshaped());
    Matrix const products = linear * linear.transpose();
    return products.reshaped();
  };
  Matrix conditions(150, 100), values(150, 100);
  for (int i = 0; i < 150; ++i) {
    Random random(1, std::uint64_t(i));
    Matrix3 const R = random_rotation(random), any = random_rotation(random),
                  h = about_e3 ? body_to_chart(any(0, 0) + i) : any;
    values.row(i) = monomials(R);
    conditions.row(i) = monomials(h * R) - monomials(R);
  }
  return rank(Matrix(values * kernel(conditions))) - 1;
}

void potential(Study& study) {
  study.measure("FIM-49", "up to a constant", {double(invariant_functions(false))});
  study.control("FIM-49", "rotations about one axis", {double(invariant_functions(true))});
}

/// Measures (8) and the energy after it on the sleigh and the snakeboard, whose Lagrangians are
/// left-invariant on SE(2) and SE(2) x T^2.
void kinetic_form(Study& study, Example const& example) {
  Matrix const inertia = example.at(Vector::Zero(example.n)).metric;
  auto const instance = [&](Random& random, LargestValues& largest) {
    Vector const q = random_point(random, example.n), v = random_point(random, example.n);
    Matrix const metric = example.at(q).metric;
    Vector const p = metric * v;
    Quad const H = p.dot(v) - v.dot(metric * v) / 2;
    // v = B (g^-1 v), and v = S (v g^-1).
    Matrix B = Matrix::Identity(example.n, example.n), S = B;
    B.topLeftCorner(3, 3) = body_to_chart(q[2]);
    S(0, 2) = -q[1], S(1, 2) = q[0];
    auto const change = [&](Matrix const& frame) {
      Matrix const here = frame.transpose() * metric * frame;
      return larger_or_nan(distance(here, inertia), distance(here, here.transpose()));
    };
    auto const energy = [&](Matrix const& frame) {
      Vector const translated = frame.transpose() * p;
      return double(translated.dot(solution(inertia, translated)) / 2 / H - 1);
    };
    largest("FIM-50", change(B));
    largest.control("FIM-50", "right translation", change(S));
    largest("FIM-53", energy(B));
    largest.control("FIM-53", "right translation", energy(S));
  };
  over_instances(study, instance, example.name);
  study.measure("FIM-50", "non-singular", example.name, {double(is_singular(inertia))});
}

/// Measures the equivariance of the inertia tensors of a bi-invariant metric and of one that is
/// only left-invariant.
void equivariance(LargestValues& largest, Matrix const& Ad_g, Matrix const& bi,
                  Matrix const& left) {
  Matrix const coadjoint = inverse(Ad_g).transpose();
  auto const residual = [&](Matrix const& dual, Matrix const& inertia) {
    return distance(dual * inertia, inertia * Ad_g);
  };
  largest("FIM-51", "Ad* as in section 4.2", residual(Ad_g.transpose(), bi));
  largest("FIM-51", "coadjoint action", residual(coadjoint, bi));
  largest.control("FIM-51", "left-invariant metric", residual(coadjoint, left));
}

/// Measures SE(3), with Ad (w, v) = (R w, t x R w + R v). The metric w.w + 2 w.v is bi-invariant,
/// and its tensor is not a multiple of the unit matrix; the metric of a ball is left-invariant
/// only.
void motions_of_space(Random& random, LargestValues& largest) {
  Matrix3 const R = random_rotation(random), one = Matrix3::Identity(), zero = Matrix3::Zero();
  Matrix3 const t = hat<Quad>(random_point(random, 3));
  Matrix Ad_g(6, 6), bi(6, 6), left(6, 6);
  Ad_g << R, zero, t * R, R;
  bi << one, one, one, zero;
  left << one, zero, zero, one;
  equivariance(largest, Ad_g, bi, left);
}

/// Measures a bi-invariant metric on SO(3), inertia 2 Id, and a metric that is only left-invariant.
void bi_invariant(Random& random, LargestValues& largest) {
  Matrix3 const g = random_rotation(random), W = random_rotation(random);
  Vector3 const p = random_point(random, 3);
  Matrix3 const bi = 2 * Matrix3::Identity(), left = Vector3(1, 2, 3).asDiagonal();
  equivariance(largest, g, bi, left);
  // Forms <p, L_g I^-1 L_g* p> and <p, R_g I^-1 R_g* p>, and the first after a right translation.
  auto const norm_change = [&](Matrix3 const& inertia) {
    auto const squared = [&](Vector3 const& c) { return c.dot(solution(inertia, c)); };
    return largest_entry(Eigen::Matrix<Quad, 2, 1>(squared(g * p) / squared(p) - 1,
                                                   squared(W.transpose() * p) / squared(p) - 1));
  };
  largest("FIM-52", norm_change(bi));
  largest.control("FIM-52", "left-invariant metric", norm_change(left));
}

/// Determinant of the only I of unit length with ad_xi^T I + I ad_xi = 0 for all xi; 1 if there are
/// several. A bi-invariant metric requires a regular I.
template <class G>
double only_invariant_form() {
  Matrix conditions(27, 9);
  for (int i = 0; i < 9; ++i) {
    Matrix3 const E = Vector::Unit(9, i).reshaped(3, 3);
    for (int k = 0; k < 3; ++k) {
      Matrix3 const ad_k = ad<G, Quad>(Vector3::Unit(k)), defect = ad_k.transpose() * E + E * ad_k;
      conditions.col(i).segment(9 * k, 9) = defect.reshaped();
    }
  }
  Matrix const forms = kernel(conditions);
  if (forms.cols() != 1) return 1;
  return double(abs(determinant(forms.reshaped(3, 3) / sqrt(forms.squaredNorm()))));
}

void no_bi_invariant_metric(Study& study) {
  study.measure("FIM-20", {only_invariant_form<Se2>()});
  study.control("FIM-20", "SO(3)", {only_invariant_form<So3>()});
}

/// Tests example 2 on SE(2) x T^2 and on R^2 x S^1 x T^2, and example 1 on R^3, at a random state
/// (q, v) and for a random element e.
void section_5(Random& random, LargestValues& largest) {
  Vector const e = random_point(random, 5), q = random_point(random, 5),
               v = random_point(random, 5);
  auto const L = [](Vector const& at, Vector const& velocity) -> Quad {
    return velocity.dot(generic_snakeboard().at(at).metric * velocity) / 2;
  };
  auto const change = [&](Vector const& by_q, Vector const& by_v) {
    return double(L(by_q, by_v) / L(q, v) - 1);
  };
  // Left: (x, y) -> R (x, y) + e. Right: (x, y) -> (x, y) + R(theta) e.
  Matrix3 const turn = body_to_chart(e[2]);
  Vector3 const arm = body_to_chart(q[2]) * Vector3(e[0], e[1], 0);
  Vector left_q = q + e, left_v = v, right_q = q + e, right_v = v;
  left_q.head(3) = turn * q.head(3) + e.head(3);
  left_v.head(3) = turn * v.head(3);
  right_q.head(2) = q.head(2) + arm.head(2);
  right_v.head(3) += v[2] * Vector3(-arm[1], arm[0], 0);
  largest("FIM-71", "left-invariant", change(left_q, left_v));
  // Right translations preserve v g^-1.
  auto const spatial = [](Vector const& at, Vector const& velocity) -> Vector3 {
    return {velocity[0] + at[1] * velocity[2], velocity[1] - at[0] * velocity[2], velocity[2]};
  };
  bool const is_right = distance(spatial(right_q, right_v), spatial(q, v)) < 1e-25;
  largest("FIM-71", "not right-invariant", is_right ? change(right_q, right_v) : std::nan(""));
  largest.control("FIM-71", "right translations", change(right_q, right_v));
  largest.control("FIM-71", "the other group", change(q + e, v));

  // Translations in every coordinate; the second node of L_d is q + v.
  auto const L_d = [&](Vector const& a, Vector const& b) { return L(a, 10 * (b - a)); };
  Quad const change_of_L_d = L_d(q + e, q + v + e) / L_d(q, q + v) - 1;
  largest("FIM-72", larger_or_nan(std::abs(change(q + e, v)), double(abs(change_of_L_d))));

  // Left translation by c, with the last component c_z + z + twist c_x y.
  Vector3 const a = q.head(3), b = a + v.head(3), c = e.head(3);
  auto const translated = [&](int twist) {
    auto const moved = [&](Vector3 const& at) -> Vector3 {
      return at + c + Vector3(0, 0, twist * c[0] * at[1]);
    };
    return double((moved(b) - moved(a)).squaredNorm() / (b - a).squaredNorm() - 1);
  };
  largest("FIM-60", translated(0));
  largest.control("FIM-60", "Heisenberg group", translated(1));

  // Generator of a section at (x, y): its matrix applied to (x, y, 1).
  Vector3 const abc = v.tail(3);
  auto const generator = [&](int sign) {
    Vector3 const xi(abc[0] + sign * abc[2] * q[1], abc[1] - abc[2] * q[0], abc[2]);
    Vector3 motion = Se2::hat(xi) * Vector3(q[0], q[1], 1);
    motion[2] = xi[2];  // theta' of (cos, sin)' = xi (cos, sin)
    return distance(motion, abc);
  };
  largest("FIM-75", generator(1));
  largest.control("FIM-75", "sign of c y", generator(-1));
}

}  // namespace

void invariances(Study& study) {
  for (char const* const erratum : {"E4", "E4/equivariance"}) study.uses(erratum);
  over_instances(study, translations<So3>, "SO(3)");
  over_instances(study, translations<Se2>, "SE(2)");
  over_instances(study, left_invariance);
  equivalences(study);
  potential(study);
  for (auto const& example : {generic_sleigh(), generic_snakeboard()}) kinetic_form(study, example);
  study.control("FIM-50", "J_0 = 0",
                {double(is_singular(snakeboard({.J0 = 0}).at(Vector::Zero(5)).metric))});
  over_instances(study, bi_invariant, "SO(3)");
  over_instances(study, motions_of_space, "SE(3)");
  no_bi_invariant_metric(study);
  over_instances(study, section_5);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::invariances_study
