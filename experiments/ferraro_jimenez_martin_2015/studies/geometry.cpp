#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
Quad const h = Quad(1) / 20;
constexpr int steps = 40;

// ---- section 2: a mechanical system whose metric depends on the point ----

constexpr int n = 4, m = 2;
using Vector = Eigen::Matrix<Quad, n, 1>;
using Square = Eigen::Matrix<Quad, n, n>;
using Rows = Eigen::Matrix<Quad, m, n>;

/// G = G_0 + c q q^T, V = q^T q/2 + q_1 q_2 q_3, and two constraints that depend on q.
struct CurvedSystem {
  Quad c;

  Square G(Vector const& q) const {
    Square result = c * q * q.transpose();
    for (int i = 0; i < n; ++i) result(i, i) += 2 + Quad(i) / 3;
    result(0, 1) += Quad(1) / 3, result(1, 0) += Quad(1) / 3;
    return result;
  }
  /// The derivative of G_ij by q_k.
  Quad dG(Vector const& q, int i, int j, int k) const {
    return c * ((i == k ? q[j] : Quad(0)) + (j == k ? q[i] : Quad(0)));
  }
  Vector V_q(Vector const& q) const {
    Vector result = q;
    result[1] += q[2] * q[3], result[2] += q[1] * q[3], result[3] += q[1] * q[2];
    return result;
  }
  Rows mu(Vector const& q) const {
    Rows rows;
    rows << q[1], 1, -q[0], Quad(1) / 2, 1, q[2], q[3], 1;
    return rows;
  }
  /// mu_q[v, v]
  Eigen::Matrix<Quad, m, 1> mu_q(Vector const& v) const {
    return {v[1] * v[0] - v[0] * v[2], v[2] * v[1] + v[3] * v[2]};
  }
};

template <int size, int columns>
Eigen::Matrix<Quad, size, columns> solution(Eigen::Matrix<Quad, size, size> const& A,
                                            Eigen::Matrix<Quad, size, columns> const& B) {
  Eigen::Matrix<Quad, size, columns> X;
  for (int j = 0; j < columns; ++j)
    X.col(j) = linear_solution<Quad, size>(A, Eigen::Matrix<Quad, size, 1>(B.col(j)));
  return X;
}

/// C^ab, Z^a and Q at a point.
struct Projection {
  Eigen::Matrix<Quad, m, m> C;
  Eigen::Matrix<Quad, n, m> Z;
  Square Q;

  Projection(Square const& G, Rows const& mu)
      : C(Eigen::Matrix<Quad, m, m>::Zero()),
        Z(solution<n, m>(G, mu.transpose())),
        Q(Square::Zero()) {
    C = mu * Z;
    Q = Z * solution<m, n>(C, mu);
  }
};

