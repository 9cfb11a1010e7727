#include <functional>

#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/theory/jet.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::geometry_study {

namespace {

// ---- section 2: mechanical system with a metric that depends on the point ----

double size_of(SmallMatrix const& residual) { return largest_entry(residual); }

/// Point of the velocity phase space of a system with G = G_0 + c q q^T, V = q^T q/2 + q_1 q_2 q_3
/// and two constraints that depend on q.
struct CurvedPoint {
  Quad c;
  SmallVector q, v;
  Quad potential = 1;  ///< factor of V

  SmallMatrix G() const {
    SmallMatrix result = c * q * q.transpose();
    for (int i = 0; i < 4; ++i) result(i, i) += 2 + Quad(i) / 3;
    result(0, 1) += Quad(1) / 3, result(1, 0) += Quad(1) / 3;
    return result;
  }
  /// Derivative of G along u.
  SmallMatrix G_q(SmallVector const& u) const {
    SmallMatrix const half = c * u * q.transpose();
    return half + half.transpose();
  }
  SmallVector V_q() const {
    return potential *
           SmallVector{{q[0], q[1] + q[2] * q[3], q[2] + q[1] * q[3], q[3] + q[1] * q[2]}};
  }
  SmallMatrix mu() const { return SmallMatrix{{q[1], 1, -q[0], 0.5_quad}, {1, q[2], q[3], 1}}; }
  /// Quadratic terms mu_q[v, v].
  SmallVector mu_q() const {
    return SmallVector{{v[1] * v[0] - v[0] * v[2], v[2] * v[1] + v[3] * v[2]}};
  }
};

/// Matrices C^ab, Z^a and Q at a point.
struct Projection {
  SmallMatrix Z, C, Q;

