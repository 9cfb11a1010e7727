#pragma once
// The maps of sections 4 to 6 by formulas of this file's own, on a system with constant mass matrix
// M, potential q^T K q/2 and the constraint mu(q) (q' - Y(q)) = 0, mu = (-y, 0, 1). The number type
// is double or quad. Multipliers have the paper's sign: p' = -V_q - mu^T lambda.

#include <Eigen/Dense>

#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"
#include "experiments/theory/numbers.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using Quad = RawQuad;
template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

template <class S, class T>
Vector3<S> vector3(std::vector<T> const& x) {
  return {S(x[0]), S(x[1]), S(x[2])};
}

/// (q, p~, lambda~) of (13) and (14).
template <class S>
struct NodeState {
  Vector3<S> q, p;
  S lambda = 0;
};

/// A point of T*Q.
template <class S>
struct PhasePoint {
  Vector3<S> q, p;
};

/// Largest absolute value of an entry. (Eigen's own takes quad numbers as unsigned ones, of which
/// every one is its absolute value.)
template <class Derived>
typename Derived::Scalar largest_entry(Eigen::MatrixBase<Derived> const& expression) {
  auto const matrix = expression.eval();
  typename Derived::Scalar largest = 0;
  for (int j = 0; j < matrix.cols(); ++j)
    for (int i = 0; i < matrix.rows(); ++i) {
      auto const entry = matrix(i, j);
      largest = larger_or_nan<typename Derived::Scalar>(largest, entry < 0 ? -entry : entry);
    }
  return largest;
}
template <class Derived>
double largest_double(Eigen::MatrixBase<Derived> const& expression) {
  return double(largest_entry(expression));
}
template <class A, class B>
auto distance(A const& a, B const& b) {
  return largest_entry(a - b);
}
template <class S>
S distance(PhasePoint<S> const& a, PhasePoint<S> const& b) {
  return larger_or_nan<S>(distance(a.q, b.q), distance(a.p, b.p));
}
template <class S>
S distance(NodeState<S> const& a, NodeState<S> const& b) {
  return larger_or_nan<S>(larger_or_nan<S>(distance(a.q, b.q), distance(a.p, b.p)),
                          std::abs(a.lambda - b.lambda));
}

/// A x = b by elimination with pivoting. A's determinant is its last argument, where one is wanted.
/// (The library's own decompositions take a minute to compile.)
template <class S, int n>
Eigen::Matrix<S, n, 1> linear_solution(Eigen::Matrix<S, n, n> A, Eigen::Matrix<S, n, 1> b,
                                       S* determinant = nullptr) {
  S product = 1;
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int r = c + 1; r < n; ++r)
      if (std::abs(A(r, c)) > std::abs(A(pivot, c))) pivot = r;
    if (pivot != c) {
      A.row(c).swap(A.row(pivot));
      std::swap(b[c], b[pivot]);
      product = -product;
    }
    product *= A(c, c);
    for (int r = c + 1; r < n; ++r) {
      S const factor = A(r, c) / A(c, c);
      A.row(r) -= factor * A.row(c);
      b[r] -= factor * b[c];
    }
  }
  for (int r = n - 1; r >= 0; --r) {
    for (int c = r + 1; c < n; ++c) b[r] -= A(r, c) * b[c];
    b[r] /= A(r, r);
  }
  if (determinant) *determinant = product;
  return b;
}

/// Which discrete Lagrangian: (10) A and B, and their mean (16).
enum class Scheme { a = 1, rattle = 0, b = -1 };

template <class S>
struct Oscillator {
  Matrix3<S> M, K, M_inverse;
  bool affine = false;  ///< Y = (-.3 y, .3 x, .2) instead of 0

  Oscillator(Matrix3<S> const& mass, Matrix3<S> const& stiffness)
      : M(mass), K(stiffness), M_inverse(mass.inverse()) {}

  /// The problem coupled_oscillator_3d.
  static Oscillator coupled() {
    Matrix3<S> M, K;
    S const ten = 10;
    M << 1, 3 / ten, 1 / ten, 3 / ten, 2, 0, 1 / ten, 0, 15 / ten;
    K << 1, 0, S(1) / 4, 0, 1, 0, S(1) / 4, 0, 1;
    return {M, K};
  }

