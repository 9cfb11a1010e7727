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
  Largest of_5, of_4, of_Q;
  int irregular = 0, points = 0;
  for (int sample = 0; sample < 8; ++sample, ++points) {
    CurvedSystem const system{Quad(sample % 3) / 4};
    Vector q, v;
    for (int i = 0; i < n; ++i) {
      q[i] = sine(Quad(1 + sample * n + i));
      v[i] = cosine(Quad(2 + 3 * sample * n + i));
    }
    Square const G = system.G(q);
    Rows const mu = system.mu(q);
    Projection const p(G, mu);
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

    // (4) and (5) with Christoffel's symbols
    Vector lowered = Vector::Zero();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          lowered[i] += (system.dG(q, i, j, k) + system.dG(q, i, k, j) - system.dG(q, j, k, i)) /
                        2 * v[j] * v[k];
    Vector const by_4 = -linear_solution<Quad, n>(G, Vector(lowered + system.V_q(q)));
    of_4(distance(by_4, free));
    // P(by_5 - by_4) = 0, and the constraint fixes Q by_5
    Vector const by_5 =
        by_4 - p.Q * by_4 - p.Z * solution<m, 1>(p.C, Eigen::Matrix<Quad, m, 1>(curved));
    of_5(distance(by_5, by_multipliers));

    Square const P = Square::Identity() - p.Q;
    of_Q(largest_double(Square(p.Q * p.Q - p.Q)));
    of_Q(largest_double(Rows(mu * P)));
    of_Q(largest_double(Eigen::Matrix<Quad, n, m>(p.Q * p.Z - p.Z)));
    of_Q(largest_double(Square(p.Q.transpose() * G * P)));
    Quad const determinant = p.C(0, 0) * p.C(1, 1) - p.C(0, 1) * p.C(1, 0);
    irregular += !(double(std::abs(p.C(0, 1) - p.C(1, 0))) < 1e-25 && determinant > 1e-9);
  }
  auto const where = fmt::format(
      "four degrees of freedom, two constraints, metric and constraints of the point, {} points",
      points);
  measure_in_quad(
      study, where,
      {{"FJM-26", of_5.value,
        "largest difference of accelerations by (5) with the constraints and by (2)"},
       {"FJM-26/(4)", of_4.value,
        "largest difference of accelerations by (4) and by the Euler-Lagrange equations"},
       {"FJM-26/Q", of_Q.value,
        "largest entry of Q^2 - Q, mu (1 - Q), Q Z - Z and Q^T G (1 - Q)"}});
  study.measure("FJM-26/C",
                measured(irregular,
                         "{} points of {} with |C^12 - C^21| above 1e-25 or a determinant below "
                         "1e-9, {}",
                         irregular, points, where));
}

// ---- section 3: free discrete mechanics of the oscillators ----

using Matrix6 = Eigen::Matrix<Quad, 6, 6>;
using Vector6 = Eigen::Matrix<Quad, 6, 1>;