void measure_section_2(Study& study) {
  Largest of_5, of_4, of_Q, euclidean_5, sign_4, euclidean_Q;
  int irregular = 0, dependent = 0;
  for (int sample = 0; sample < 8; ++sample) {
    CurvedSystem const system{Quad(sample % 3) / 4};
    Vector q, v;
    for (int i = 0; i < n; ++i) {
      q[i] = sine(Quad(1 + sample * n + i));
      v[i] = cosine(Quad(2 + 3 * sample * n + i));
    }
    Square const G = system.G(q);
    Rows const mu = system.mu(q);
    Projection const p(G, mu), euclidean(Square::Identity(), mu);
    v -= p.Q * v;
    auto const curved = system.mu_q(v);

    // d/dt (dL/dv) - dL/dq = mu^T lambda, mu v = 0: its terms in v, and accelerations
    Vector in_v = system.V_q(q);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          in_v[i] += (system.dG(q, i, j, k) - system.dG(q, j, k, i) / 2) * v[j] * v[k];
    Vector const free = -linear_solution<Quad, n>(G, in_v);
    Eigen::Matrix<Quad, n + m, n + m> bordered = Eigen::Matrix<Quad, n + m, n + m>::Zero();
    bordered.topLeftCorner<n, n>() = G;
    bordered.topRightCorner<n, m>() = -mu.transpose();
    bordered.bottomLeftCorner<m, n>() = mu;
    Eigen::Matrix<Quad, n + m, 1> right;
    right << -in_v, -curved;
    Vector const by_multipliers = linear_solution<Quad, n + m>(bordered, right).head<n>();

    // (4) and (5) with Christoffel's symbols; `sign` is that of their last term
    auto const by_4 = [&](int sign) -> Vector {
      Vector lowered = Vector::Zero();
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          for (int k = 0; k < n; ++k)
            lowered[i] +=
                (system.dG(q, i, j, k) + system.dG(q, i, k, j) + sign * system.dG(q, j, k, i)) / 2 *
                v[j] * v[k];
      return -linear_solution<Quad, n>(G, Vector(lowered + system.V_q(q)));
    };
    of_4(distance(by_4(-1), free));
    sign_4(distance(by_4(1), free));
    // P(by_5 - by_4) = 0, and the constraint fixes Q by_5
    auto const by_5 = [&](Projection const& with) -> Vector {
      return by_4(-1) - with.Q * by_4(-1) -
             with.Z * solution<m, 1>(with.C, Eigen::Matrix<Quad, m, 1>(curved));
    };
    of_5(distance(by_5(p), by_multipliers));
    euclidean_5(distance(by_5(euclidean), by_multipliers));

    auto const defect_of_Q = [&](Projection const& with, Largest& most) {
      Square const P = Square::Identity() - with.Q;
      most(largest_double(Square(with.Q * with.Q - with.Q)));
      most(largest_double(Rows(mu * P)));
      most(largest_double(Eigen::Matrix<Quad, n, m>(with.Q * p.Z - p.Z)));
      most(largest_double(Square(with.Q.transpose() * G * P)));
    };
    defect_of_Q(p, of_Q);
    defect_of_Q(euclidean, euclidean_Q);
    auto const is_irregular = [&](Rows const& rows) {
      Eigen::Matrix<Quad, m, m> const C = rows * solution<n, m>(G, rows.transpose());
      Quad const determinant = C(0, 0) * C(1, 1) - C(0, 1) * C(1, 0);
      return !(double(std::abs(C(0, 1) - C(1, 0))) < 1e-25 && determinant > 1e-9);
    };
    irregular += is_irregular(mu);
    Rows twice = mu;
    twice.row(1) = 2 * mu.row(0);
    dependent += is_irregular(twice);
  }
  study.measure("FJM-26", in_quad(of_5.value));
  study.control("FJM-26", "Euclidean projector", in_quad(euclidean_5.value));
  study.measure("FJM-26/(4)", in_quad(of_4.value));
  study.control("FJM-26/(4)", "sign of the last term", in_quad(sign_4.value));
  study.measure("FJM-26/Q", in_quad(of_Q.value));
  study.control("FJM-26/Q", "Euclidean projector", in_quad(euclidean_Q.value));
  study.measure("FJM-26/C", {.value = double(irregular)});
  study.control("FJM-26/C", "dependent constraints", {.value = double(dependent)});
}

// ---- section 3: free discrete mechanics of a nonlinear system ----

using Matrix6 = Eigen::Matrix<Quad, 6, 6>;
using Vector6 = Eigen::Matrix<Quad, 6, 1>;

/// L_d = h L(q_0 + (q_1 - q_0) theta, (q_1 - q_0)/h) with the potential
/// V = q^T K q/2 + |q|^4/4 + b q_1 q_2 q_3 and a constant mass matrix M.
struct Quartic {
  Matrix3<Quad> M, K;
  Quad b, theta;
  bool constrained = false;  ///< the GNI of mu = (-y, 0, 1) instead of (6)