  Projection(SmallMatrix const& G, SmallMatrix const& mu)
      : Z(theory::solution(G, mu.transpose())), C(mu * Z), Q(Z * theory::solution(C, mu)) {}
};
Projection orthogonal(CurvedPoint const& z) { return {z.G(), z.mu()}; }
Projection euclidean(CurvedPoint const& z) { return {SmallMatrix::Identity(4, 4), z.mu()}; }

CurvedPoint random_curved_point(Random& random) {
  CurvedPoint z{random.uniform(0, 0.5), vector_of<Quad>(random.vector(4)),
                vector_of<Quad>(random.vector(4))};
  z.v -= orthogonal(z).Q * z.v;
  return z;
}

/// Lagrangian L = v^T G v/2 - V of (q, v), written without G.
auto lagrangian(CurvedPoint const& z) {
  return [&z]<class T>(theory::VectorOf<T> const& at) {
    theory::VectorOf<T> const q = at.head(4), v = at.tail(4);
    T const qv = q.dot(v);
    T twice = T(z.c) * qv * qv + T(Quad(2) / 3) * v[0] * v[1] -
              T(z.potential) * (q.dot(q) + T(2) * q[1] * q[2] * q[3]);
    for (int i = 0; i < 4; ++i) twice += T(2 + Quad(i) / 3) * v[i] * v[i];
    return twice / T(2);
  };
}
/// Matrix d^2L/(dv dv), from L alone.
SmallMatrix mass_matrix(CurvedPoint const& z) {
  Vector const at = theory::together(z.q, z.v);
  return theory::hessian<Quad>(lagrangian(z), at).bottomRightCorner(4, 4);
}
/// Euler-Lagrange expression d/dt (dL/dv) - dL/dq without the terms in the acceleration.
SmallVector euler_lagrange(CurvedPoint const& z) {
  auto const L = lagrangian(z);
  Vector const at = theory::together(z.q, z.v), velocity = theory::together(z.v, 0 * z.v);
  SmallVector result(4);
  for (int i = 0; i < 4; ++i)
    result[i] = theory::second_derivative<Quad>(L, at, velocity, Vector::Unit(8, 4 + i)) -
                theory::derivative<Quad>(L, at, Vector::Unit(8, i));
  return result;
}
/// Acceleration without constraints.
SmallVector free_acceleration(CurvedPoint const& z) {
  return -theory::solution(mass_matrix(z), euler_lagrange(z));
}
/// Acceleration by (2): d/dt (dL/dv) - dL/dq = mu^T lambda, mu v = 0. mu is affine in q, so that
/// its derivative along v is a difference.
SmallVector by_multipliers(CurvedPoint const& z) {
  auto moved = z;
  moved.q += z.v;
  SmallMatrix const rate = moved.mu() - z.mu();
  SmallMatrix bordered(6, 6);
  bordered << mass_matrix(z), -z.mu().transpose(), z.mu(), SmallMatrix::Zero(2, 2);
  SmallVector right(6);
  right << -euler_lagrange(z), -(rate * z.v);
  return theory::solution(bordered, right).head(4);
}
/// Acceleration by (4), with Christoffel symbols; `sign` is that of their last term.
SmallVector by_4(CurvedPoint const& z, int sign) {
  SmallVector lowered = z.G_q(z.v) * z.v + z.V_q();
  for (int i = 0; i < 4; ++i) {
    SmallVector const last = z.G_q(SmallVector::Unit(4, i)) * z.v;
    lowered[i] += sign * z.v.dot(last) / 2;
  }
  return -theory::solution(z.G(), lowered);
}
/// Acceleration by (5): P(by_5 - by_4) = 0, and the constraint determines Q by_5.
SmallVector by_5(CurvedPoint const& z, Projection const& p) {
  SmallVector const free = by_4(z, -1);
  return free - p.Q * free - p.Z * theory::solution(p.C, z.mu_q());
}
double defect_of_Q(CurvedPoint const& z, Projection const& p) {
  SmallMatrix const Q = p.Q, P = SmallMatrix::Identity(4, 4) - Q, Z = orthogonal(z).Z,
                    GP = z.G() * P;
  return larger_or_nan(
      {size_of(Q * Q - Q), size_of(z.mu() * P), size_of(Q * Z - Z), size_of(Q.transpose() * GP)});
}
/// Returns 1 if C is not symmetric and positive, else 0.
double is_irregular(CurvedPoint const& z, SmallMatrix const& mu) {
  SmallMatrix const C = mu * theory::solution(z.G(), mu.transpose());
  return !(std::abs(double(C(0, 1) - C(1, 0))) < 1e-25 && theory::determinant(C) > 1e-9);
}

void measure_section_2(Study& study) {
  using Z = CurvedPoint const&;
  study.over(
      8, random_curved_point,
      {{"FJM-26", "as printed",
        [](Z z) { return size_of(by_5(z, orthogonal(z)) - by_multipliers(z)); }},
       {"FJM-26", "Euclidean projector",
        [](Z z) { return size_of(by_5(z, euclidean(z)) - by_multipliers(z)); }, true},
       {"FJM-26/(4)", "as printed",
        [](Z z) { return size_of(by_4(z, -1) - free_acceleration(z)); }},
       {"FJM-26/(4)", "geodesics",
        [](Z z) {
          auto free = z;
          free.potential = 0;
          return size_of(by_4(free, -1) - free_acceleration(free));
        }},
       {"FJM-26/(4)", "sign of the last term",
        [](Z z) { return size_of(by_4(z, 1) - free_acceleration(z)); }, true},
       {"FJM-26/Q", "as printed", [](Z z) { return defect_of_Q(z, orthogonal(z)); }},
       {"FJM-26/Q", "Euclidean projector", [](Z z) { return defect_of_Q(z, euclidean(z)); }, true},
       {"FJM-26/C", "as printed", [](Z z) { return is_irregular(z, z.mu()); }},
       {"FJM-26/C", "dependent constraints",
        [](Z z) {
          SmallMatrix twice = z.mu();
          twice.row(1) = 2 * twice.row(0);
          return is_irregular(z, twice);
        },
        true}},
      quad_epsilon);
}

// ---- section 3: free discrete mechanics of a nonlinear system ----

Quad const h = 0.05_quad;
constexpr int steps = 40;

/// Derivative at 0 of a vector function of one variable, by differences of sixth order.
SmallVector derivative(std::function<SmallVector(Quad)> const& f) {
  Quad const d = 1e-5;
  return (45 * (f(d) - f(-d)) - 9 * (f(2 * d) - f(-2 * d)) + (f(3 * d) - f(-3 * d))) / (60 * d);
}
/// Jacobian matrix of a function of (q_0, q_1) with values in R^6.
using PairMap = std::function<SmallVector(SmallVector const&, SmallVector const&)>;
SmallMatrix jacobian(PairMap const& map, SmallVector const& q0, SmallVector const& q1) {
  SmallMatrix result(6, 6);
  for (int j = 0; j < 6; ++j) {
    SmallVector const e = SmallVector::Unit(6, j);
    result.col(j) = derivative([&](Quad s) { return map(q0 + s * e.head(3), q1 + s * e.tail(3)); });
  }
  return result;
}

/// Discrete Lagrangian L_d = h L(q_0 + (q_1 - q_0) theta, (q_1 - q_0)/h) with the potential V = q^T
/// K q/2 + |q|^4/4 + b q_1 q_2 q_3 and a constant mass matrix M.
struct Quartic {
  SmallMatrix M, K;
  Quad b, theta;
  bool constrained = false;  ///< true for the GNI of mu = (-y, 0, 1) instead of (6)

