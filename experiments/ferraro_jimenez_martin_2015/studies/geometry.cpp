#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

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

void judge_section_2(Findings& findings) {
  double of_5 = 0, of_4 = 0, of_Q = 0;
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
    of_4 = larger_or_nan(of_4, double(distance(by_4, free)));
    // P(by_5 - by_4) = 0, and the constraint fixes Q by_5
    Vector const by_5 =
        by_4 - p.Q * by_4 - p.Z * solution<m, 1>(p.C, Eigen::Matrix<Quad, m, 1>(curved));
    of_5 = larger_or_nan(of_5, double(distance(by_5, by_multipliers)));

    Square const P = Square::Identity() - p.Q;
    of_Q =
        larger_or_nan({of_Q, largest_double(Square(p.Q * p.Q - p.Q)), largest_double(Rows(mu * P)),
                       largest_double(Eigen::Matrix<Quad, n, m>(p.Q * p.Z - p.Z)),
                       largest_double(Square(p.Q.transpose() * G * P))});
    Quad const determinant = p.C(0, 0) * p.C(1, 1) - p.C(0, 1) * p.C(1, 0);
    irregular += !(double(std::abs(p.C(0, 1) - p.C(1, 0))) < 1e-25 && determinant > 1e-9);
  }
  auto const where = fmt::format(
      "four degrees of freedom, two constraints, metric and constraints "
      "of the point, {} points, quad precision",
      points);
  findings.measure("FJM-26", measured_in_quad(of_5, 1,
                                              "largest difference {:.1e} of accelerations by (5) "
                                              "with the constraints and by (2), {}",
                                              of_5, where));
  findings.measure("FJM-26/(4)",
                   measured_in_quad(of_4, 1,
                                    "largest difference {:.1e} of accelerations by (4) and by the "
                                    "Euler-Lagrange equations, {}",
                                    of_4, where));
  findings.measure(
      "FJM-26/Q", measured_in_quad(of_Q, 1,
                                   "largest entry {:.1e} of Q^2 - Q, mu (1 - Q), Q Z - Z and Q^T G "
                                   "(1 - Q), {}",
                                   of_Q, where));
  findings.measure("FJM-26/C",
                   measured(irregular,
                            "{} points of {} with |C^12 - C^21| above 1e-25 or a determinant below "
                            "1e-9, {}",
                            irregular, points, where));
}

// ---- section 3: free discrete mechanics of the oscillators ----

using Matrix6 = Eigen::Matrix<Quad, 6, 6>;
using Vector6 = Eigen::Matrix<Quad, 6, 1>;

void judge_section_3(Findings& findings) {
  double stationary = 0, forms = 0, kept = 0, momentum = 0;
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
    auto const action = [&](std::vector<V> const& q) {
      Quad sum = 0;
      for (std::size_t k = 1; k < q.size(); ++k) sum += system.Ld(q[k - 1], q[k], h, scheme);
      return sum;
    };
    for (std::size_t k = 1; k + 1 < nodes.size(); ++k)
      for (int i = 0; i < 3; ++i) {
        auto up = nodes, down = nodes;
        up[k][i] += Quad(1) / 8, down[k][i] -= Quad(1) / 8;  // exact for a quadratic sum
        stationary =
            larger_or_nan(stationary, std::abs(double((action(up) - action(down)) * 4 * h)));
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
    forms =
        larger_or_nan(forms, largest_double(Matrix6(plus.transpose() * J * plus - form)) / size);
    kept =
        larger_or_nan(kept, largest_double(Matrix6(flow.transpose() * form * flow - form)) / size);
    // rotations leave the round oscillator: q x D_2 L_d
    V before = nodes[0], now = nodes[1];
    auto const J_d = [&] { return V(now.cross(round.D(2, before, now, h, scheme))); };
    V const first = J_d();
    for (int k = 0; k < steps; ++k) {
      V const next = round.discrete_euler_lagrange(before, now, h, scheme);
      before = now;
      now = next;
      momentum = larger_or_nan(momentum, double(distance(J_d(), first)));
    }
  }
  std::string const with =
      "free oscillators, discrete Lagrangians (10) and (16), steps of 0.05, quad precision";
  findings.measure("FJM-27", measured_in_quad(stationary, 7,
                                              "largest derivative {:.1e} of the action sum by an "
                                              "inner node, times h, along (6), {}",
                                              stationary, with));
  findings.measure("FJM-27/forms", measured_in_quad(forms, 1,
                                                    "largest relative difference {:.1e} of the two "
                                                    "pull-backs, {}",
                                                    forms, with));
  findings.measure("FJM-27/symplectic",
                   measured_in_quad(kept, 1,
                                    "largest relative change {:.1e} of the form by the discrete "
                                    "flow, {}",
                                    kept, with));
  findings.measure("FJM-27/momentum",
                   measured_in_quad(momentum, steps,
                                    "largest change {:.1e} of q x D_2 L_d in {} steps, three equal "
                                    "{}",
                                    momentum, steps, with));
}