  Vector3<S> V_q(Vector3<S> const& q) const { return K * q; }
  S energy(Vector3<S> const& q, Vector3<S> const& p) const {
    return (p.dot(M_inverse * p) + q.dot(K * q)) / 2;
  }
  Vector3<S> Y(Vector3<S> const& q) const {
    S const c = S(3) / 10;
    if (!affine) return Vector3<S>::Zero();
    return {-c * q[1], c * q[0], S(2) / 10};
  }
  static Vector3<S> mu(Vector3<S> const& q) { return {-q[1], 0, 1}; }
  S C(Vector3<S> const& q) const { return mu(q).dot(M_inverse * mu(q)); }
  /// mu_q[v, v]
  static S mu_q(Vector3<S> const& v) { return -v[1] * v[0]; }
  /// lambda of (17b).
  S lambda(PhasePoint<S> const& z) const {
    Vector3<S> const v = M_inverse * z.p;
    return (mu_q(v) - mu(z.q).dot(M_inverse * V_q(z.q))) / C(z.q);
  }
  /// Q* p
  Vector3<S> normal_part(Vector3<S> const& q, Vector3<S> const& p) const {
    return mu(q) * (mu(q).dot(M_inverse * p) / C(q));
  }

  /// q = (.5, .7, -.4), (x', y') = (.6, -.3) and z' by the constraint: cases T and T-affine of the
  /// problem.
  PhasePoint<S> start() const {
    S const ten = 10;
    Vector3<S> const q(5 / ten, 7 / ten, -4 / ten);
    Vector3<S> v(6 / ten, -3 / ten, 0);
    v[2] = mu(q).dot(Y(q) - v);
    return {q, M * v};
  }

  // ---- the discrete Lagrangians and what follows from them by definition ----

  S L(Vector3<S> const& q, Vector3<S> const& v) const { return (v.dot(M * v) - q.dot(K * q)) / 2; }
  S Ld(Vector3<S> const& q0, Vector3<S> const& q1, S h, Scheme scheme) const {
    Vector3<S> const v = (q1 - q0) / h;
    if (scheme == Scheme::a) return h * L(q0, v);
    if (scheme == Scheme::b) return h * L(q1, v);
    return h / 2 * (L(q0, v) + L(q1, v));
  }
  /// D_1 Ld or D_2 Ld by central differences, which are exact for quadratic functions.
  Vector3<S> D(int slot, Vector3<S> const& q0, Vector3<S> const& q1, S h, Scheme scheme) const {
    S const d = S(1) / 8;
    Vector3<S> slope;
    for (int i = 0; i < 3; ++i) {
      Vector3<S> const e = d * Vector3<S>::Unit(i);
      slope[i] = slot == 1 ? (Ld(q0 + e, q1, h, scheme) - Ld(q0 - e, q1, h, scheme)) / (2 * d)
                           : (Ld(q0, q1 + e, h, scheme) - Ld(q0, q1 - e, h, scheme)) / (2 * d);
    }
    return slope;
  }

  /// q_(k+1) from q_(k-1), q_k by (6), the free discrete Euler-Lagrange equations.
  Vector3<S> discrete_euler_lagrange(Vector3<S> const& before, Vector3<S> const& now, S h,
                                     Scheme scheme) const {
    return now + after_momentum(now, -D(2, before, now, h, scheme), h, scheme);
  }
  /// q' - q where D_1 Ld(q, q') has this value.
  Vector3<S> after_momentum(Vector3<S> const& q, Vector3<S> const& D1, S h, Scheme scheme) const {
    Vector3<S> const c = D(1, q, q, h, scheme);
    Matrix3<S> B;
    for (int j = 0; j < 3; ++j)
      B.col(j) = D(1, q, Vector3<S>(q + Vector3<S>::Unit(j)), h, scheme) - c;
    return linear_solution<S, 3>(B, D1 - c);
  }

  // ---- maps of T*Q ----

  /// The symplectic flow of Ld^A: kick, drift.
  PhasePoint<S> phi_a(PhasePoint<S> const& z, S h) const {
    Vector3<S> const p = z.p - h * V_q(z.q);
    return {z.q + h * M_inverse * p, p};
  }
  /// That of Ld^B: drift, kick.
  PhasePoint<S> phi_b(PhasePoint<S> const& z, S h) const {
    Vector3<S> const q = z.q + h * M_inverse * z.p;
    return {q, z.p - h * V_q(q)};
  }
  PhasePoint<S> reflected(PhasePoint<S> const& z) const {
    return {z.q, z.p - 2 * normal_part(z.q, z.p)};
  }

  // ---- (11), (12), SHAKE, (28) ----

  /// q_(k+1) from q_(k-1), q_k: Euler A (11), Euler B (12) or SHAKE (28) with q_(k-1) in its first
  /// line.
  Vector3<S> two_step(Vector3<S> const& before, Vector3<S> const& now, S h, Scheme scheme) const {
    S const s = static_cast<int>(scheme);
    Vector3<S> const row = mu(now), force = M_inverse * V_q(now);
    Vector3<S> const free = 2 * (now - before) - h * h * force;
    S const h2_lambda = row.dot(free + s * h * h * force - 2 * h * Y(now)) / C(now);
    return before + free - M_inverse * row * h2_lambda;
  }

  // ---- (13), (14), (15) ----