  SmallVector at(SmallVector const& q0, SmallVector const& q1) const {
    return q0 + theta * (q1 - q0);
  }
  Quad L_d(SmallVector const& q0, SmallVector const& q1) const {
    SmallVector const v = (q1 - q0) / h, q = at(q0, q1);
    Quad const square = q.squaredNorm();
    return h * (v.dot(M * v) / 2 - q.dot(K * q) / 2 - square * square / 4 - b * q[0] * q[1] * q[2]);
  }
  SmallVector V_q(SmallVector const& q) const {
    return K * q + q.squaredNorm() * q + b * SmallVector{{q[1] * q[2], q[2] * q[0], q[0] * q[1]}};
  }
  SmallVector D1(SmallVector const& q0, SmallVector const& q1) const {
    return -(M * (q1 - q0) / h) - h * (1 - theta) * V_q(at(q0, q1));
  }
  SmallVector D2(SmallVector const& q0, SmallVector const& q1) const {
    return M * (q1 - q0) / h - h * theta * V_q(at(q0, q1));
  }
  /// Node q_2 by Newton's method with normal equations: the solution if D_12 L_d is regular,
  /// otherwise the point of least residual.
  SmallVector next(SmallVector const& q0, SmallVector const& q1) const {
    SmallVector p = D2(q0, q1);
    if (constrained) {
      SmallVector const mu = Oscillator::mu(q1), raised = theory::solution(M, mu);
      p -= 2 * mu * (raised.dot(p) / raised.dot(mu));
    }
    SmallVector q = 2 * q1 - q0;
    for (int k = 0; k < 16; ++k) {
      SmallMatrix slope(3, 3);
      for (int j = 0; j < 3; ++j)
        slope.col(j) = derivative([&](Quad e) { return D1(q1, q + e * SmallVector::Unit(3, j)); });
      SmallMatrix const normal =
          slope.transpose() * slope + 1e-20_quad * SmallMatrix::Identity(3, 3);
      SmallVector const residual = D1(q1, q) + p;
      q -= theory::solution(normal, SmallVector(slope.transpose() * residual));
    }
    return q;
  }
};

/// Defects of section 3 along nodes of a system.
struct FreeDefects {
  Largest stationary, flow, forms, sign_of_minus, symplectic, momentum;
};
FreeDefects free_defects(Quartic const& system, int nodes_of_run) {
  FreeDefects d;
  SmallMatrix J = SmallMatrix::Zero(6, 6);
  for (int i = 0; i < 3; ++i) J(i, 3 + i) = 1, J(3 + i, i) = -1;
  SmallVector const first{{0.5_quad, 0.7_quad, -0.4_quad}}, v{{0.6_quad, -0.3_quad, -0.42_quad}};
  std::vector<SmallVector> q{first, first + h * v};
  while (int(q.size()) < nodes_of_run) q.push_back(system.next(q[q.size() - 2], q.back()));

  auto const pull_back = [&](SmallMatrix const& D, SmallMatrix const& form) -> SmallMatrix {
    SmallMatrix const moved = form * D;
    return D.transpose() * moved;
  };
  auto const step = [&](SmallVector const& a, SmallVector const& b) {
    return theory::together(b, system.next(a, b));
  };
  auto const plus = [&](SmallVector const& a, SmallVector const& b) {
    return theory::together(b, system.D2(a, b));
  };
  auto const by_minus = [&](std::size_t k, int sign) {
    auto const minus = [&](SmallVector const& a, SmallVector const& b) {
      return theory::together(a, sign * system.D1(a, b));
    };
    return pull_back(jacobian(minus, q[k], q[k + 1]), J);
  };
  auto const J_d = [&](std::size_t k) -> Vector3 {
    Vector3 const here = q[k], p = system.D2(q[k - 1], q[k]);
    return here.cross(p);
  };
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    d.flow(size_of(system.D1(q[k], q[k + 1]) + system.D2(q[k - 1], q[k])));
    for (int i = 0; i < 3; ++i)
      d.stationary(size_of(derivative([&](Quad e) -> SmallVector {
        SmallVector const moved = q[k] + e * SmallVector::Unit(3, i);
        return SmallVector::Constant(1, system.L_d(q[k - 1], moved) + system.L_d(moved, q[k + 1]));
      })));
    d.momentum(size_of(J_d(k + 1) - J_d(1)));
    if (k > 3) continue;
    SmallMatrix const omega = by_minus(k - 1, -1),
                      by_plus = pull_back(jacobian(plus, q[k - 1], q[k]), J),
                      moved = pull_back(jacobian(step, q[k - 1], q[k]), by_minus(k, -1));
    double const size = size_of(omega);
    d.forms(size_of(by_plus - omega) / size);
    d.sign_of_minus(size_of(by_plus - by_minus(k - 1, 1)) / size);
    d.symplectic(size_of(moved - omega) / size);
  }
  return d;
}