// ---- section 4: what the GNI keeps ----

/// Along nodes of the catalogue's methods: the average momentum, and the impact.
void judge_constraint_and_impact(Findings& findings) {
  auto const system = Oscillator<Quad>::coupled();
  double average = 0, impact = 0;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    auto const run =
        Candidate{test_system, "T", method_of(scheme)}.run_quad(RawQuad(1) / 20, steps, 1);
    auto const node = [&](std::size_t k) { return V(run.q[k][0], run.q[k][1], run.q[k][2]); };
    for (std::size_t k = 1; k + 1 < run.q.size(); ++k) {
      V const q = node(k), plus = system.D(2, node(k - 1), q, h, scheme),
              minus = -system.D(1, q, node(k + 1), h, scheme);
      average = larger_or_nan(
          average, std::abs(double(system.mu(q).dot(system.M_inverse * (plus + minus)) / 2)));
      Quad const energy = plus.dot(system.M_inverse * plus),
                 after = minus.dot(system.M_inverse * minus);
      impact = larger_or_nan({impact, largest_double(system.normal_part(q, V(plus + minus))),
                              std::abs(double(after / energy - 1))});
    }
  }
  std::string const along =
      "40 steps of 0.05 with the discrete Lagrangians (10) and (16), oscillators with a full mass "
      "matrix, quad precision";
  findings.measure("FJM-28/constraint",
                   measured_in_quad(average, steps, "largest |mu G^-1 (p^+ + p^-)/2| {:.1e}, {}",
                                    average, along));
  findings.measure(
      "FJM-01/impact",
      measured_in_quad(impact, steps,
                       "largest sum {:.1e} of the normal momenta before and after, and "
                       "relative change of the kinetic energy, {}",
                       impact, along));
}

/// y of the particle and psi, phi of the snakeboard are horizontal; (1, 0, y) of the particle is a
/// section of D along translations in x and z.
void judge_momenta(Findings& findings) {
  constexpr int all = 160;
  auto const particle =
      Candidate{"nonholonomic_particle", "P1", "gni"}.run_quad(RawQuad(1) / 10, all, 1);
  auto const board = Candidate{"snakeboard", "FIM", "gni"}.run_quad(RawQuad(1) / 20, all, 1);
  auto const difference = [](Trajectory<RawQuad> const& run, std::size_t k, int i) {
    return run.q[k + 1][i] - run.q[k][i];
  };
  double of_y = 0, of_board = 0, equation = 0;
  for (std::size_t k = 1; k < all; ++k) {
    auto const change = [&](Trajectory<RawQuad> const& run, int i) {
      return std::abs(double(difference(run, k, i) / difference(run, 0, i) - 1));
    };
    of_y = larger_or_nan(of_y, change(particle, 1));
    of_board = larger_or_nan({of_board, change(board, 3), change(board, 4)});
    // J_k = <D_2 L_d(q_k, q_(k+1)), section at q_(k+1)>, which changes by D_2 L_d on the change of
    // the section
    Quad const dx = difference(particle, k, 0), dz = difference(particle, k, 2),
               dx0 = difference(particle, k - 1, 0), dz0 = difference(particle, k - 1, 2),
               y = particle.q[k][1], y_next = particle.q[k + 1][1];
    Quad const J = dx + y_next * dz, J_before = dx0 + y * dz0;
    equation = larger_or_nan(equation, std::abs(double(J - J_before - dz * (y_next - y))));
  }
  findings.measure("FJM-28/momentum", "horizontal symmetries", "particle",
                   measured_in_quad(of_y, all,
                                    "largest relative change {:.1e} of the momentum in y of the "
                                    "nonholonomic particle, {} steps of 0.1, quad precision",
                                    of_y, all));
  findings.measure("FJM-28/momentum", "horizontal symmetries", "snakeboard",
                   measured_in_quad(of_board, all,
                                    "largest relative change {:.1e} of the momenta in psi and phi "
                                    "of the snakeboard, {} steps of 0.05, quad precision",
                                    of_board, all));
  findings.measure(
      "FJM-28/momentum", "momentum equation",
      measured_in_quad(equation, all,
                       "largest residual {:.1e} of the discrete momentum equation of "
                       "the section (1, 0, y), nonholonomic particle, {} steps of 0.1, "
                       "quad precision",
                       equation, all));
}

