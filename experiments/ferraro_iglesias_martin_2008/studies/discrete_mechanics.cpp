#include "experiments/ferraro_iglesias_martin_2008/shared/lagrangians.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_map.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

using Point3 = Vector<double, 3>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// h L with the midpoint of an interval: the sleigh of example 3, here without its constraint.
struct DiscreteSleigh {
  double h = sleigh_step;
  double weight = 0;            ///< along y: no symmetry of SE(2)
  double angle_in_kinetic = 1;  ///< 0: L_d does not depend on theta, and D_12 L_d is singular

  template <class T>
  T operator()(Vec<T, 3> const& a, Vec<T, 3> const& b) const {
    Vec<T, 3> middle = 0.5 * (a + b), v = (1 / h) * (b - a);
    middle[2] = angle_in_kinetic * middle[2], v[2] = angle_in_kinetic * v[2];
    return h * (SleighLagrangian{}(middle, v) - weight * middle[1]);
  }
  TwoPointDerivatives<3> at(Point3 const& a, Point3 const& b) const {
    return derivatives<3>(*this, a, b);
  }
  /// The q_2 of (3): -D_1 L_d(q_1, q_2) = p, by Newton's method from `guess`.
  Point3 next(Point3 const& q1, Point3 const& p, Point3 guess) const {
    for (int iteration = 0; iteration < 20; ++iteration) {
      auto const d = at(q1, guess);
      Point3 const update = d.D12.fullPivLu().solve(d.D1 + p);
      guess -= update;
      if (largest_entry(update) < 1e-15) break;
    }
    return guess;
  }
};

/// A pair of random nodes, an interval of velocities of order one apart.
struct Pair {
  Point3 q0, q1;
};
std::vector<Pair> random_pairs(double h) {
  auto const points = random_points<3>(31), velocities = random_points<3>(32);
  std::vector<Pair> all;
  for (std::size_t k = 0; k < points.size(); ++k) {
    Point3 const q = points[k].cast<double>(), v = velocities[k].cast<double>();
    all.push_back({q, q + h * v});
  }
  return all;
}

Matrix6 canonical_form() {
  Matrix6 form = Matrix6::Zero();
  form.topRightCorner<3, 3>().setIdentity();
  form.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
  return form;
}

/// The pull-backs of omega_Q to pairs of nodes by the two discrete Legendre transformations, of
/// which the first is (q_0, -sign D_1 L_d).
struct PulledBack {
  Matrix6 left, right;

  explicit PulledBack(TwoPointDerivatives<3> const& d, int sign = 1) {
    Matrix6 minus = Matrix6::Zero(), plus = Matrix6::Zero();
    minus.topLeftCorner<3, 3>().setIdentity();
    minus.bottomRows<3>() << -sign * d.D11, -sign * d.D12;
    plus.topRightCorner<3, 3>().setIdentity();
    plus.bottomRows<3>() << d.D12.transpose(), d.D22;
    auto const form = canonical_form();
    left = minus.transpose() * form * minus;
    right = plus.transpose() * form * plus;
  }
};

/// Residual of (3) at the third node that Newton's method finds, and the distance of the third
/// nodes that it finds from two guesses.
double flow_defect(DiscreteSleigh const& L_d, Point3 const& q0, Point3 const& q1) {
  auto const p = L_d.at(q0, q1).D2;
  Point3 const q2 = L_d.next(q1, p, q1 + (q1 - q0)), other = L_d.next(q1, p, q1);
  return larger_or_nan(largest_entry(L_d.at(q1, q2).D1 + p) / largest_entry(p),
                       largest_entry(q2 - other));
}

/// Relative change of omega_d by the flow of D_1 L_d(q_1, q_2) + factor D_2 L_d(q_0, q_1) = 0.
double change_of_form(DiscreteSleigh const& L_d, Point3 const& q0, Point3 const& q1,
                      double factor) {
  auto const first = L_d.at(q0, q1);
  auto const second = L_d.at(q1, L_d.next(q1, factor * first.D2, q1 + (q1 - q0)));
  // dq_2 by the implicit function theorem.
  Matrix6 flow = Matrix6::Zero();
  flow.topRightCorner<3, 3>().setIdentity();
  Eigen::Matrix<double, 3, 6> right;
  right << factor * first.D12.transpose(), factor * first.D22 + second.D11;
  flow.bottomRows<3>() = -second.D12.partialPivLu().solve(right);
  Matrix6 const before = PulledBack(first).left;
  return largest_entry(flow.transpose() * PulledBack(second).left * flow - before) /
         largest_entry(before);
}

