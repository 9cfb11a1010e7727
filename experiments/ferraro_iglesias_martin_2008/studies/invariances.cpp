#include <Eigen/SVD>

#include "experiments/ferraro_iglesias_martin_2008/shared/left_invariant.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

using Matrix3 = Eigen::Matrix3d;
using Vector3 = Eigen::Vector3d;

constexpr int number = 200;

/// Section 4.1 at random nodes of SO(3), for a left-invariant L_d without further symmetry.
void translations(Study& study) {
  auto const rotations = random_rotations(2, 3 * number);
  Largest letters, restored, letters_7, restored_7, other_metric;
  for (std::size_t k = 0; k < 3 * number; k += 3) {
    Matrix3 const &g0 = rotations[k], &g1 = rotations[k + 1], &g2 = rotations[k + 2];
    auto const first = interval_momenta(g0, g1), second = interval_momenta(g1, g2);
    // In spatial components, which tell the fibres over g and g^-1 apart.
    Matrix3 const W = g0.transpose() * g1, D = derivative(W);
    auto const at = [&](auto const& covector) {
      Vector3 components;
      for (int i = 0; i < 3; ++i) components[i] = covector(hat(Vector3::Unit(i)));
      return components;
    };
    Vector3 const left = g0 * first.left, right = g1 * first.right;
    restored(largest_entry(
        at([&](Matrix3 const& e) { return pairing(D, g0.transpose() * e * g0 * W); }) - left));
    restored(largest_entry(
        at([&](Matrix3 const& e) { return pairing(D, g0.transpose() * e * g1); }) - right));
    Vector3 const printed =
        at([&](Matrix3 const& e) { return pairing(D, g0 * e * g0.transpose() * W); });
    letters(largest_entry(printed - left));
    letters(largest_entry(printed - right));
    // (4) at g1 and (7), in body components: R*_W has W p, that by the inverse W^T p.
    auto const form = constraint_form(g1, 1);
    auto const defect = [&](Vector3 const& translated, Matrix3 const& inverse_metric) {
      Vector3 const by_4 = second.left - reflected(first.right, form, inverse_metric);
      Vector3 const by_7 = second.left - reflected(translated, form, inverse_metric);
      return largest_entry(by_7 - by_4);
    };
    Matrix3 const identity = Matrix3::Identity();
    letters_7(defect(W * first.left, identity));
    restored_7(defect(W.transpose() * first.left, identity));
    other_metric(
        defect(W.transpose() * first.left, Vector3(1, 0.5, 1 / 3.0).asDiagonal().toDenseMatrix()));
  }
  auto const measure = [&](char const* id, char const* reading, double value, char const* what) {
    study.measure(
        id, reading,
        measured(value, "{:.1e}: {}, at {} random triples of nodes on SO(3), momenta of order one",
                 value, what, number));
  };
  auto const momenta = "largest difference from the derivatives of L_d, spatial components";
  measure("FIM-43", "letters as in our copy", letters.value, momenta);
  measure("FIM-43", "inverse at g_k", restored.value, momenta);
  auto const equations = "largest difference of the residuals of (4) and (7), body components";
  measure("FIM-44", "letters as in our copy", letters_7.value, equations);
  measure("FIM-44", "inverse at W_(k-1)", restored_7.value, equations);
  measure("FIM-45", "inverse at W_(k-1)", other_metric.value,
          "the same with the projectors of the metric diag(1, 2, 3), which is not that of L_d");
}

/// A metric and a form in the body frame of a group, which depend on the point q.
struct BodyFrame {
  Matrix3 metric;
  Vector3 form;

  Matrix3 projector() const {  // Q
    Vector3 const raised = metric.inverse() * form;
    return raised * form.transpose() / raised.dot(form);
  }
};