void judge_energy(Findings& findings) {
  constexpr int all = 100;
  for (std::string const retraction : {"cayley", "exp"}) {
    Candidate const candidate{
        "constrained_so3", "FIM", "reduced_gni", "multiplier", {{"retraction", retraction}}};
    auto const run = candidate.run_quad(RawQuad(1) / 10, all, 1);
    double change = 0;
    Quad first = 0;
    for (auto const& row : run.diagnostics) {
      Quad const energy = (row[0] * row[0] + row[1] * row[1] + row[2] * row[2]) / 2;  // p^-
      if (first == 0) first = energy;
      change = larger_or_nan(change, std::abs(double(energy / first - 1)));
    }
    findings.measure("FJM-28/energy", "as printed", retraction,
                     measured_in_quad(change, all,
                                      "largest relative change {:.1e} of the energy of p^-, SO(3) "
                                      "with equal inertias under a constraint without symmetry, "
                                      "retraction {}, {} steps of 0.1, quad precision",
                                      change, retraction, all));
  }
}

/// L_d = F(q' - q) in one dimension, so that -D_1 L_d = F'(d) = p has to determine d near 0.
void judge_uniqueness(Findings& findings) {
  struct Example {
    std::string name;
    double (*slope)(double);  ///< F'
    bool regular;             ///< F'' does not vanish at 0
  };
  std::vector<Example> const examples{
      {"d^2/2", [](double d) { return d; }, true},
      {"d^2/2 + d^4/4", [](double d) { return d + d * d * d; }, true},
      {"-cos d", [](double d) { return std::sin(d); }, true},
      {"d^3/3", [](double d) { return d * d; }, false},
      {"d^4/4", [](double d) { return d * d * d; }, false},
      {"0", [](double) { return 0.0; }, false}};
  int contradictions = 0;
  for (auto const& example : examples) {
    auto const roots = [&](double p) {
      Numbers found;
      constexpr int cells = 20001;
      auto const at = [&](int i) { return -0.9 + 1.8 * i / cells; };
      for (int i = 0; i < cells; ++i) {
        double low = at(i), high = at(i + 1);
        if ((example.slope(low) < p) == (example.slope(high) < p)) continue;
        bool const rises = example.slope(low) < p;
        for (int k = 0; k < 80; ++k) {
          double const middle = (low + high) / 2;
          ((example.slope(middle) < p) == rises ? low : high) = middle;
        }
        found.push_back(low);
      }
      return found;
    };
    // one solution each, and a difference quotient that does not grow as p goes to 0
    bool operates = true;
    Numbers quotients;
    for (double const p : {1e-3, 1e-6}) {
      auto const up = roots(p), down = roots(-p);
      operates = operates && up.size() == 1 && down.size() == 1;
      if (operates) quotients.push_back((up[0] - down[0]) / (2 * p));
    }
    operates = operates && quotients[1] < 2 * quotients[0];
    contradictions += operates != example.regular;
  }
  findings.measure(
      "FJM-01/unique",
      measured(contradictions,
               "{} of {} discrete Lagrangians F(q' - q) in one dimension, three of them "
               "with F'' = 0 at rest, for which regularity and a differentiable "
               "evolution near rest do not go together",
               contradictions, examples.size()));
}

void compute(Findings& findings) {
  judge_section_2(findings);
  judge_section_3(findings);
  findings.progress(0.4);
  judge_constraint_and_impact(findings);
  judge_momenta(findings);
  judge_energy(findings);
  judge_uniqueness(findings);
}

}  // namespace

Experiment geometry() {
  return {.id = "fjm2015_geometry",
          .paper = paper_id,
          .title = "What sections 2 to 4 recall",
          .about =
              "The projected equation of motion and its projectors, the discrete Euler-Lagrange "
              "equations, and what the GNI preserves.",
          .choices = {{"examples",
                       "a system with four degrees of freedom for section 2, oscillators for "
                       "section 3 and the constraint, particle, snakeboard and rigid body of the "
                       "2008 paper for momenta and energy",
                       "these sections have none"}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