/// Section 3 on the sleigh without constraint.
void free_sleigh(Study& study) {
  DiscreteSleigh const L_d, without_angle{.angle_in_kinetic = 0};
  Worst worst;
  for (auto const& [q0, q1] : random_pairs(L_d.h)) {
    auto const first = L_d.at(q0, q1);
    double const size = largest_entry(first.D2);
    worst("FIM-33", flow_defect(L_d, q0, q1));
    worst.control("FIM-33", "singular D_12 L_d", flow_defect(without_angle, q0, q1));

    auto const jump = [&, q1 = q1, q0 = q0](Point3 const& p) {
      auto const second = L_d.at(q1, L_d.next(q1, p, q1 + (q1 - q0)));
      return largest_entry(second.D1 + first.D2) / size;
    };
    auto const Q = sleigh_geometry(q1).projector();
    worst("FIM-41", jump(first.D2));
    worst.control("FIM-41", "with the constraint", jump(first.D2 - 2 * Q.transpose() * first.D2));

    auto const difference = [&](int sign) {
      PulledBack const forms(first, sign);
      return largest_entry(forms.left - forms.right) / largest_entry(forms.left);
    };
    worst("FIM-34", difference(1));
    worst.control("FIM-34", "sign of D_1 L_d", difference(-1));
    worst("FIM-35", change_of_form(L_d, q0, q1, 1));
    worst.control("FIM-35", "factor of D_2 L_d", change_of_form(L_d, q0, q1, 0.9));

    // The action sum over q_0, q_1 and another third node, by all of its terms.
    Point3 const other = q1 + 0.7 * (q1 - q0);
    using D = Dual<double, 3>;
    Vec<D, 3> a, moving, c;
    for (int i = 0; i < 3; ++i) {
      a[i] = D(q0[i]), c[i] = D(other[i]);
      moving[i] = {q1[i], unit<double, 3>(i)};
    }
    D const action = L_d(a, moving) + L_d(moving, c);
    auto const gradient = [&, q1 = q1](int sign) {
      Point3 const equation = L_d.at(q1, other).D1 + sign * first.D2;
      Largest defect;
      for (int i = 0; i < 3; ++i) defect(action.slope[i] - equation[i]);
      return defect.value / size;
    };
    worst("FIM-32", gradient(1));
    worst.control("FIM-32", "sign of the second term", gradient(-1));
  }
  worst.supply(study, "");
}

/// Largest change of the momentum map of SE(2) along a run, relative to its terms.
double change_of_momentum_map(DiscreteSleigh const& L_d, long steps) {
  auto [q0, q1] = random_pairs(L_d.h).front();
  std::vector<Point3> map;
  Largest size, change;
  for (long k = 0; k < steps; ++k) {
    Point3 const p = L_d.at(q0, q1).D2, q2 = L_d.next(q1, p, q1 + (q1 - q0));
    map.push_back({p[0], p[1], p[2] + q1[0] * p[1] - q1[1] * p[0]});
    size(largest_entry(p) * (1 + largest_entry(q1)));
    q0 = q1, q1 = q2;
  }
  for (auto const& J : map) change(largest_entry(J - map.front()) / size.value);
  return change.value;
}

void momentum_map(Study& study) {
  long const steps = 60;
  study.measure("FIM-36", {.value = change_of_momentum_map({}, steps), .steps = double(steps)});
  study.control("FIM-36", "weight along y",
                {.value = change_of_momentum_map({.weight = 1}, steps), .steps = double(steps)});
}

/// One step (q, p) -> (q + h M^-1 p, (1 - factor Q)* p) for a constant metric and L_d = h L: with
/// the factor 2 the method, with 0 the discrete Euler-Lagrange equations.
template <int n, int m, class T, class Forms>
Vec<T, 2 * n> free_step(Vec<T, 2 * n> const& z, Vec<double, n> const& mass, double h,
                        Forms const& forms_at, double factor) {
  Vec<T, n> q, p;
  for (int i = 0; i < n; ++i) {
    p[i] = z[n + i];
    q[i] = z[i] + h / mass[i] * p[i];
  }
  Mat<T, m, n> const mu = forms_at(q);
  auto const product = [&](Vec<T, n> const& a, Vec<T, n> const& b) {
    T sum = T(0);
    for (int i = 0; i < n; ++i) sum = sum + a[i] * b[i] / mass[i];
    return sum;
  };
  Vec<T, m> lambda;
  if constexpr (m == 1) {
    lambda[0] = product(mu.row[0], p) / product(mu.row[0], mu.row[0]);
  } else {
    T const a = product(mu.row[0], mu.row[0]), b = product(mu.row[0], mu.row[1]),
            c = product(mu.row[1], mu.row[1]), r = product(mu.row[0], p), s = product(mu.row[1], p),
            det = a * c - b * b;
    lambda[0] = (c * r - b * s) / det;
    lambda[1] = (a * s - b * r) / det;
  }
  Vec<T, 2 * n> next;
  for (int i = 0; i < n; ++i) {
    next[i] = q[i];
    next[n + i] = p[i];
    for (int k = 0; k < m; ++k) next[n + i] = next[n + i] - factor * lambda[k] * mu(k, i);
  }
  return next;
}

/// J^T Omega J - Omega of a map by its columns, with the determinant of J.
Measured canonicity(Eigen::MatrixXd const& J) {
  long const n = J.rows() / 2;
  Eigen::MatrixXd form = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  form.topRightCorner(n, n).setIdentity();
  form.bottomLeftCorner(n, n) = -Eigen::MatrixXd::Identity(n, n);
  return {.value = largest_entry(J.transpose() * form * J - form),
          .details = {{"determinant of the step", J.determinant()}}};
}