  /// One step of Euler A (13), Euler B (14) or RATTLE (15), of the affine form after (28).
  /// `last_kick`: 1, or for controls another factor of the force in its last line.
  NodeState<S> step(NodeState<S> const& z, S h, Scheme scheme, S last_kick = 1) const {
    S const s = static_cast<int>(scheme);
    Vector3<S> const half = z.p - h / 2 * (V_q(z.q) + mu(z.q) * z.lambda);
    NodeState<S> next;
    next.q = z.q + h * M_inverse * half;
    Vector3<S> const row = mu(next.q), force = V_q(next.q);
    next.lambda =
        row.dot(M_inverse * (half - (1 - s) * h / 2 * force) - Y(next.q)) * 2 / (h * C(next.q));
    next.p = half - h / 2 * (last_kick * force + row * next.lambda);
    return next;
  }
  /// A start that satisfies (13c), (14c) or (15c): p~_0 = p(0) -+ (h/2) Q* V_q, lambda~_0 =
  /// lambda(0).
  NodeState<S> admissible_start(S h, Scheme scheme) const {
    auto const z = start();
    S const s = static_cast<int>(scheme);
    return {z.q, z.p - s * h / 2 * normal_part(z.q, V_q(z.q)), lambda(z)};
  }
};

inline std::string method_of(Scheme scheme) {
  return scheme == Scheme::a ? "gni_euler_a" : scheme == Scheme::b ? "gni_euler_b" : "gni_rattle";
}
inline std::string name_of(Scheme scheme) {
  return scheme == Scheme::a ? "Euler A" : scheme == Scheme::b ? "Euler B" : "RATTLE";
}

/// Nodes of a method of the catalogue, steps of 0.05.
inline std::vector<Vector3<Quad>> catalogue_nodes(Study& study, std::string const& method,
                                                  long steps, std::string const& case_name = "T") {
  auto const run =
      study.execute_quad(on_test_system(method, case_name).with(RawQuad(1) / 20, steps));
  std::vector<Vector3<Quad>> nodes;
  for (auto const& q : run.q) nodes.push_back(vector3<Quad>(q));
  return nodes;
}

/// q_(k+1) from q_(k-1), q_k by the projected equations (7) or (26), the reflected ones (8) and
/// those with multipliers (9) or (27). D_1 L_d is affine in its second argument.
struct ThreeForms {
  Vector3<Quad> projected, reflected, with_multipliers;
};
/// Changes of the printed equations, for controls.
struct ChangedForms {
  Quad reflections = 2;  ///< times Q* in (8)
  bool lowered = false;  ///< mu_j in place of G^ij mu_i in (9b)
  Quad Pi = 1;           ///< factor of Pi in (27)
};
inline ThreeForms next_nodes(Oscillator<Quad> const& system, Vector3<Quad> const& q0,
                             Vector3<Quad> const& q1, Quad h, Scheme scheme,
                             ChangedForms const& changed = {}) {
  using V = Vector3<Quad>;
  V const D2 = system.D(2, q0, q1, h, scheme), c = system.D(1, q1, q1, h, scheme),
          Pi = system.M * system.Y(q1);
  Matrix3<Quad> B, Q_star;
  for (int j = 0; j < 3; ++j) {
    B.col(j) = system.D(1, q1, q1 + V::Unit(j), h, scheme) - c;
    Q_star.col(j) = system.normal_part(q1, V::Unit(j));
  }
  Matrix3<Quad> const P_star = Matrix3<Quad>::Identity() - Q_star;

  // (7) is six equations of rank three, which their normal equations solve.
  Matrix3<Quad> const PB = P_star * B, QB = Q_star * B;
  V const right_P = -P_star * V(c + D2), right_Q = -Q_star * V(c - D2 + 2 * Pi);
  Matrix3<Quad> const normal = PB.transpose() * PB + QB.transpose() * QB;
  V const normal_right = PB.transpose() * right_P + QB.transpose() * right_Q;
  V const projected = linear_solution<Quad, 3>(normal, normal_right);

  V const after = D2 - changed.reflections * (Q_star * V(D2 - Pi));
  V const reflected = linear_solution<Quad, 3>(B, -c - after);

  V const mu = system.mu(q1), raised = changed.lowered ? mu : V(system.M_inverse * mu);
  Eigen::Matrix<Quad, 4, 4> bordered = Eigen::Matrix<Quad, 4, 4>::Zero();
  bordered.topLeftCorner<3, 3>() = B;
  bordered.topRightCorner<3, 1>() = -mu;
  bordered.bottomLeftCorner<1, 3>() = raised.transpose() * B;
  Eigen::Matrix<Quad, 4, 1> right;
  right.head<3>() = -c - D2;
  right[3] = raised.dot(D2 - c - 2 * changed.Pi * Pi);
  V const with_multipliers = linear_solution<Quad, 4>(bordered, right).head<3>();
  return {q1 + projected, q1 + reflected, q1 + with_multipliers};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