  V at(V const& q0, V const& q1) const { return q0 + theta * (q1 - q0); }
  Quad L_d(V const& q0, V const& q1) const {
    V const v = (q1 - q0) / h, q = at(q0, q1);
    Quad const square = q.squaredNorm();
    return h * (v.dot(M * v) / 2 - q.dot(K * q) / 2 - square * square / 4 - b * q[0] * q[1] * q[2]);
  }
  V V_q(V const& q) const {
    return K * q + q.squaredNorm() * q + b * V(q[1] * q[2], q[2] * q[0], q[0] * q[1]);
  }
  V D1(V const& q0, V const& q1) const {
    return -(M * (q1 - q0) / h) - h * (1 - theta) * V_q(at(q0, q1));
  }
  V D2(V const& q0, V const& q1) const { return M * (q1 - q0) / h - h * theta * V_q(at(q0, q1)); }
  /// q_2 by Newton's method with normal equations: their solution where D_12 L_d is regular, and
  /// the least residual where it is not.
  V next(V const& q0, V const& q1) const {
    V p = D2(q0, q1);
    if (constrained) {
      V const mu = Oscillator<Quad>::mu(q1), raised = linear_solution<Quad, 3>(M, mu);
      p -= 2 * mu * (raised.dot(p) / raised.dot(mu));
    }
    V q = 2 * q1 - q0;
    for (int k = 0; k < 16; ++k) {
      Matrix3<Quad> slope;
      for (int j = 0; j < 3; ++j)
        slope.col(j) = derivative([&](Quad e) -> V { return D1(q1, q + e * V::Unit(j)); });
      Matrix3<Quad> const normal =
          slope.transpose() * slope + Quad(1e-20) * Matrix3<Quad>::Identity();
      q -= linear_solution<Quad, 3>(normal, V(slope.transpose() * (D1(q1, q) + p)));
    }
    return q;
  }
};

template <class Map>
Matrix6 jacobian(Map const& map, V const& q0, V const& q1) {
  Matrix6 result;
  for (int j = 0; j < 6; ++j)
    result.col(j) = derivative([&](Quad e) -> Vector6 {
      V const by0 = j < 3 ? V(e * V::Unit(j)) : V::Zero(),
              by1 = j < 3 ? V::Zero() : V(e * V::Unit(j - 3));
      return map(V(q0 + by0), V(q1 + by1));
    });
  return result;
}

/// Defects of section 3 along nodes of a system.
struct FreeDefects {
  Largest stationary, flow, forms, sign_of_minus, symplectic, momentum;
};
FreeDefects free_defects(Quartic const& system, int nodes_of_run) {
  FreeDefects d;
  Matrix6 J = Matrix6::Zero();
  J.topRightCorner<3, 3>().setIdentity();
  J.bottomLeftCorner<3, 3>() = -Matrix3<Quad>::Identity();
  V const first(Quad(5) / 10, Quad(7) / 10, Quad(-4) / 10),
      v(Quad(6) / 10, Quad(-3) / 10, Quad(-42) / 100);
  std::vector<V> q{first, first + h * v};
  while (int(q.size()) < nodes_of_run) q.push_back(system.next(q[q.size() - 2], q.back()));
  auto const form = [&](V const& q0, V const& q1, int sign) -> Matrix6 {
    auto const legendre = [&](V const& a, V const& b) {
      Vector6 z;
      z << a, Quad(sign) * system.D1(a, b);
      return z;
    };
    Matrix6 const D = jacobian(legendre, q0, q1);
    return D.transpose() * J * D;
  };
  auto const step = [&](V const& a, V const& b) {
    Vector6 z;
    z << b, system.next(a, b);
    return z;
  };
  auto const plus = [&](V const& a, V const& b) {
    Vector6 z;
    z << b, system.D2(a, b);
    return z;
  };
  auto const J_d = [&](std::size_t k) { return V(q[k].cross(system.D2(q[k - 1], q[k]))); };
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    d.flow(largest_double(V(system.D1(q[k], q[k + 1]) + system.D2(q[k - 1], q[k]))));
    for (int i = 0; i < 3; ++i)
      d.stationary(double(derivative([&](Quad e) {
        V const moved = q[k] + e * V::Unit(i);
        return system.L_d(q[k - 1], moved) + system.L_d(moved, q[k + 1]);
      })));
    d.momentum(double(distance(J_d(k + 1), J_d(1))));
    if (k > 3) continue;
    Matrix6 const omega = form(q[k - 1], q[k], -1), D = jacobian(plus, q[k - 1], q[k]),
                  flow = jacobian(step, q[k - 1], q[k]), by_plus = D.transpose() * J * D;
    Quad const size = largest_entry(omega);
    d.forms(double(distance(by_plus, omega) / size));
    d.sign_of_minus(double(distance(by_plus, form(q[k - 1], q[k], 1)) / size));
    Matrix6 const moved = flow.transpose() * form(q[k], q[k + 1], -1) * flow;
    d.symplectic(double(distance(moved, omega) / size));
  }
  return d;
}

