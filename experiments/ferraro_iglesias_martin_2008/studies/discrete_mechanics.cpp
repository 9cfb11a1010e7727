#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::discrete_mechanics_study {

namespace {

/// First and second derivatives of L_d(a, b); D12(i, j) = d^2 L_d/da_i db_j.
struct Derivatives {
  Vector D1, D2;
  Matrix D11, D12, D22;
};

/// Discrete Lagrangian h L at the midpoint of an interval, for the sleigh of example 3 without its
/// constraint, in double precision.
struct DiscreteSleigh {
  double h = sleigh_step;
  double weight = 0;            ///< weight along y, which breaks the symmetry of SE(2)
  double angle_in_kinetic = 1;  ///< factor of theta in the kinetic energy; 0: L_d does not depend
                                ///< on theta, and D_12 L_d is singular

  template <class T>
  T operator()(VectorOf<T> const& nodes) const {
    VectorOf<T> const a = nodes.head(3), b = nodes.tail(3);
    VectorOf<T> state = together((a + b) / T(2), (b - a) / T(h));
    state[2] *= angle_in_kinetic, state[5] *= angle_in_kinetic;
    return h * (sleigh_lagrangian(state) - weight * state[1]);
  }
  Derivatives at(Vector const& a, Vector const& b) const {
    Eigen::VectorXd const nodes = together(a, b).cast<double>();
    Vector const D = gradient<double>(*this, nodes).cast<Quad>();
    Matrix const DD = hessian<double>(*this, nodes).cast<Quad>();
    return {D.head(3), D.tail(3), DD.topLeftCorner(3, 3), DD.topRightCorner(3, 3),
            DD.bottomRightCorner(3, 3)};
  }
  /// Node q_2 of (3): -D_1 L_d(q_1, q_2) = p, by Newton's method from `guess`. A singular D_12 L_d
  /// does not move all components.
  Vector next(Vector const& q1, Vector const& p, Vector guess) const {
    for (int iteration = 0; iteration < 20; ++iteration) {
      auto const d = at(q1, guess);
      Vector const update = least_squares(d.D12, d.D1 + p);
      guess -= update;
      if (largest_entry(update) < 1e-15) break;
    }
    return guess;
  }
};

/// Pair of random nodes, an interval apart with velocities of order one.
struct Pair {
  Vector q0, q1;

  explicit Pair(Random& random)
      : q0(random_point(random, 3)), q1(q0 + Quad(sleigh_step) * random_point(random, 3)) {}
};

Matrix canonical_form(long n) {
  Matrix form = Matrix::Zero(2 * n, 2 * n);
  form.topRightCorner(n, n).setIdentity();
  form.bottomLeftCorner(n, n) = -form.topRightCorner(n, n);
  return form;
}

/// Pull-backs of omega_Q to pairs of nodes by the two discrete Legendre transformations; the first
/// is (q_0, -sign D_1 L_d).
struct PulledBack {
  Matrix left, right;