/// Section 4.2, in the body frame: there left-invariant is constant.
void left_invariance(Study& study) {
  Matrix3 const K = sleigh_geometry<double>(Vector3::Zero()).metric;
  Vector3 const form(0, 1, 0);
  Matrix3 const Q0 = BodyFrame{K, form}.projector(), P0 = Matrix3::Identity() - Q0;
  auto const positive = [](Vector3 const& q, double shift) -> Matrix3 {
    Matrix3 A;
    A << 1, q[0], q[1], q[1], 2, q[2], q[2] * q[0], shift, 1;
    return Matrix3(A * A.transpose() + Matrix3::Identity());
  };
  auto const weaker = [&](Vector3 const& q) -> Matrix3 {  // orthogonality alone is kept
    return P0.transpose() * positive(q, 1) * P0 + Q0.transpose() * positive(q, 2) * Q0;
  };
  auto const points = random_points<3>(9, number);
  Largest change, metric_change;
  for (auto const& point : points) {
    Vector3 const q = point.cast<double>();
    change(largest_entry(BodyFrame{weaker(q), form}.projector() - Q0));
    metric_change(largest_entry(weaker(q) - weaker(Vector3::Zero())));
  }
  study.measure(
      "FIM-46",
      measured(change.value,
               "{:.1e}: change of the projector in the body frame of SE(2) over {} random points, "
               "with a metric that changes by {:.1f} and keeps D and its complement orthogonal",
               change.value, number, metric_change.value));

  // Left-invariant or not: D and its complement; P and Q; P - Q. They have to agree.
  struct Case {
    bool metric, form;
  };
  int counterexamples = 0, cases = 0;
  for (auto const& [constant_metric, constant_form] :
       {Case{true, true}, {true, false}, {false, true}, {false, false}})
    for (bool const keeps_orthogonality : {false, true}) {
      auto const frame = [&](Vector3 const& q) {
        Matrix3 const metric = constant_metric       ? K
                               : keeps_orthogonality ? weaker(q)
                                                     : positive(q, 1);
        return BodyFrame{metric, constant_form ? form : Vector3(q[0] + 2, 1, q[2])};
      };
      Largest spaces, projectors, difference;
      auto const orthonormal = [](Vector3 const& v) -> Matrix3 {
        return v * v.transpose() / v.squaredNorm();
      };
      auto const origin = frame(Vector3(0.1, 0.2, 0.3));
      for (auto const& point : points) {
        auto const here = frame(point.cast<double>());
        Vector3 const normal = here.metric.inverse() * here.form,
                      first = origin.metric.inverse() * origin.form;
        Matrix3 const Q = here.projector(), Q1 = origin.projector();
        spaces(largest_entry(orthonormal(here.form) - orthonormal(origin.form)));
        spaces(largest_entry(orthonormal(normal) - orthonormal(first)));
        projectors(largest_entry(Q - Q1));
        difference(largest_entry((Matrix3::Identity() - 2 * Q) - (Matrix3::Identity() - 2 * Q1)));
      }
      auto const invariant = [](Largest const& x) { return x.value < 1e-12; };
      ++cases;
      counterexamples += invariant(spaces) != invariant(projectors) ||
                         invariant(projectors) != invariant(difference);
    }
  study.measure("FIM-47",
                measured(double(counterexamples),
                         "{} counterexamples among {} pairs of metric and distribution on "
                         "SE(2), each left-invariant or not, over {} random points",
                         counterexamples, cases, number));
}

/// Functions of degree two in the entries of a rotation that V(hR) = V(R) leaves.
void potential(Study& study) {
  auto const rotations = random_rotations(3, 300);
  auto const monomials = [](Matrix3 const& R) {
    Eigen::VectorXd all(55);
    int k = 0;
    all[k++] = 1;
    for (int i = 0; i < 9; ++i) all[k++] = R(i);
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j <= i; ++j) all[k++] = R(i) * R(j);
    return all;
  };
  Eigen::MatrixXd conditions(150, 55), values(150, 55);
  for (int i = 0; i < 150; ++i) {
    Matrix3 const &R = rotations[std::size_t(i)], &h = rotations[std::size_t(150 + i)];
    values.row(i) = monomials(R);
    conditions.row(i) = monomials(h * R) - monomials(R);
  }
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(conditions, Eigen::ComputeFullV);
  svd.setThreshold(1e-10);
  Eigen::MatrixXd const invariant = values * svd.matrixV().rightCols(55 - svd.rank());
  Eigen::JacobiSVD<Eigen::MatrixXd> functions(invariant);
  functions.setThreshold(1e-10);
  long const further = functions.rank() - 1;
  study.measure("FIM-49", "up to a constant",
                measured(double(further),
                         "{} left-invariant functions on SO(3) beside the constants, among the "
                         "polynomials of degree two",
                         further));
}

