#include <Eigen/SVD>

#include "experiments/ferraro_iglesias_martin_2008/shared/left_invariant.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

using Matrix3 = Eigen::Matrix3d;
using Vector3 = Eigen::Vector3d;

constexpr int number = 200;

/// Section 4.1 at random nodes of SO(3), for a left-invariant L_d without further symmetry.
void translations(Study& study) {
  auto const rotations = random_rotations(2, 3 * number);
  Worst worst;
  for (std::size_t k = 0; k < 3 * number; k += 3) {
    Matrix3 const &g0 = rotations[k], &g1 = rotations[k + 1], &g2 = rotations[k + 2];
    auto const first = interval_momenta(g0, g1), second = interval_momenta(g1, g2);
    // In spatial components, which tell the fibres over g and g^-1 apart.
    Matrix3 const W = g0.transpose() * g1, D = derivative(W);
    Vector3 const left = g0 * first.left, right = g1 * first.right;
    auto const at = [&](Matrix3 const& before, Matrix3 const& after) {
      Vector3 components;
      for (int i = 0; i < 3; ++i)
        components[i] = pairing(D, before * hat(Vector3::Unit(i)) * after);
      return components;
    };
    auto const distance = [](Vector3 const& a, Vector3 const& b) { return largest_entry(a - b); };
    auto const back = g0.transpose();
    worst("FIM-43", "inverse at g_k",
          larger_or_nan(distance(at(back, g0 * W), left), distance(at(back, g1), right)));
    worst.control("FIM-43", "inverse at W_k as well", distance(at(back, g0 * W.transpose()), left));
    Vector3 const printed = at(g0, back * W);
    worst("FIM-43", "letters as in our copy",
          larger_or_nan(distance(printed, left), distance(printed, right)));
    // (4) at g1 and (7), in body components: R*_W has W p, that by the inverse W^T p, and L* p.
    auto const form = constraint_form(g1, 1);
    Matrix3 const identity = Matrix3::Identity(),
                  other = Vector3(1, 0.5, 1 / 3.0).asDiagonal().toDenseMatrix();
    auto const defect = [&](Vector3 const& translated, Matrix3 const& in_4, Matrix3 const& in_7) {
      Vector3 const by_4 = second.left - reflected(first.right, form, in_4);
      Vector3 const by_7 = second.left - reflected(translated, form, in_7);
      return largest_entry(by_7 - by_4);
    };
    Vector3 const translated = W.transpose() * first.left;
    worst("FIM-44", "letters as in our copy", defect(W * first.left, identity, identity));
    worst("FIM-44", "inverse at W_(k-1)", defect(translated, identity, identity));
    worst.control("FIM-44", "left translation", defect(first.left, identity, identity));
    worst("FIM-45", "inverse at W_(k-1)", defect(translated, other, other));
    worst.control("FIM-45", "another metric in (7) alone", defect(translated, identity, other));
  }
  worst.supply(study, "");
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
  auto const weaker = [&](Vector3 const& q) -> Matrix3 {  // orthogonality alone is preserved
    return P0.transpose() * positive(q, 1) * P0 + Q0.transpose() * positive(q, 2) * Q0;
  };
  auto const points = random_points<3>(9, number);
  Worst worst;
  for (auto const& point : points) {
    Vector3 const q = point.cast<double>();
    // From the coordinates of example 3 to the body frame.
    auto const change = [&](Geometry<double, 3, 1> const& g) {
      auto const B = body_to_chart(q[2]);
      return largest_entry(B.transpose() * g.projector() * B - Q0);
    };
    auto const sleigh = sleigh_geometry(q);
    auto constant_in_coordinates = sleigh;
    constant_in_coordinates.inverse_metric =
        sleigh_geometry<double>(Vector3::Zero()).inverse_metric;
    worst("FIM-46", "invariant metric", change(sleigh));
    worst.control("FIM-46", "metric constant in coordinates", change(constant_in_coordinates));
    worst("FIM-46", "weaker condition", largest_entry(BodyFrame{weaker(q), form}.projector() - Q0));
    worst.control("FIM-46", "metric without the weaker condition",
                  largest_entry(BodyFrame{positive(q, 1), form}.projector() - Q0));
  }
  worst.supply(study, "");

  // Left-invariant or not: D and its complement; P and Q; P - Q. They have to agree.
  struct Case {
    bool metric, form;
  };
  int counterexamples = 0, by_distribution = 0;
  for (auto const& [constant_metric, constant_form] :
       {Case{true, true}, {true, false}, {false, true}, {false, false}})
    for (bool const keeps_orthogonality : {false, true}) {
      auto const frame = [&](Vector3 const& q) {
        Matrix3 const metric = constant_metric       ? K
                               : keeps_orthogonality ? weaker(q)
                                                     : positive(q, 1);
        return BodyFrame{metric, constant_form ? form : Vector3(q[0] + 2, 1, q[2])};
      };
      Largest distribution, complement, projectors, difference;
      auto const orthonormal = [](Vector3 const& v) -> Matrix3 {
        return v * v.transpose() / v.squaredNorm();
      };
      auto const origin = frame(Vector3(0.1, 0.2, 0.3));
      for (auto const& point : points) {
        auto const here = frame(point.cast<double>());
        Vector3 const normal = here.metric.inverse() * here.form,
                      first = origin.metric.inverse() * origin.form;
        Matrix3 const Q = here.projector(), Q1 = origin.projector();
        distribution(largest_entry(orthonormal(here.form) - orthonormal(origin.form)));
        complement(largest_entry(orthonormal(normal) - orthonormal(first)));
        projectors(largest_entry(Q - Q1));
        difference(largest_entry((Matrix3::Identity() - 2 * Q) - (Matrix3::Identity() - 2 * Q1)));
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

/// Number of independent functions beside the constants, of degree two in the entries of a
/// rotation, that V(hR) = V(R) leaves for all h (or for the rotations h about e_3).
long invariant_functions(bool about_e3) {
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
    Matrix3 const &R = rotations[std::size_t(i)], &any = rotations[std::size_t(150 + i)];
    Matrix3 const h = about_e3 ? body_to_chart(any(0, 0) + i) : any;
    values.row(i) = monomials(R);
    conditions.row(i) = monomials(h * R) - monomials(R);
  }
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(conditions, Eigen::ComputeFullV);
  svd.setThreshold(1e-10);
  Eigen::MatrixXd const invariant = values * svd.matrixV().rightCols(55 - svd.rank());
  Eigen::JacobiSVD<Eigen::MatrixXd> functions(invariant);
  functions.setThreshold(1e-10);
  return functions.rank() - 1;
}

void potential(Study& study) {
  study.measure("FIM-49", "up to a constant", {double(invariant_functions(false))});
  study.control("FIM-49", "rotations about one axis", {double(invariant_functions(true))});
}

/// (8) and the energy after it, on the sleigh and the snakeboard, whose Lagrangians are left-
/// invariant on SE(2) and SE(2) x T^2.
template <int n, class Of>
void kinetic_form(Study& study, std::string const& example, Of const& geometry_of) {
  using Square = Eigen::Matrix<double, n, n>;
  Square const inertia = geometry_of(Vector<double, n>(Vector<double, n>::Zero())).metric;
  Worst worst;
  auto const velocities = random_points<n>(11, number);
  std::size_t k = 0;
  for (auto const& point : random_points<n>(10, number)) {
    Vector<double, n> const q = point.template cast<double>(),
                            v = velocities[k++].template cast<double>();
    auto const g = geometry_of(q);
    Vector<double, n> const p = g.metric * v;
    double const H = p.dot(v) - v.dot(g.metric * v) / 2;
    // v = B g^-1 v, and v = S (v g^-1).
    Square B = Square::Identity(), S = Square::Identity();
    B.template topLeftCorner<3, 3>() = body_to_chart(q[2]);
    S(0, 2) = -q[1], S(1, 2) = q[0];
    auto const change = [&](Square const& frame) {
      Square const here = frame.transpose() * g.metric * frame;
      return larger_or_nan(largest_entry(here - inertia), largest_entry(here - here.transpose()));
    };
    auto const energy = [&](Square const& frame) {
      Vector<double, n> const translated = frame.transpose() * p;
      return translated.dot(inertia.inverse() * translated) / 2 / H - 1;
    };
    worst("FIM-50", change(B));
    worst.control("FIM-50", "right translation", change(S));
    worst("FIM-53", energy(B));
    worst.control("FIM-53", "right translation", energy(S));
  }
  worst.supply(study, example);
}

/// A bi-invariant metric on SO(3), inertia 2 Id; and one that is left-invariant only.
void bi_invariant(Study& study) {
  auto const rotations = random_rotations(4, 2 * number);
  auto const momenta = random_points<3>(12, number);
  Matrix3 const bi = 2 * Matrix3::Identity(), left = Vector3(1, 2, 3).asDiagonal();
  Worst worst;
  for (std::size_t k = 0; k < number; ++k) {
    Matrix3 const &g = rotations[k], &W = rotations[number + k];
    Vector3 const p = momenta[k].cast<double>();
    auto const equivariance = [&](Matrix3 const& dual, Matrix3 const& inertia) {
      return largest_entry(dual * inertia - inertia * g);
    };
    worst("FIM-51", "Ad* as in section 4.2", equivariance(g.transpose(), bi));
    worst("FIM-51", "coadjoint action", equivariance(g, bi));
    worst.control("FIM-51", "left-invariant metric", equivariance(g, left));
    // <p, L_g I^-1 L_g* p>, <p, R_g I^-1 R_g* p>, and the first after a right translation.
    auto const norm_change = [&](Matrix3 const& inertia) {
      auto const squared = [&](Vector3 const& c) { return c.dot(inertia.inverse() * c); };
      return larger_or_nan(std::abs(squared(g * p) / squared(p) - 1),
                           std::abs(squared(W.transpose() * p) / squared(p) - 1));
    };
    worst("FIM-52", norm_change(bi));
    worst.control("FIM-52", "left-invariant metric", norm_change(left));
  }
  worst.supply(study, "");
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
  // The determinant of the only invariant form.
  auto const measured = [](std::vector<Matrix3> const& ad) {
    auto const forms = invariant_forms(ad);
    return forms.dimension == 1 ? forms.determinant : 1;
  };
  study.measure("FIM-20", {measured(plane)});
  study.control("FIM-20", "SO(3)", {measured(space)});
}

/// Example 2 on SE(2) x T^2 and on R^2 x S^1 x T^2, example 1 on R^3.
void examples(Study& study) {
  auto const elements = random_points<5>(13, number), states = random_points<5>(14, number),
             velocities = random_points<5>(15, number);
  using Vector5 = Vector<double, 5>;
  auto const L = [](Vector5 const& q, Vector5 const& v) {
    return v.dot(snakeboard_geometry(q).metric * v) / 2;
  };
  Worst worst;
  double const h = 0.1;
  for (std::size_t k = 0; k < number; ++k) {
    Vector5 const e = elements[k].cast<double>(), q = states[k].cast<double>(),
                  v = velocities[k].cast<double>();
    auto const change = [&](Vector5 const& by_q, Vector5 const& by_v) {
      return L(by_q, by_v) / L(q, v) - 1;
    };
    // Left: (x, y) -> R (x, y) + e. Right: (x, y) -> (x, y) + R(theta) e.
    Matrix3 const turn = body_to_chart(e[2]);
    Vector5 left_q = q + e, left_v = v, right_q = q + e, right_v = v;
    left_q.head<3>() = turn * q.head<3>() + e.head<3>();
    left_v.head<3>() = turn * v.head<3>();
    Vector3 const arm = body_to_chart(q[2]) * Vector3(e[0], e[1], 0);
    right_q.head<2>() = q.head<2>() + arm.head<2>();
    right_v.head<2>() += v[2] * Eigen::Vector2d(-arm[1], arm[0]);
    worst("FIM-71", "left-invariant", change(left_q, left_v));
    worst("FIM-71", "not right-invariant", change(right_q, right_v));
    worst.control("FIM-71", "right translations", change(right_q, right_v));
    worst.control("FIM-71", "the other group", change(q + e, v));
    // Translations in every coordinate; the second node of L_d is q + v.
    auto const L_d = [&](Vector5 const& a, Vector5 const& b) { return L(a, (b - a) / h); };
    worst("FIM-72", larger_or_nan(std::abs(change(q + e, v)),
                                  std::abs(L_d(q + e, q + v + e) / L_d(q, q + v) - 1)));
    // Left translation by c, whose last component is c_z + z + twist c_x y.
    Vector3 const a = q.head<3>(), b = a + v.head<3>(), c = e.head<3>();
    auto const translated = [&](double twist) {
      auto const free_L_d = [&](Vector3 const& from, Vector3 const& to) {
        return ((to - from) / h).squaredNorm() / 2;
      };
      auto const moved = [&](Vector3 const& at) -> Vector3 {
        return at + c + Vector3(0, 0, twist * c[0] * at[1]);
      };
      return free_L_d(moved(a), moved(b)) / free_L_d(a, b) - 1;
    };
    worst("FIM-60", translated(0));
    worst.control("FIM-60", "Heisenberg group", translated(1));
    // The generator of the section at (x, y): its matrix applied to (x, y, 1).
    auto const abc = snakeboard_direction(q);
    auto const generator = [&](int sign) {
      Matrix3 xi = Matrix3::Zero();
      xi(0, 2) = abc[0] + sign * abc[2] * q[1];
      xi(1, 2) = abc[1] - abc[2] * q[0];
      xi(1, 0) = abc[2], xi(0, 1) = -abc[2];
      Vector3 motion = xi * Vector3(q[0], q[1], 1);
      motion[2] = xi(1, 0);  // theta' of (cos, sin)' = xi (cos, sin)
      return largest_entry(motion - abc);
    };
    worst("FIM-75", generator(1));
    worst.control("FIM-75", "sign of c y", generator(-1));
  }
  worst.supply(study, "");
}

}  // namespace

void invariances(Study& study) {
  for (char const* const erratum : {"E4", "E4/equivariance"}) study.uses(erratum);
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