void measure_section_3(Study& study) {
  Largest stationary, forms, kept, momentum, flow_residual;
  auto const system = Oscillator<Quad>::coupled();
  Oscillator<Quad> const round(Matrix3<Quad>::Identity(), Matrix3<Quad>::Identity());
  Matrix6 J = Matrix6::Zero();
  J.topRightCorner<3, 3>().setIdentity();
  J.bottomLeftCorner<3, 3>() = -Matrix3<Quad>::Identity();
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    // nodes of (6), and the gradient of the action sum there
    auto const z = system.start();
    std::vector<V> nodes{z.q, z.q + h * system.M_inverse * z.p};
    while (nodes.size() < 8)
      nodes.push_back(
          system.discrete_euler_lagrange(nodes[nodes.size() - 2], nodes.back(), h, scheme));
    for (std::size_t k = 1; k + 1 < nodes.size(); ++k)
      flow_residual(largest_double(system.D(1, nodes[k], nodes[k + 1], h, scheme) +
                                   system.D(2, nodes[k - 1], nodes[k], h, scheme)));
    auto const action = [&](std::vector<V> const& q) {
      Quad sum = 0;
      for (std::size_t k = 1; k < q.size(); ++k) sum += system.Ld(q[k - 1], q[k], h, scheme);
      return sum;
    };
    for (std::size_t k = 1; k + 1 < nodes.size(); ++k)
      for (int i = 0; i < 3; ++i) {
        auto up = nodes, down = nodes;
        up[k][i] += Quad(1) / 8, down[k][i] -= Quad(1) / 8;  // exact for a quadratic sum
        stationary((action(up) - action(down)) * 4 * h);
      }
    // the linear maps (q0, q1) -> (q0, p^-), (q1, p^+), (q1, q2)
    Matrix6 minus, plus, flow;
    for (int i = 0; i < 6; ++i) {
      Vector6 const e = Vector6::Unit(i);
      V const q0 = e.head<3>(), q1 = e.tail<3>();
      minus.col(i) << q0, -system.D(1, q0, q1, h, scheme);
      plus.col(i) << q1, system.D(2, q0, q1, h, scheme);
      flow.col(i) << q1, system.discrete_euler_lagrange(q0, q1, h, scheme);
    }
    Matrix6 const form = minus.transpose() * J * minus;
    double const size = largest_double(form);
    forms(largest_double(Matrix6(plus.transpose() * J * plus - form)) / size);
    kept(largest_double(Matrix6(flow.transpose() * form * flow - form)) / size);
    // rotations leave the round oscillator: q x D_2 L_d
    V before = nodes[0], now = nodes[1];
    auto const J_d = [&] { return V(now.cross(round.D(2, before, now, h, scheme))); };
    V const first = J_d();
    for (int k = 0; k < steps; ++k) {
      V const next = round.discrete_euler_lagrange(before, now, h, scheme);
      before = now;
      now = next;
      momentum(distance(J_d(), first));
    }
  }
  measure_in_quad(
      study, "free oscillators, discrete Lagrangians (10) and (16), steps of 0.05",
      {{"FJM-27", stationary.value,
        "largest derivative of the action sum by an inner node, times h, along (6)", 7},
       {"FJM-27/flow", flow_residual.value,
        "largest residual of (6) at the nodes that follow from two by a linear equation with the "
        "matrix D_12 L_d, which is regular",
        7},
       {"FJM-27/forms", forms.value, "largest relative difference of the two pull-backs"},
       {"FJM-27/symplectic", kept.value,
        "largest relative change of the form by the discrete flow"},
       {"FJM-27/momentum", momentum.value,
        "largest change of q x D_2 L_d in 40 steps, mass and stiffness 1", steps}});
}

/// Energy and linear momentum of the snakeboard's exact motion, which the plane's translations
/// leave.
void measure_energy_and_momentum(Study& study) {
  Run const snakeboard{.problem = "snakeboard", .case_name = "FIM"};
  auto const states = study.reference(snakeboard, {0, 1, 2, 3, 4, 5});
  Quad first_energy = 0, first_momentum = 0;
  Largest of_energy, of_momentum;
  for (auto const& s : states) {
    auto const& v = s.v;  // (v1, v2, w, psi', phi') with m = 2, inertias 1/2, .3, .1
    Quad const energy = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] / 4 + 3 * v[3] * v[3] / 20 +
                        v[4] * v[4] / 20,
               momentum = 2 * (cosine(s.q[2]) * v[0] - sine(s.q[2]) * v[1]);
    if (&s == &states.front()) {
      first_energy = energy;
      first_momentum = momentum;
    }
    of_energy(energy / first_energy - 1);
    of_momentum(momentum / first_momentum - 1);
  }
  for (auto const& [reading, change, of] :
       {std::tuple("energy", of_energy.value, "energy"),
        std::tuple("momentum", of_momentum.value, "linear momentum m x'")})
    study.measure("FJM-25/energy", reading,
                  measured(change,
                           "largest relative change {:.1e} of the {} on the certified motion of "
                           "the snakeboard at t = 1, ..., 5",
                           change, of));
}

}  // namespace

void geometry(Study& study) {
  measure_section_2(study);
  measure_section_3(study);
  measure_energy_and_momentum(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