template <int n, int m, class Forms>
void not_variational(Study& study, char const* example, Vec<double, 2 * n> const& at,
                     Vec<double, n> const& mass, Forms const& forms) {
  using D = Dual<double, 2 * n>;
  Vec<D, 2 * n> z;
  for (int i = 0; i < 2 * n; ++i) z[i] = {at[i], unit<double, 2 * n>(i)};
  auto const step = [&](double factor) {
    auto const next = free_step<n, m>(z, mass, 0.1, forms, factor);
    Eigen::MatrixXd J(2 * n, 2 * n);
    for (int i = 0; i < 2 * n; ++i)
      for (int j = 0; j < 2 * n; ++j) J(i, j) = next[i].slope[j];
    return canonicity(J);
  };
  study.measure("FIM-37", "symplectic form", example, step(2));
  study.control("FIM-37", "without the reflection", example, step(0));
}

void not_variational(Study& study) {
  not_variational<3, 1>(study, "particle", {0.1, -2, 0.3, 1, 0.25, -2}, {1, 1, 1},
                        [](auto const& q) {
                          using T = std::remove_cvref_t<decltype(q[0])>;
                          return Mat<T, 1, 3>{{{-q[1], T(0), T(1)}}};
                        });
  SnakeboardData const d;
  double const total = double(d.total()), J0 = double(d.J0), J1 = double(d.J1);
  not_variational<5, 2>(study, "snakeboard", {0.1, 0.2, 0.3, 0, 0.3, 0.9, 0.3, -0.2, 0.3, 0.02},
                        {d.m, d.m, total, J0, 2 * J1}, [&](auto const& q) {
                          using T = std::remove_cvref_t<decltype(q[0])>;
                          using std::cos, std::sin;
                          T const rear = q[2] + q[4], front = q[2] - q[4];
                          T const arm = d.r * cos(q[4]);
                          return Mat<T, 2, 5>{{{sin(rear), -cos(rear), arm, T(0), T(0)},
                                               {sin(front), -cos(front), -arm, T(0), T(0)}}};
                        });
  study.measure("FIM-37", "symplectic form", "sleigh",
                canonicity(sleigh_slope(sleigh_start(), sleigh_step)));
}

/// Is the next node unique, and does it depend smoothly on the momentum, where D_12 L_d is regular
/// and where it is not: at x_1 = x_0 of L_d = (x_1 - x_0)^4?
void unique_evolution(Study& study) {
  DiscreteSleigh const L_d;
  int rough = 0, rough_by_D11 = 0;
  for (auto const& [q0, q1] : random_pairs(L_d.h)) {
    auto const d = L_d.at(q0, q1);
    Point3 const p = -d.D1;
    Eigen::Matrix3d slope;
    double const step = 1e-5;
    for (int i = 0; i < 3; ++i) {
      Point3 const by = step * Point3::Unit(i);
      slope.col(i) = (L_d.next(q0, p + by, q1) - L_d.next(q0, p - by, q1)) / (2 * step);
    }
    auto const is_inverse = [&](auto const& matrix) {
      return largest_entry(matrix * slope + Eigen::Matrix3d::Identity()) < 1e-6;
    };
    rough += !is_inverse(d.D12);
    rough_by_D11 += !is_inverse(d.D11);
  }
  // -D_1 L_d = 4 (x_1 - x_0)^3 = p: the root's difference quotient at p = 0, where D_12 L_d = 0,
  // grows without bound.
  auto const quotient = [](double p) { return std::cbrt(p / 4) / p; };
  int const smooth_where_singular = quotient(1e-12) < 10 * quotient(1e-9);
  std::vector<Detail> const details{{"of which pairs of nodes of the sleigh", rough},
                                    {"difference quotient at p = 1e-9", quotient(1e-9)},
                                    {"at p = 1e-12", quotient(1e-12)}};
  study.measure("FIM-39", "smooth solution",
                {.value = double(rough + smooth_where_singular), .details = details});
  study.control("FIM-39", "D_11 L_d", {double(rough_by_D11 + smooth_where_singular)});
  // At x_0 = x_1 the next node is the root of f(u) = n u^(n - 1), u = x_2 - x_1; an f that
  // increases through zero has one root.
  int counterexamples = 0;
  for (int const n : {2, 4}) {
    auto const f = [n](double u) { return n * std::pow(u, n - 1); };
    double const regular = n * (n - 1) * std::pow(0.0, n - 2);
    bool increases = true;
    for (double u = -2; u < 2; u += 0.1) increases = increases && f(u + 0.1) > f(u);
    bool const unique = increases && f(-2) < 0 && f(2) > 0;
    counterexamples += unique != (regular != 0);
  }
  study.measure("FIM-39", "existence and uniqueness", {double(counterexamples)});
}

}  // namespace

void discrete_mechanics(Study& study) {
  free_sleigh(study);
  momentum_map(study);
  not_variational(study);
  unique_evolution(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
