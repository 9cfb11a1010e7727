#pragma once
// Elements (phi_0, psi_0, phi_1, psi_1, theta, x, y) of the robot's groupoid, section 4.6.1, and
// its formulas as printed.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline Run robot_run() { return {"mobile_robot", "chaplygin_dla", "ROB"}; }

/// The element of M_c over two positions of the wheels, (4.20)-(4.22) for unequal turns.
inline Arrow rolled_robot(RobotBody const& b, Numbers const& from, Numbers const& to) {
  Q const dphi = to[0] - from[0], dpsi = to[1] - from[1], difference = dphi - dpsi;
  Q const angle = b.R / (2 * b.c) * difference, ratio = b.c * (dphi + dpsi) / difference;
  return together(from, to, {-angle, -ratio * sinq(angle), ratio * (1 - cosq(angle))});
}

/// L_d as expanded.
inline Q printed_lagrangian(Arrow const& g, Q h, RobotBody const& b) {
  Q const dphi = g[2] - g[0], dpsi = g[3] - g[1], theta = g[4], x = g[5], y = g[6];
  return (b.m * x * x + b.m * y * y - 2 * b.m0l * x * (1 - cosq(theta)) +
          2 * b.J * (1 - cosq(theta)) + 2 * b.m0l * y * sinq(theta) +
          b.Jw * (dphi * dphi + dpsi * dpsi)) /
         (2 * h * h);
}
/// The reduced Lagrangian for unequal turns, its parenthesis closed after J (1 - cos), or at the
/// end.
inline Q printed_reduced_lagrangian(Numbers const& wheels, Q h, RobotBody const& b,
                                    bool at_the_end = false) {
  Q const dphi = wheels[2] - wheels[0], dpsi = wheels[3] - wheels[1], square = h * h;
  Q const ratio = (dphi + dpsi) / (dphi - dpsi), lost = 1 - cosq(b.R / (2 * b.c) * (dphi - dpsi));
  Q const body = (b.m * b.c * b.c * ratio * ratio * lost + b.J * lost) / square,
          of_wheels = b.Jw * (dphi * dphi + dpsi * dpsi) / (2 * square);
  return body + (at_the_end ? of_wheels / square : of_wheels);
}

/// Left less right sides of (4.23), (4.24).
inline Numbers printed_robot_equations(Arrow const& g1, Arrow const& g2, RobotBody const& b) {
  Q const theta1 = g1[4], x1 = g1[5], y1 = g1[6], theta2 = g2[4], x2 = g2[5], y2 = g2[6];
  Q const lm = b.m0l, c = b.c, m = b.m, R = b.R;
  Numbers rest;
  for (int const sign : {1, -1}) {
    std::size_t const wheel = sign > 0 ? 0 : 1;
    Q const second = g2[2 + wheel] - 2 * g1[2 + wheel] + g1[wheel];
    rest.push_back(2 * b.Jw * second -
                   (lm * R * (cosq(theta2) + cosq(theta1)) +
                    sign * b.J * R / c * (sinq(theta2) - sinq(theta1)) -
                    sign * R * cosq(theta1) / c * (lm * y1 + sign * c * m * x1) +
                    sign * R * sinq(theta1) / c * (lm * x1 - sign * c * m * y1) +
                    R / c * (c * m * x2 + sign * lm * (y2 - sign * 2 * c))));
  }
  return rest;
}

/// The interval between two states (x, y, theta, phi, psi) of `mobile_robot`.
inline Arrow robot_interval(Numbers const& a, Numbers const& b) {
  return together({a[3], a[4], b[3], b[4]}, planar_increment(a, b));
}

/// Where the determinant of the Jacobian of (v, theta) -> F^- first vanishes as the turn theta of
/// an interval of length v grows, with S = sin(theta)/theta and Q = (1 - cos(theta))/theta,
///   P_v = m v S - l m_0 (1 - cos(theta)) + w v,   P_w = J sin(theta) + l m_0 v Q + w c^2 theta
/// and w = 2 J_w/R^2.
inline double first_singular_turn(RobotBody const& b, double v) {
  double const m(b.m), k(b.m0l), J(b.J), c(b.c), w(2 * b.Jw / (b.R * b.R));
  auto const det = [&](double t) {
    double const S = std::sin(t) / t, C = (1 - std::cos(t)) / t, dS = (std::cos(t) - S) / t,
                 dC = (std::sin(t) - C) / t;
    return (m * S + w) * (J * std::cos(t) + k * v * dC + w * c * c) -
           (m * v * dS - k * std::sin(t)) * k * C;
  };
  return first_singular_angle(det);
}

/// Section 4.6 at a pair of intervals, for Y = d/dphi and d/dpsi, the lifts X in D_c of which are
/// -s_1 and -s_2. F^+ = -Zbar'(L_d) on the first and F^- = Z'(L_d) on the second interval, where
/// Zbar' and Z' are the invariant fields X^L and X^R minus the tangents of M_c above Y: vectors of
/// the common fibre SE(2). `left` and `right` are derivatives of the reduced Lagrangian.
struct ChaplyginForces {
  Numbers plus, minus, left, right;  ///< left: Y left (L~_d)(x, y), right: Y right (L~_d)(y, z)
  double off_fibre = 0;              ///< largest component of Zbar', Z' outside the common fibre
  /// left - right - (F^+ + sign F^-); printed: sign = -1
  Numbers rest(int sign) const {
    auto const force = sum(plus, times(sign, minus));
    return difference(difference(left, right), force);
  }
};
inline ChaplyginForces chaplygin_forces(Arrow const& g1, Arrow const& g2, Q h, RobotBody const& b) {
  auto const system = robot(h, b);
  ChaplyginForces forces;
  Largest off;
  for (std::size_t i = 0; i < 2; ++i) {
    auto const X = times(-1, system.distribution({})[i]);
    // M_c above the wheels' positions, of which one moves.
    auto const above = [&](Arrow const& g, std::size_t wheel, Q t) {
      auto wheels = part(g, 0, 4);
      wheels[wheel] += t;
      return rolled_robot(b, part(wheels, 0, 2), part(wheels, 2, 2));
    };
    auto const along = [&](Arrow const& g, Numbers const& Z) {
      off(largest(part(Z, 0, 4)));
      return derivative([&](Q t) { return system.lagrangian(sum(g, times(t, Z))); });
    };
    auto const first = derivative([&](Q t) { return above(g1, 2 + i, t); }),
               second = derivative([&](Q t) { return above(g2, i, -t); });
    auto const left = derivative([&](Q t) { return system.right_moved(g1, times(t, X)); }),
               right = derivative([&](Q t) { return system.left_moved(g2, times(-t, X)); });
    forces.plus.push_back(-along(g1, difference(left, first)));
    forces.minus.push_back(along(g2, difference(right, second)));
    forces.left.push_back(derivative([&](Q t) { return system.lagrangian(above(g1, 2 + i, t)); }));
    forces.right.push_back(derivative([&](Q t) { return system.lagrangian(above(g2, i, -t)); }));
  }
  forces.off_fibre = off.value;
  return forces;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