void measure_section_3(Study& study) {
  Oscillator const oscillator;
  Matrix3 const I = Matrix3::Identity();
  Quartic const system{oscillator.M, oscillator.K, 1, Quad(1) / 3}, round{I, I, 0, Quad(1) / 3};
  auto constrained = system;
  constrained.constrained = true;
  Quartic singular{Matrix3(Vector3(1, 2, 0).asDiagonal()), oscillator.K, 1, 0}, not_round = round;
  not_round.b = 1;
  auto const d = free_defects(system, 9), of_constrained = free_defects(constrained, 9);
  constexpr double by_differences = 0x1p-52;
  constexpr int few = 7;  // steps of a run of 9 nodes that have inner nodes on both sides
  for (auto const& [id, n, epsilon, measured, control, changed] :
       {std::tuple("FJM-27", few, by_differences, d.stationary, "the constraint added",
                   of_constrained.stationary),
        std::tuple("FJM-27/flow", few, quad_epsilon, d.flow, "singular D_12 L_d",
                   free_defects(singular, 4).flow),
        std::tuple("FJM-27/forms", few, by_differences, d.forms, "sign of D_1 L_d",
                   d.sign_of_minus),
        std::tuple("FJM-27/symplectic", few, by_differences, d.symplectic, "the constraint added",
                   of_constrained.symplectic),
        std::tuple("FJM-27/momentum", steps, quad_epsilon, free_defects(round, steps).momentum,
                   "potential without the symmetry", free_defects(not_round, steps).momentum)}) {
    study.measure(id, {.value = measured.value, .steps = double(n), .epsilon = epsilon});
    study.control(id, control, {.value = changed.value, .steps = double(n), .epsilon = epsilon});
  }
}

/// Measures energy, linear momentum and rotor momentum of the snakeboard's exact motion, for the
/// symmetries under translations of the plane and rotations of the rotor.
void measure_energy_and_momentum(Study& study) {
  Run const snakeboard{.problem = "snakeboard", .case_name = "FIM"};
  auto const states = study.reference(snakeboard, {0, 1, 2, 3, 4, 5});
  // Velocity v = (v1, v2, w, psi', phi') with m = 2 and inertias 1/2, 0.3, 0.1.
  using State = ReferenceState const&;
  auto const energy = [](Quad mass_factor) {
    return [=](State s) -> Quad {
      auto const& v = s.v;
      return mass_factor * (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2] / 4 + 0.15_quad * v[3] * v[3] +
             0.05_quad * v[4] * v[4];
    };
  };
  auto const linear = [](State s) -> Quad {
    return theory::cos(s.q[2]) * s.v[0] - theory::sin(s.q[2]) * s.v[1];
  };
  auto const of_rotor = [](State s) -> Quad { return s.v[3]; };
  auto const change = [&](auto const& quantity) -> Measured {
    Largest most;
    for (auto const& s : states) most(quantity(s) / quantity(states[0]) - 1);
    return {.value = most.value};
  };
  Measured const nothing{.value = NAN};
  Quad const of_catalogue = study.problem(snakeboard.problem).energy({.case_name = "FIM"});
  bool const is_energy = std::abs(double(energy(1)(states[0]) / of_catalogue - 1)) < 1e-12;
  study.measure("FJM-25/energy", "energy", is_energy ? change(energy(1)) : nothing);
  study.control("FJM-25/energy", "mass doubled", change(energy(2)));
  // x' at t = 2 by differences of sixth order.
  Quad const d = Quad(1) / 256;
  std::vector<RawQuad> times;
  for (int k = -3; k <= 3; ++k) times.push_back(2 + k * d);
  auto const near = study.reference(snakeboard, times);
  auto const across = [&](int k) -> Quad { return near[3 + k].q[0] - near[3 - k].q[0]; };
  Quad const rate = (45 * across(1) - 9 * across(2) + across(3)) / (60 * d);
  bool const is_momentum = std::abs(double(linear(near[3]) - rate)) < 1e-12;
  study.measure("FJM-25/energy", "momentum", is_momentum ? change(linear) : nothing);
  study.control("FJM-25/energy", "horizontal symmetry", change(of_rotor));
}

}  // namespace

void geometry(Study& study) {
  measure_section_2(study);
  measure_section_3(study);
  measure_energy_and_momentum(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::geometry_study