  explicit PulledBack(Derivatives const& d, int sign = 1) {
    Matrix const one = Matrix::Identity(3, 3), zero = Matrix::Zero(3, 3), form = canonical_form(3);
    Matrix minus(6, 6), plus(6, 6);
    minus << one, zero, -sign * d.D11, -sign * d.D12;
    plus << zero, one, d.D12.transpose(), d.D22;
    left = minus.transpose() * form * minus;
    right = plus.transpose() * form * plus;
  }
};

/// Residual of (3) at the third node found by Newton's method, or, if it is larger, the distance of
/// the third nodes found from two guesses.
double flow_defect(DiscreteSleigh const& L_d, Pair const& pair) {
  auto const& [q0, q1] = pair;
  Vector const p = L_d.at(q0, q1).D2, q2 = L_d.next(q1, p, q1 + (q1 - q0)),
               other = L_d.next(q1, p, q1);
  return larger_or_nan(distance(L_d.at(q1, q2).D1, -p) / largest_entry(p), distance(q2, other));
}

/// Relative change of omega_d by the flow of D_1 L_d(q_1, q_2) + factor D_2 L_d(q_0, q_1) = 0.
double change_of_form(DiscreteSleigh const& L_d, Pair const& pair, Quad factor) {
  auto const& [q0, q1] = pair;
  auto const first = L_d.at(q0, q1);
  auto const second = L_d.at(q1, L_d.next(q1, factor * first.D2, q1 + (q1 - q0)));
  // Derivatives of q_2 by the implicit function theorem.
  Matrix equations(3, 6), flow(6, 6);
  equations << factor * first.D12.transpose(), factor * first.D22 + second.D11;
  flow << Matrix::Zero(3, 3), Matrix::Identity(3, 3), -solution(second.D12, equations);
  Matrix const before = PulledBack(first).left;
  return distance(flow.transpose() * PulledBack(second).left * flow, before) /
         largest_entry(before);
}

/// Tests section 3 on the sleigh without constraint.
void free_sleigh(Random& random, LargestValues& largest) {
  DiscreteSleigh const L_d, without_angle{.angle_in_kinetic = 0};
  Pair const pair(random);
  auto const& [q0, q1] = pair;
  auto const first = L_d.at(q0, q1);
  Vector const p = first.D2;
  double const size = largest_entry(p);
  largest("FIM-33", flow_defect(L_d, pair));
  largest.control("FIM-33", "singular D_12 L_d", flow_defect(without_angle, pair));

  auto const jump = [&, &q0 = q0, &q1 = q1](Vector const& momentum) {
    auto const second = L_d.at(q1, L_d.next(q1, momentum, q1 + (q1 - q0)));
    return distance(second.D1, -p) / size;
  };
  largest("FIM-41", jump(p));
  largest.control("FIM-41", "with the constraint",
                  jump(p - 2 * sleigh().at(q1).projector().transpose() * p));

  auto const difference = [&](int sign) {
    PulledBack const forms(first, sign);
    return distance(forms.left, forms.right) / largest_entry(forms.left);
  };
  largest("FIM-34", difference(1));
  largest.control("FIM-34", "sign of D_1 L_d", difference(-1));
  largest("FIM-35", change_of_form(L_d, pair, 1));
  largest.control("FIM-35", "factor of D_2 L_d", change_of_form(L_d, pair, 0.9));

  // Action sum over q_0, q_1 and another third node, with all of its terms.
  Vector const other = q1 + 0.7 * (q1 - q0);
  auto const action = [&, &q0 = q0](VectorOf<Jet<double>> const& middle) {
    return L_d(together(q0.cast<Jet<double>>(), middle)) +
           L_d(together(middle, other.cast<Jet<double>>()));
  };
  Vector const slope = theory::gradient<double>(action, q1.cast<double>()).cast<Quad>();
  auto const equation = [&, &q1 = q1](int sign) {
    return distance(slope, L_d.at(q1, other).D1 + sign * p) / size;
  };
  largest("FIM-32", equation(1));
  largest.control("FIM-32", "sign of the second term", equation(-1));
}

/// Largest change of the momentum map of SE(2) along a run, relative to its terms.
double change_of_momentum_map(DiscreteSleigh const& L_d, long steps) {
  Random random(1, 1);
  auto [q0, q1] = Pair(random);
  std::vector<Vector3> map;
  Largest size, change;
  for (long k = 0; k < steps; ++k) {
    Vector const p = L_d.at(q0, q1).D2, q2 = L_d.next(q1, p, q1 + (q1 - q0));
    map.push_back({p[0], p[1], p[2] + q1[0] * p[1] - q1[1] * p[0]});
    size(largest_entry(p) * (1 + largest_entry(q1)));
    q0 = q1, q1 = q2;
  }
  for (auto const& J : map) change(distance(J, map.front()) / size.value);
  return change.value;
}

void momentum_map(Study& study) {
  long const steps = 60;
  study.measure("FIM-36", {.value = change_of_momentum_map({}, steps), .steps = double(steps)});
  study.control("FIM-36", "weight along y",
                {.value = change_of_momentum_map({.weight = 1}, steps), .steps = double(steps)});
}

/// Step (q, p) -> (q + h M^-1 p, (1 - factor Q)* p) for a constant metric and L_d = h L. The factor
/// 2 is the method, the factor 0 the discrete Euler-Lagrange equations.
Numbers free_step(Example const& example, Numbers const& z, int factor) {
  long const n = example.n;
  Numbers const mass = example.metric(z.head(n)).diagonal();
  Numbers const q = z.head(n) + Number(0.1) * z.tail(n).cwiseQuotient(mass);
  MatrixOf<Number> const forms = example.forms(q);
  auto const product = [&](Numbers const& a, Numbers const& b) -> Number {
    return a.cwiseQuotient(mass).dot(b);
  };
  // Q* by orthogonal forms.
  Numbers p = z.tail(n);
  std::vector<Numbers> orthogonal;
  for (long k = 0; k < forms.rows(); ++k) {
    Numbers mu = forms.row(k);
    for (auto const& other : orthogonal) mu -= product(other, mu) / product(other, other) * other;
    p -= factor * product(mu, p) / product(mu, mu) * mu;
    orthogonal.push_back(mu);
  }
  return together(q, p);
}

/// Largest entry of J^T Omega J - Omega for a map with the Jacobian matrix J, with the determinant
/// of J.
Measured canonicity(Matrix const& J) {
  Matrix const form = canonical_form(J.rows() / 2);
  return {.value = distance(J.transpose() * form * J, form),
          .details = {{"determinant of the step", double(determinant(J))}}};
}

void not_variational(Study& study, Example const& example, std::vector<Quad> const& at) {
  auto const step = [&](int factor) {
    auto const map = [&](Numbers const& z) { return free_step(example, z, factor); };
    return canonicity(jacobian<Quad>(map, vector_of<Quad>(at)));
  };
  study.measure("FIM-37", "symplectic form", example.name, step(2));
  study.control("FIM-37", "without the reflection", example.name, step(0));
}

/// Largest distance of a node of three steps of sleigh_map() from that of the method.
double off_the_method(Study& study) {
  auto const q = nodes_of<double>(study.execute(sleigh_run("gni", 3)));
  Phase z = sleigh_start();
  Largest off;
  for (std::size_t k = 1; k < q.size(); ++k) {
    z = sleigh_map(z, sleigh_step);
    off(distance(z.head(3), q[k]));
  }
  return off.value;
}

void not_variational(Study& study) {
  not_variational(study, particle(), {0.1, -2, 0.3, 1, 0.25, -2});
  not_variational(study, snakeboard(), {0.1, 0.2, 0.3, 0, 0.3, 0.9, 0.3, -0.2, 0.3, 0.02});
  auto const sleigh_step_form = [](double factor) {
    return canonicity(sleigh_slope(sleigh_start(), sleigh_step, factor).cast<Quad>());
  };
  bool const is_the_method = off_the_method(study) < 1e-11;
  study.measure("FIM-37", "symplectic form", "sleigh",
                is_the_method ? sleigh_step_form(2) : Measured{.value = std::nan("")});
  study.control("FIM-37", "without the reflection", "sleigh", sleigh_step_form(0));
}

/// Counts the pairs for which the next node is not unique or not smooth in the momentum, against
/// D_12 L_d: regular on the sleigh, singular at x_1 = x_0 for L_d = (x_1 - x_0)^4.
void unique_evolution(Study& study) {
  DiscreteSleigh const L_d;
  int rough = 0, rough_by_D11 = 0;
  for (std::uint64_t k = 1; k <= 200; ++k) {
    Random random(1, k);
    auto const [q0, q1] = Pair(random);
    auto const d = L_d.at(q0, q1);
    Vector const p = -d.D1;
    Matrix slope(3, 3);
    Quad const step = 1e-5;
    for (int i = 0; i < 3; ++i) {
      Vector const by = step * Vector::Unit(3, i);
      slope.col(i) = (L_d.next(q0, p + by, q1) - L_d.next(q0, p - by, q1)) / (2 * step);
    }
    auto const is_inverse = [&](Matrix const& matrix) {
      return distance(matrix * slope, -Matrix::Identity(3, 3)) < 1e-6;
    };
    rough += !is_inverse(d.D12);
    rough_by_D11 += !is_inverse(d.D11);
  }
  // For -D_1 L_d = 4 (x_1 - x_0)^3 = p the difference quotient of the root at p = 0, where D_12 L_d
  // = 0, grows without bound. In quad precision: some compilers evaluate functions of known
  // numbers, others leave them to the library, which may round differently.
  auto const quotient = [](double p) { return double(pow(Quad(p) / 4, Quad(1) / 3) / p); };
  int const smooth_where_singular = quotient(1e-12) < 10 * quotient(1e-9);
  std::vector<Detail> const details{{"of which pairs of nodes of the sleigh", rough},
                                    {"difference quotient at $p$ = 1e-9", quotient(1e-9)},
                                    {"at $p$ = 1e-12", quotient(1e-12)}};
  study.measure("FIM-39", "smooth solution",
                {.value = double(rough + smooth_where_singular), .details = details});
  study.control("FIM-39", "D_11 L_d", {double(rough_by_D11 + smooth_where_singular)});
  // For x_0 = x_1 the next node is the root of f(u) = n u^(n - 1), u = x_2 - x_1; an f that
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
  over_instances(study, free_sleigh, "", 0x1p-52);
  momentum_map(study);
  not_variational(study);
  unique_evolution(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::discrete_mechanics_study
