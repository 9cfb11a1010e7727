#pragma once
// Exact motion of a particle in R^3, with and without the constraint xdot + y zdot = 0, in extended
// precision: end, action and work of the constraint force.

#include <functional>

#include "experiments/theory/linear_algebra.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Extended precision, in which differences retain the digits of a double.
using Real = long double;
using VectorX = theory::VectorOf<Real>;
using MatrixX = theory::MatrixOf<Real>;
using Vector2 = Eigen::Matrix<Real, 2, 1>;
using Vector3 = Eigen::Matrix<Real, 3, 1>;

/// System L = |v|^2/2 - stiffness |q|^2/2 - (gyroscopic x q) . v/2, with or without xdot + y zdot =
/// 0. It is reversible if `gyroscopic` vanishes.
struct ExactSystem {
  Real stiffness = 1;
  bool constrained = true;
  Vector3 gyroscopic = Vector3::Zero();

  /// Velocity in C_q with (ydot, zdot) = w.
  static Vector3 admissible(Vector3 const& q, Vector2 const& w) {
    return {-q[1] * w[1], w[0], w[1]};
  }
  /// Force gyroscopic x v - grad V without the reaction.
  Vector3 force(Vector3 const& q, Vector3 const& v) const {
    return gyroscopic.cross(v) - stiffness * q;
  }
  /// Multiplier lambda of qddot = force + lambda (1, 0, y).
  Real multiplier(Vector3 const& q, Vector3 const& v) const {
    if (!constrained) return 0;
    Vector3 const f = force(q, v);
    return -(f[0] + q[1] * f[2] + v[1] * v[2]) / (1 + q[1] * q[1]);
  }
  /// Reaction lambda (1, 0, y).
  Vector3 reaction(Vector3 const& q, Vector3 const& v) const {
    return multiplier(q, v) * Vector3(1, 0, q[1]);
  }
};

using VectorFunction = std::function<VectorX(VectorX const&)>;
/// Solution x(t) of xdot = rate(x), by Runge-Kutta-Fehlberg steps of order 8, accurate to rounding.
VectorX integral_curve(VectorFunction const& rate, VectorX const& x, Real t);

/// Exact motion from q with velocity v over the time h.
class Motion {
 public:
  Motion(ExactSystem const& system, Vector3 const& q, Vector3 const& v, Real h);

  Vector3 end() const { return end_.head(3); }
  Vector3 end_velocity() const { return end_.segment(3, 3); }
  Real action() const { return end_[6]; }  ///< integral of L

 private:
  VectorX end_;  ///< (q, v, action)
};

/// Derivative of f at 0 by differences of sixth order.
template <class F>
auto difference(F const& f, Real d = 4e-3L) {
  using Value = std::decay_t<decltype(f(d))>;
  return Value((45 * (f(d) - f(-d)) - 9 * (f(2 * d) - f(-2 * d)) + (f(3 * d) - f(-3 * d))) /
               (60 * d));
}
/// Derivative of f at x by differences.
MatrixX jacobian(VectorFunction const& f, VectorX const& x);
/// Zero of f by Newton's method from x. For more equations than unknowns: point of least |f| by the
/// Gauss-Newton method. The step from a point with |f| < near is the last one.
VectorX nearest_zero(VectorX x, VectorFunction const& f, Real near = 0);

/// Motions from a fixed point: the fibre of s over q0, or, in reversed time, of t over q2.
struct Fibre {
  ExactSystem system;
  Vector3 base;
  Real h;

  Motion motion(Vector2 const& w) const {
    return {system, base, ExactSystem::admissible(base, w), h};
  }
  /// Basis of the space V of (7.7), one vector per column: derivatives of the end point with
  /// respect to the velocity at the base.
  MatrixX tangents(Vector2 const& w) const;
  /// Unit normal of V.
  Vector3 normal(Vector2 const& w) const;
  /// Change of w that moves the end point along u in V.
  Vector2 towards(Vector2 const& w, Vector3 const& u) const;
  /// Derivative (7.4) of the exact discrete Lagrangian if w changes by dw.
  Real lagrangian_slope(Vector2 const& w, Vector2 const& dw) const;
  /// Impulse F^+ or F^- of (7.10), (7.11): work of the constraint force on the varied motion.
  Real impulse(Vector2 const& w, Vector2 const& dw) const;
};

}  // namespace rattleback::mclachlan_perlmutter_2006
