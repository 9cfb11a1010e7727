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