void measure_section_3(Study& study) {
  auto const oscillator = Oscillator<Quad>::coupled();
  Matrix3<Quad> const I = Matrix3<Quad>::Identity();
  Quartic const system{oscillator.M, oscillator.K, 1, Quad(1) / 3}, round{I, I, 0, Quad(1) / 3};
  auto constrained = system;
  constrained.constrained = true;
  Quartic singular{V(1, 2, 0).asDiagonal(), oscillator.K, 1, 0}, not_round = round;
  not_round.b = 1;
  auto const d = free_defects(system, 9), of_constrained = free_defects(constrained, 9);
  constexpr double by_differences = 0x1p-52;
  for (auto const& [id, epsilon, measured, control, changed] :
       {std::tuple("FJM-27", by_differences, d.stationary, "the constraint added",
                   of_constrained.stationary),
        std::tuple("FJM-27/flow", quad_epsilon, d.flow, "singular D_12 L_d",
                   free_defects(singular, 4).flow),
        std::tuple("FJM-27/forms", by_differences, d.forms, "sign of D_1 L_d", d.sign_of_minus),
        std::tuple("FJM-27/symplectic", by_differences, d.symplectic, "the constraint added",
                   of_constrained.symplectic),
        std::tuple("FJM-27/momentum", quad_epsilon, free_defects(round, steps).momentum,
                   "potential without the symmetry", free_defects(not_round, steps).momentum)}) {
    study.measure(id, {.value = measured.value, .steps = steps, .epsilon = epsilon});
    study.control(id, control, {.value = changed.value, .steps = steps, .epsilon = epsilon});
  }
}

/// Energy, linear momentum and rotor momentum of the snakeboard's exact motion, which the plane's
/// translations and the rotor's rotations leave.
void measure_energy_and_momentum(Study& study) {
  Run const snakeboard{.problem = "snakeboard", .case_name = "FIM"};
  std::array<Quad, 4> first{};
  std::array<Largest, 4> change;
  for (auto const& s : study.reference(snakeboard, {0, 1, 2, 3, 4, 5})) {
    auto const& v = s.v;  // (v1, v2, w, psi', phi') with m = 2, inertias 1/2, .3, .1
    auto const energy = [&](Quad translation) {
      return Quad(translation * (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2] / 4 +
                  3 * v[3] * v[3] / 20 + v[4] * v[4] / 20);
    };
    std::array<Quad, 4> const values{energy(1), energy(2),
                                     Quad(2 * (cosine(s.q[2]) * v[0] - sine(s.q[2]) * v[1])),
                                     Quad(3 * v[3] / 10)};
    for (std::size_t i = 0; i < 4; ++i) {
      if (first[i] == 0) first[i] = values[i];
      change[i](double(values[i] / first[i] - 1));
    }
  }
  study.measure("FJM-25/energy", "energy", {.value = change[0].value});
  study.control("FJM-25/energy", "mass doubled", {.value = change[1].value});
  study.measure("FJM-25/energy", "momentum", {.value = change[2].value});
  study.control("FJM-25/energy", "horizontal symmetry", {.value = change[3].value});
}

}  // namespace

void geometry(Study& study) {
  measure_section_2(study);
  measure_section_3(study);
  measure_energy_and_momentum(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
