#pragma once
// Maps of sections 4 to 6, in quad precision and independent of the catalogue, on a system with
// constant mass matrix M, potential V and the constraint mu(q) (q' - Y(q)) = 0, mu = (-y, 0, 1).
// Multipliers have the paper's sign: p' = -V_q - mu^T lambda.

#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using theory::distance, theory::largest_entry, theory::vector_of;
using theory::Quad, theory::Vector, theory::Matrix, theory::Vector3, theory::Matrix3;

/// Vectors and matrices of sizes up to 6, known at run time, whose products compile fast.
using SmallVector = Eigen::Matrix<Quad, Eigen::Dynamic, 1, 0, 6, 1>;
using SmallMatrix = Eigen::Matrix<Quad, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

inline double length(Vector3 const& v) { return double(theory::sqrt(v.squaredNorm())); }

/// Point of T*Q.
struct PhasePoint {
  Vector3 q, p;
};
/// State (q, p~, lambda~) of (13) and (14).
struct NodeState {
  Vector3 q, p;
  Quad lambda = 0;
};
double distance(PhasePoint const& a, PhasePoint const& b);
double distance(NodeState const& a, NodeState const& b);

/// Discrete Lagrangian: (10) A or B, or their mean (16).
enum class Scheme { a = 1, rattle = 0, b = -1 };
inline constexpr Scheme schemes[] = {Scheme::a, Scheme::rattle, Scheme::b};
std::string method_of(Scheme scheme);
std::string name_of(Scheme scheme);

/// Problem coupled_oscillator_3d, optionally with other data.
struct Oscillator {
  Matrix3 M{{1, 0.3_quad, 0.1_quad}, {0.3_quad, 2, 0}, {0.1_quad, 0, 1.5_quad}};
  Matrix3 K{{1, 0, 0.25_quad}, {0, 1, 0}, {0.25_quad, 0, 1}};
  /// Factor c of V = q^T K q/2 + c ((q1^4 + q2^4 + q3^4)/4 + q1 q2 q3).
  Quad anharmonic = 0;
  bool affine = false;  ///< true for Y = (-0.3 y, 0.3 x, 0.2) instead of 0
  Matrix3 M_inverse = theory::inverse(M);

  template <class T>
  T V(theory::VectorOf<T> const& q) const {
    T const quadratic = q.dot(K.cast<T>() * q) / T(2);
    if (anharmonic == 0) return quadratic;
    T sum = q[0] * q[1] * q[2];
    for (int i = 0; i < 3; ++i) sum += q[i] * q[i] * q[i] * q[i] / T(4);
    return quadratic + T(anharmonic) * sum;
  }
  Vector3 V_q(Vector3 const& q) const;
  Vector3 Y(Vector3 const& q) const;
  static Vector3 mu(Vector3 const& q) { return {-q[1], 0, 1}; }
  Quad C(Vector3 const& q) const { return mu(q).dot(M_inverse * mu(q)); }
  /// Quadratic term mu_q[v, v].
  static Quad mu_q(Vector3 const& v) { return -v[1] * v[0]; }
  /// Scalar mu M^-1 V_q.
  Quad normal_force(Vector3 const& q) const { return mu(q).dot(M_inverse * V_q(q)); }
  /// Multiplier lambda of (17b).
  Quad lambda(PhasePoint const& z) const;
  /// Normal part Q* p.
  Vector3 normal_part(Vector3 const& q, Vector3 const& p) const;

  /// Initial condition q = (0.5, 0.7, -0.4), (x', y') = (0.6, -0.3), with z' from the constraint:
  /// cases T and T-affine of the problem.
  PhasePoint start() const;

  // ---- discrete Lagrangians and their consequences by definition ----

  /// Discrete Lagrangian L_d(q0, q1), for vectors of numbers or of jets.
  template <class T>
  T Ld(theory::VectorOf<T> const& q0, theory::VectorOf<T> const& q1, Quad h, Scheme scheme) const {
    theory::VectorOf<T> const v = (q1 - q0) / T(h);
    T const kinetic = v.dot(M.cast<T>() * v) / T(2);
    if (scheme == Scheme::a) return T(h) * (kinetic - V<T>(q0));
    if (scheme == Scheme::b) return T(h) * (kinetic - V<T>(q1));
    return T(h) * (kinetic - (V<T>(q0) + V<T>(q1)) / T(2));
  }
  /// Derivative D_1 L_d or D_2 L_d.
  Vector3 D(int slot, Vector3 const& q0, Vector3 const& q1, Quad h, Scheme scheme) const;
  /// Derivative D_12 L_d of D_1 L_d with respect to q1, which is constant.
  Matrix3 D_12(Quad h, Scheme scheme) const;
  /// Node q_(k+1) from q_(k-1), q_k by the free discrete Euler-Lagrange equations (6).
  Vector3 discrete_euler_lagrange(Vector3 const& before, Vector3 const& now, Quad h,
                                  Scheme scheme) const;
  /// Difference q' - q for which D_1 L_d(q, q') has the value D1.
  Vector3 after_momentum(Vector3 const& q, Vector3 const& D1, Quad h, Scheme scheme) const;

  // ---- maps of T*Q ----

  /// Symplectic flow of Ld^A: kick, then drift substep.
  PhasePoint phi_a(PhasePoint const& z, Quad h) const;
  /// Symplectic flow of Ld^B: drift substep, then kick.
  PhasePoint phi_b(PhasePoint const& z, Quad h) const;
  PhasePoint reflected(PhasePoint const& z) const;

  // ---- (11), (12), SHAKE, (28) ----

  /// Multiplier lambda~_k from q_(k-1), q_k.
  Quad two_step_multiplier(Vector3 const& before, Vector3 const& now, Quad h, Scheme scheme) const;
  /// Node q_(k+1) from q_(k-1), q_k: Euler A (11), Euler B (12) or SHAKE (28) with q_(k-1) in its
  /// first line.
  Vector3 two_step(Vector3 const& before, Vector3 const& now, Quad h, Scheme scheme) const;

  // ---- (13), (14), (15) ----

  /// One step of Euler A (13), Euler B (14) or RATTLE (15), of the affine form after (28).
  /// @param last_kick  factor of the force in the last line; 1 except for controls
  NodeState step(NodeState const& z, Quad h, Scheme scheme, Quad last_kick = 1) const;
  /// Initial state that satisfies (13c), (14c) or (15c): p~_0 = p(0) -+ (h/2) Q* V_q, lambda~_0 =
  /// lambda(0).
  NodeState admissible_start(Quad h, Scheme scheme) const;
};

/// Nodes of a method of the catalogue with steps of 0.05.
std::vector<Vector3> catalogue_nodes(Study& study, std::string const& method, long steps,
                                     std::string const& case_name = "T");

/// Node q_(k+1) from q_(k-1), q_k by the projected equations (7) or (26), by the reflected
/// equations (8), and by the equations with multipliers (9) or (27), with lambda_k.
struct ThreeForms {
  Vector3 projected, reflected, with_multipliers;
  Quad lambda;
};
/// Changes of the printed equations, for controls.
struct ChangedForms {
  Quad reflections = 2;  ///< factor of Q* in (8)
  bool lowered = false;  ///< true for mu_j in place of G^ij mu_i in (9b)
  Quad Pi = 1;           ///< factor of Pi in (27)
};
ThreeForms next_nodes(Oscillator const& system, Vector3 const& q0, Vector3 const& q1, Quad h,
                      Scheme scheme, ChangedForms const& changed = {});

}  // namespace rattleback::ferraro_jimenez_martin_2015
