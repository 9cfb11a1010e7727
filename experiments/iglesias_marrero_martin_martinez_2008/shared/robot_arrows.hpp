#pragma once
// Elements (phi_0, psi_0, phi_1, psi_1, theta, x, y) of the robot's groupoid, section 4.6.1, and
// its forces.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline Run robot_run() { return {"mobile_robot", "chaplygin_dla", "ROB"}; }

/// Returns the element of M_c over the positions (phi_0, psi_0, phi_1, psi_1) of the wheels,
/// (4.20)-(4.22) for unequal rotations.
template <class A>
VectorOf<typename A::Scalar> rolled_robot(RobotBody const& b, Eigen::MatrixBase<A> const& wheels) {
  using T = typename A::Scalar;
  T const dphi = wheels[2] - wheels[0], dpsi = wheels[3] - wheels[1], difference = dphi - dpsi;
  T const angle = b.R / (2 * b.c) * difference, ratio = b.c * (dphi + dpsi) / difference;
  return together(wheels, VectorOf<T>{{-angle, -ratio * sin(angle), ratio * (T(1) - cos(angle))}});
}

/// Returns the interval between two states (x, y, theta, phi, psi) of `mobile_robot`.
inline Arrow robot_interval(Vector const& a, Vector const& b) {
  return stacked(a.tail(2), b.tail(2), planar_increment(a.head(3), b.head(3)));
}

/// Returns the rotation angle theta at which the determinant of the Jacobian of (v, theta) -> F^-
/// first vanishes on intervals of length v, with S = sin(theta)/theta and Q = (1 -
/// cos(theta))/theta,
///   P_v = m v S - l m_0 (1 - cos(theta)) + w v,   P_w = J sin(theta) + l m_0 v Q + w c^2 theta
/// and w = 2 J_w/R^2.
inline double first_singular_turn(RobotBody const& b, double v) {
  double const m(b.m), k(b.m0l), J(b.J), c(b.c), w(2 * b.Jw / (b.R * b.R));
  return first_singular_angle([&](double t) {
    double const S = std::sin(t) / t, C = (1 - std::cos(t)) / t, dS = (std::cos(t) - S) / t,
                 dC = (std::sin(t) - C) / t;
    return (m * S + w) * (J * std::cos(t) + k * v * dC + w * c * c) -
           (m * v * dS - k * std::sin(t)) * k * C;
  });
}

/// Forces of section 4.6 at a pair of intervals, for Y = d/dphi and d/dpsi, whose lifts X in D_c
/// are -s_1 and -s_2. F^+ = -Zbar'(L_d) on the first and F^- = Z'(L_d) on the second interval.
/// Zbar' and Z' are the invariant fields X^L and X^R minus the tangents of M_c above Y: vectors of
/// the common fibre SE(2). `left` and `right` are derivatives of the reduced Lagrangian.
struct ChaplyginForces {
  Vector plus, minus, left, right;  ///< left: Y left (L~_d)(x, y), right: Y right (L~_d)(y, z)
  double off_fibre = 0;             ///< largest component of Zbar', Z' outside the common fibre
  /// Residual left - right - (F^+ + sign F^-); printed: sign = -1.
  Vector rest(int sign) const { return left - right - (plus + sign * minus); }
};
ChaplyginForces chaplygin_forces(Arrow const& g1, Arrow const& g2, Quad h, RobotBody const& b);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
