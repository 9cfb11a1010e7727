#include "experiments/ferraro_iglesias_martin_2008/shared/lagrangians.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_map.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

using Point3 = Vector<double, 3>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// h L with the midpoint of an interval: the sleigh of example 3, here without its constraint.
struct DiscreteSleigh {
  double h = sleigh_step;

  template <class T>
  T operator()(Vec<T, 3> const& a, Vec<T, 3> const& b) const {
    return h * SleighLagrangian{}(0.5 * (a + b), (1 / h) * (b - a));
  }
  TwoPointDerivatives<3> at(Point3 const& a, Point3 const& b) const {
    return derivatives<3>(*this, a, b);
  }
  /// The q_2 of (3): -D_1 L_d(q_1, q_2) = p, by Newton's method from `guess`.
  Point3 next(Point3 const& q1, Point3 const& p, Point3 guess) const {
    for (int iteration = 0; iteration < 20; ++iteration) {
      auto const d = at(q1, guess);
      Point3 const update = d.D12.partialPivLu().solve(d.D1 + p);
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

/// The pull-backs of omega_Q to pairs of nodes by the two discrete Legendre transformations.
struct PulledBack {
  Matrix6 left, right;

  explicit PulledBack(TwoPointDerivatives<3> const& d) {
    Matrix6 minus = Matrix6::Zero(), plus = Matrix6::Zero();
    minus.topLeftCorner<3, 3>().setIdentity();
    minus.bottomRows<3>() << -d.D11, -d.D12;
    plus.topRightCorner<3, 3>().setIdentity();
    plus.bottomRows<3>() << d.D12.transpose(), d.D22;
    auto const form = canonical_form();
    left = minus.transpose() * form * minus;
    right = plus.transpose() * form * plus;
  }
};

/// Section 3 on the sleigh without constraint.
void free_sleigh(Study& study) {
  DiscreteSleigh const L_d;
  Largest residual, momenta, forms, preserved, gradient;
  double regular = 1;
  for (auto const& [q0, q1] : random_pairs(L_d.h)) {
    auto const first = L_d.at(q0, q1);
    Point3 const q2 = L_d.next(q1, first.D2, q1 + (q1 - q0));
    auto const second = L_d.at(q1, q2);
    double const size = largest_entry(first.D2);
    residual(largest_entry(second.D1 + first.D2) / size);
    Point3 const post = -second.D1, pre = first.D2;
    momenta(largest_entry(post - pre) / size);
    // Relative to omega_d, whose entries are of order m/h.
    regular = std::min(regular, std::abs(first.D12.determinant()) * std::pow(L_d.h, 3));
    PulledBack const before(first), after(second);
    double const scale = largest_entry(before.left);
    forms(largest_entry(before.left - before.right) / scale);
    // dq_2 from (3), by the implicit function theorem.
    Matrix6 flow = Matrix6::Zero();
    flow.topRightCorner<3, 3>().setIdentity();
    Eigen::Matrix<double, 3, 6> right;
    right << first.D12.transpose(), first.D22 + second.D11;
    flow.bottomRows<3>() = -second.D12.partialPivLu().solve(right);
    Matrix6 const pulled_back = flow.transpose() * after.left * flow;
    preserved(largest_entry(pulled_back - before.left) / scale);
    // The action sum over q_0, q_1 and another third node, by all of its terms.
    Point3 const other = q1 + 0.7 * (q1 - q0);
    using D = Dual<double, 3>;
    Vec<D, 3> a, moving, c;
    for (int i = 0; i < 3; ++i) {
      a[i] = D(q0[i]), c[i] = D(other[i]);
      moving[i] = {q1[i], unit<double, 3>(i)};
    }
    D const action = L_d(a, moving) + L_d(moving, c);
    Point3 const equation = L_d.at(q1, other).D1 + first.D2;
    for (int i = 0; i < 3; ++i) gradient(std::abs(action.slope[i] - equation[i]) / size);
  }
  auto const measure = [&](char const* id, double value, std::string const& what) {
    study.measure(
        id,
        measured(value, "{:.1e}: {}, at 200 random pairs of nodes of the sleigh without constraint",
                 value, what));
  };
  measure("FIM-32", gradient.value,
          "largest difference of the slope of the action sum at an inner node from the left side "
          "of (3), relative to the momenta");
  measure("FIM-33", regular > 0 ? residual.value : 1,
          fmt::format("residual of (3) at the third node that Newton's method finds, |det D_12 "
                      "L_d| h^3 being at least {:.2g}",
                      regular));
  measure("FIM-34", forms.value, "largest relative difference of the two forms");
  measure("FIM-35", preserved.value, "largest relative change of the form by the flow");
  measure("FIM-41", momenta.value,
          "largest relative difference of the two momenta at the middle node of solutions of (3)");

  // The momentum map of SE(2) along a run.
  long const steps = 60;
  auto [q0, q1] = random_pairs(L_d.h).front();
  std::vector<Point3> map;
  Largest size;
  for (long k = 0; k < steps; ++k) {
    Point3 const p = L_d.at(q0, q1).D2, q2 = L_d.next(q1, p, q1 + (q1 - q0));
    map.push_back({p[0], p[1], p[2] + q1[0] * p[1] - q1[1] * p[0]});
    size(largest_entry(p) * (1 + largest_entry(q1)));
    q0 = q1, q1 = q2;
  }
  Largest change;
  for (auto const& J : map) change(largest_entry(J - map.front()) / size.value);
  study.measure("FIM-36", {.value = change.value,
                           .words = fmt::format(
                               "{:.1e}: largest change of the momentum map of SE(2) along {} "
                               "steps of the sleigh without constraint, relative to its terms",
                               change.value, steps),
                           .steps = double(steps)});
}

/// One step (q, p) -> (q + h M^-1 p, (P - Q)* p) of the method for a constant metric and L_d = h L.
template <int n, int m, class T, class Forms>
Vec<T, 2 * n> free_step(Vec<T, 2 * n> const& z, Vec<double, n> const& mass, double h,
                        Forms const& forms_at) {
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
    for (int k = 0; k < m; ++k) next[n + i] = next[n + i] - 2.0 * lambda[k] * mu(k, i);
  }
  return next;
}

/// J^T Omega J - Omega, and det J, of a map by its columns.
struct Canonicity {
  double defect, determinant;

  explicit Canonicity(Eigen::MatrixXd const& J) : determinant(J.determinant()) {
    long const n = J.rows() / 2;
    Eigen::MatrixXd form = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    form.topRightCorner(n, n).setIdentity();
    form.bottomLeftCorner(n, n) = -Eigen::MatrixXd::Identity(n, n);
    defect = largest_entry(J.transpose() * form * J - form);
  }
};

template <int n, int m, class Forms>
Canonicity canonicity(Vec<double, 2 * n> const& at, Vec<double, n> const& mass,
                      Forms const& forms) {
  using D = Dual<double, 2 * n>;
  Vec<D, 2 * n> z;
  for (int i = 0; i < 2 * n; ++i) z[i] = {at[i], unit<double, 2 * n>(i)};
  auto const next = free_step<n, m>(z, mass, 0.1, forms);
  Eigen::MatrixXd J(2 * n, 2 * n);
  for (int i = 0; i < 2 * n; ++i)
    for (int j = 0; j < 2 * n; ++j) J(i, j) = next[i].slope[j];
  return Canonicity(J);
}

void not_variational(Study& study) {
  auto const measure = [&](char const* example, Canonicity const& c) {
    study.measure(
        "FIM-37", "symplectic form", example,
        measured(c.defect,
                 "{:.2f}: largest change of a component of the canonical form by one step of the "
                 "method on the {}; the determinant of the step is {:+.6f}",
                 c.defect, example, c.determinant));
  };
  measure("particle", canonicity<3, 1>({0.1, -2, 0.3, 1, 0.25, -2}, {1, 1, 1}, [](auto const& q) {
            using T = std::remove_cvref_t<decltype(q[0])>;
            return Mat<T, 1, 3>{{{-q[1], T(0), T(1)}}};
          }));
  SnakeboardData const d;
  double const total = double(d.total()), J0 = double(d.J0), J1 = double(d.J1);
  measure("snakeboard",
          canonicity<5, 2>({0.1, 0.2, 0.3, 0, 0.3, 0.9, 0.3, -0.2, 0.3, 0.02},
                           {d.m, d.m, total, J0, 2 * J1}, [&](auto const& q) {
                             using T = std::remove_cvref_t<decltype(q[0])>;
                             using std::cos, std::sin;
                             T const rear = q[2] + q[4], front = q[2] - q[4];
                             T const arm = d.r * cos(q[4]);
                             return Mat<T, 2, 5>{{{sin(rear), -cos(rear), arm, T(0), T(0)},
                                                  {sin(front), -cos(front), -arm, T(0), T(0)}}};
                           }));
  measure("sleigh", Canonicity(sleigh_slope(sleigh_start(), sleigh_step)));
}

/// Whether the next node is unique, and depends smoothly on the momentum, where D_12 L_d is regular
/// and where it is not: at x_1 = x_0 of L_d = (x_1 - x_0)^4.
void unique_evolution(Study& study) {
  DiscreteSleigh const L_d;
  int rough = 0, pairs = 0;
  for (auto const& [q0, q1] : random_pairs(L_d.h)) {
    auto const d = L_d.at(q0, q1);
    Point3 const p = -d.D1;
    Eigen::Matrix3d slope;
    double const step = 1e-5;
    for (int i = 0; i < 3; ++i) {
      Point3 const by = step * Point3::Unit(i);
      slope.col(i) = (L_d.next(q0, p + by, q1) - L_d.next(q0, p - by, q1)) / (2 * step);
    }
    ++pairs;
    rough += !(largest_entry(d.D12 * slope + Eigen::Matrix3d::Identity()) < 1e-6);
  }
  // -D_1 L_d = 4 (x_1 - x_0)^3 = p: the root's slope at p = 0, where D_12 L_d = 0.
  double const p = 1e-12, quotient = std::cbrt(p / 4) / p;
  int const smooth_where_singular = quotient < 1e6;
  study.measure("FIM-39", "smooth solution",
                measured(double(rough + smooth_where_singular),
                         "{} counterexamples: at {} pairs of nodes of the sleigh the solution "
                         "has the slope -(D_12 L_d)^-1; for L_d = (x_1 - x_0)^4 its difference "
                         "quotient at D_12 L_d = 0 is {:.0e} and unbounded",
                         rough + smooth_where_singular, pairs, quotient));
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
  study.measure("FIM-39", "existence and uniqueness",
                measured(double(counterexamples),
                         "{} counterexample: for L_d = (x_1 - x_0)^4 the next node x_2 = 2 x_1 "
                         "- x_0 exists and is unique also at x_1 = x_0, where D_12 L_d = 0",
                         counterexamples));
}

}  // namespace

void discrete_mechanics(Study& study) {
  free_sleigh(study);
  not_variational(study);
  unique_evolution(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