/// (8) and the energy after it, on the sleigh and the snakeboard, whose Lagrangians are left-
/// invariant on SE(2) and SE(2) x T^2.
template <int n, class Of>
void kinetic_form(Study& study, std::string const& example, Of const& geometry_of) {
  using Square = Eigen::Matrix<double, n, n>;
  Square const inertia = geometry_of(Vector<double, n>(Vector<double, n>::Zero())).metric;
  Largest form, energy;
  auto const velocities = random_points<n>(11, number);
  std::size_t k = 0;
  for (auto const& point : random_points<n>(10, number)) {
    Vector<double, n> const q = point.template cast<double>(),
                            v = velocities[k++].template cast<double>();
    auto const g = geometry_of(q);
    Square B = Square::Identity();
    B.template topLeftCorner<3, 3>() = body_to_chart(q[2]);
    Square const here = B.transpose() * g.metric * B;
    form(largest_entry(here - inertia));
    form(largest_entry(here - here.transpose()));
    Vector<double, n> const p = g.metric * v, body = B.transpose() * p;
    double const H = p.dot(v) - v.dot(g.metric * v) / 2;
    energy(std::abs(body.dot(inertia.inverse() * body) / 2 / H - 1));
  }
  study.measure("FIM-50", "as printed", example,
                measured(form.value,
                         "{:.1e}: largest change of the inertia tensor in the body frame over "
                         "{} random configurations",
                         form.value, number));
  study.measure("FIM-53", "as printed", example,
                measured(energy.value,
                         "{:.1e}: relative difference of <dL/dv, v> - L and half the squared "
                         "norm at {} random states",
                         energy.value, number));
}

/// A bi-invariant metric on SO(3), inertia 2 Id.
void bi_invariant(Study& study) {
  auto const rotations = random_rotations(4, 2 * number);
  auto const momenta = random_points<3>(12, number);
  Largest printed, right, norm;
  for (std::size_t k = 0; k < number; ++k) {
    Matrix3 const &g = rotations[k], &W = rotations[number + k];
    auto const defects = equivariance(g);
    printed(defects.printed), right(defects.right);
    Vector3 const p = momenta[k].cast<double>(), spatial = g * p, moved = W.transpose() * p;
    double const squared = p.squaredNorm() / 2;  // <p, L_g I^-1 L_g* p>
    norm(std::abs(spatial.squaredNorm() / 2 / squared - 1));
    norm(std::abs(moved.squaredNorm() / 2 / squared - 1));
  }
  auto const measure = [&](char const* id, char const* reading, double value, char const* what) {
    study.measure(id, reading,
                  measured(value, "{:.1e}: {} on SO(3), {} random rotations", value, what, number));
  };
  auto const residual = "largest residual for a multiple of the identity, which is bi-invariant,";
  measure("FIM-51", "Ad* as in section 4.2", printed.value, residual);
  measure("FIM-51", "coadjoint action", right.value, residual);
  measure("FIM-52", "as printed", norm.value,
          "largest relative difference of the norm by left and by right translation, and before "
          "and after a right translation,");
}

/// Symmetric I with ad_xi^T I + I ad_xi = 0 for all xi: a bi-invariant metric needs a regular one.
struct InvariantForms {
  int dimension;
  double determinant;  ///< of the form of unit length, where there is one
};
InvariantForms invariant_forms(std::vector<Matrix3> const& ad) {
  Eigen::Matrix<double, 27, 6> conditions;
  std::vector<Matrix3> basis;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Matrix3 e = Matrix3::Zero();
      e(i, j) = e(j, i) = 1;
      for (int k = 0; k < 3; ++k) {
        Matrix3 const defect = ad[std::size_t(k)].transpose() * e + e * ad[std::size_t(k)];
        conditions.block<9, 1>(9 * k, int(basis.size())) =
            Eigen::Map<Eigen::Matrix<double, 9, 1> const>(defect.data());
      }
      basis.push_back(e);
    }
  Eigen::FullPivLU<Eigen::Matrix<double, 27, 6>> const lu(conditions);
  Eigen::MatrixXd const kernel = lu.kernel();
  Matrix3 form = Matrix3::Zero();
  for (int i = 0; i < 6; ++i) form += kernel(i, 0) * basis[std::size_t(i)];
  return {int(lu.dimensionOfKernel()), std::abs((form / form.norm()).determinant())};
}

void no_bi_invariant_metric(Study& study) {
  std::vector<Matrix3> plane(3, Matrix3::Zero()), space;  // [e3, e1] = e2, [e3, e2] = -e1
  plane[2](1, 0) = plane[1](0, 2) = 1;
  plane[2](0, 1) = plane[0](1, 2) = -1;
  for (int i = 0; i < 3; ++i) space.push_back(hat(Vector3::Unit(i)));
  auto const of_plane = invariant_forms(plane), of_space = invariant_forms(space);
  study.measure("FIM-20",
                measured(of_plane.dimension == 1 ? of_plane.determinant : 1,
                         "{:.1e}: determinant of the invariant symmetric form of unit length on "
                         "se(2), the only one, which is degenerate; on so(3) it is {:.3f}",
                         of_plane.determinant, of_space.determinant));
}

