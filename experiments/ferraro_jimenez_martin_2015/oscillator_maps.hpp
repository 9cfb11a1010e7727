#pragma once
// The maps of sections 4 and 5 in this experiment's own words, on a system with constant mass
// matrix M, potential q^T K q/2 and the constraint mu(q) (q' - Y) = 0, mu = (-y, 0, 1). The number
// type is double or quad. Multipliers have the paper's sign: p' = -V_q - mu^T lambda.

#include <Eigen/Dense>

#include "experiments/core/experiment.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using Quad = RawQuad;
template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

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

template <class A, class B>
auto distance(A const& a, B const& b) {
  return (a - b).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
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

  /// q = (.5, .7, -.4), q' = (.6, -.3, .42): case T of the problem.
  PhasePoint<S> start() const {
    S const ten = 10;
    Vector3<S> const q(5 / ten, 7 / ten, -4 / ten), v(6 / ten, -3 / ten, 42 / (ten * ten));
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

  // ---- (13), (14), (15) ----

  /// One step of Euler A (13), Euler B (14) or RATTLE (15).
  NodeState<S> step(NodeState<S> const& z, S h, Scheme scheme) const {
    S const s = static_cast<int>(scheme);
    Vector3<S> const half = z.p - h / 2 * (V_q(z.q) + mu(z.q) * z.lambda);
    NodeState<S> next;
    next.q = z.q + h * M_inverse * half;
    Vector3<S> const row = mu(next.q), force = V_q(next.q);
    next.lambda = row.dot(M_inverse * (half - (1 - s) * h / 2 * force)) * 2 / (h * C(next.q));
    next.p = half - h / 2 * (force + row * next.lambda);
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

}  // namespace rattleback::ferraro_jimenez_martin_2015