/// Example 2 on SE(2) x T^2 and on R^2 x S^1 x T^2, example 1 on R^3.
void examples(Study& study) {
  auto const elements = random_points<5>(13, number), states = random_points<5>(14, number),
             velocities = random_points<5>(15, number);
  auto const L = [](Vector<double, 5> const& q, Vector<double, 5> const& v) {
    return v.dot(snakeboard_geometry(q).metric * v) / 2;
  };
  int counterexamples = 0;
  Largest abelian, particle, generator;
  SnakeboardData const data;
  double const h = 0.1;
  for (std::size_t k = 0; k < number; ++k) {
    Vector<double, 5> const e = elements[k].cast<double>(), q = states[k].cast<double>(),
                            v = velocities[k].cast<double>();
    Matrix3 const turn = body_to_chart(e[2]);
    // Left: (x, y) -> R (x, y) + e. Right: (x, y) -> (x, y) + R(theta) e.
    Vector<double, 5> left_q = q + e, left_v = v, right_q = q + e, right_v = v;
    left_q.head<3>() = turn * q.head<3>() + e.head<3>();
    left_v.head<3>() = turn * v.head<3>();
    Vector3 const arm = body_to_chart(q[2]) * Vector3(e[0], e[1], 0);
    right_q.head<2>() = q.head<2>() + arm.head<2>();
    right_v.head<2>() += v[2] * Eigen::Vector2d(-arm[1], arm[0]);
    bool const left_invariant = std::abs(L(left_q, left_v) / L(q, v) - 1) < 1e-12;
    bool const right_invariant = std::abs(L(right_q, right_v) / L(q, v) - 1) < 1e-12;
    counterexamples += !left_invariant || right_invariant;
    // Translations in every coordinate; the second node of L_d is q + v.
    auto const L_d = [&](Vector<double, 5> const& a, Vector<double, 5> const& b) {
      return L(a, Vector<double, 5>((b - a) / h));
    };
    abelian(std::abs(L(Vector<double, 5>(q + e), v) / L(q, v) - 1));
    abelian(std::abs(L_d(q + e, q + v + e) / L_d(q, q + v) - 1));
    auto const free_L_d = [&](Vector3 const& a, Vector3 const& b) {
      return ((b - a) / h).squaredNorm() / 2;
    };
    Vector3 const a = q.head<3>(), b = a + v.head<3>(), c = e.head<3>();
    particle(std::abs(free_L_d(a + c, b + c) / free_L_d(a, b) - 1));
    // The generator of the section at (x, y): its matrix applied to (x, y, 1).
    auto const abc = snakeboard_direction(q);
    Matrix3 xi = Matrix3::Zero();
    xi(0, 2) = abc[0] + abc[2] * q[1];
    xi(1, 2) = abc[1] - abc[2] * q[0];
    xi(1, 0) = abc[2], xi(0, 1) = -abc[2];
    Vector3 motion = xi * Vector3(q[0], q[1], 1);
    motion[2] = xi(1, 0);  // theta' of (cos, sin)' = xi (cos, sin)
    generator(largest_entry(motion - abc));
  }
  auto const where = fmt::format(", {} random elements and states", number);
  study.measure("FIM-71",
                measured(double(counterexamples),
                         "{} elements that change L from the left or keep it from the right{}",
                         counterexamples, where));
  study.measure("FIM-72", measured(abelian.value,
                                   "{:.1e}: largest relative change of L and L_d by "
                                   "translations, left and right ones being the same{}",
                                   abelian.value, where));
  study.measure("FIM-60",
                measured(particle.value,
                         "{:.1e}: largest relative change of L_d by translations, left and "
                         "right ones being the same; L does not depend on the position{}",
                         particle.value, where));
  study.measure(
      "FIM-75",
      measured(generator.value,
               "{:.1e}: largest difference of the matrix's motion of the plane from (a, b, c){}",
               generator.value, where));
}

}  // namespace

void invariances(Study& study) {
  translations(study);
  left_invariance(study);
  potential(study);
  kinetic_form<3>(study, "sleigh", [](auto const& q) { return sleigh_geometry(q); });
  kinetic_form<5>(study, "snakeboard", [](auto const& q) { return snakeboard_geometry(q); });
  bi_invariant(study);
  no_bi_invariant_metric(study);
  examples(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
