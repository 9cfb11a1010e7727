#pragma once
// Six examples of the paper as discrete systems, with our bodies and steps. L_d contains the factor
// that makes its momenta those of L; the paper omits the factor if it has no effect.

#include "experiments/theory/group_elements.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

using namespace theory;
using theory::Quad;  // not the class rattleback::Quad

/// Example 4.1, on the pair groupoid: arrows are (x0, y0, z0, x1, y1, z1).
DiscreteSystem particle(Quad h);

/// Returns z - x^2/2 - y^2, which is constant on paraboloids.
template <class A>
typename A::Scalar leaf(Eigen::MatrixBase<A> const& q) {
  return q[2] - q[0] * q[0] / 2 - q[1] * q[1];
}
QuadJet tilted_potential(JetVector const& q);   ///< z + x y/2
QuadJet central_potential(JetVector const& q);  ///< |q|^2/2 + |q|^4/8
/// System on the pair groupoid of R^3: L_d = |q_1 - q_0|^2/(2 h) - h (V(q_0) + V(q_1))/2 and pairs
/// of points on one paraboloid f = z - x^2/2 - y^2 = constant.
DiscreteSystem paraboloid(Quad h, QuadJet (*potential)(JetVector const&) = tilted_potential);

/// Mass tensor J of the body of the Suslov runs.
Matrix3 suslov_mass_tensor();
/// Section 4.3.1, on SO(3): L_d = -Tr(Omega J)/h, Tr(Omega E_3) = 0.
DiscreteSystem suslov(Quad h, Matrix3 const& J = suslov_mass_tensor());

/// Body of the sleigh: mass, moment of inertia about the centre of mass, coordinates a, b of the
/// centre.
struct SleighBody {
  Quad m, J, a, b;
};
inline SleighBody sleigh_a() { return {1, 1, 0.5_quad, 0}; }
inline SleighBody sleigh_b() { return {1.5_quad, 0.8_quad, 0.6_quad, 0.3_quad}; }
/// Matrix J of section 4.3.2 with the corrected entry (1, 2).
Matrix3 sleigh_mass_tensor(SleighBody const& s);
/// Section 4.3.2, on SE(2): D_c = {v2 = 0}, (1 - cos theta) x = y sin theta. Velocities are (omega,
/// v1, v2).
DiscreteSystem sleigh(Quad h, SleighBody const& body);

/// Section 4.4.1, on the action groupoid S^2 x SO(3): arrows are (gamma, Omega). I = diag(1,
/// 2, 2.5), e = (0.28, 0, 0.96).
inline Vector3 veselova_moments() { return {1, 2, 2.5_quad}; }
inline Vector3 veselova_axis() { return {0.28_quad, 0, 0.96_quad}; }
DiscreteSystem veselova(Quad h, Quad mgl, Vector3 const& inertia = veselova_moments(),
                        Vector3 const& e = veselova_axis());

/// Ball: moment of inertia, mass and radius; default: figure 2.
struct BallBody {
  Quad I = 0.4_quad, m = 1, r = 1;
};
/// Section 4.5.1, on the Atiyah groupoid (R^2 x R^2) x SO(3): arrows are (x0, y0, x1, y1, W).
/// Velocities are (dx, dy, w1, w2, w3).
DiscreteSystem ball(Quad h, Quad Omega, BallBody const& b = {});

/// Robot: masses and lengths; default: the catalogue's case ROB.
struct RobotBody {
  Quad m = 2.5_quad, J = 1.2_quad, Jw = 0.05_quad, m0l = 0.8_quad, R = 0.3_quad, c = 0.5_quad;
};
/// Robot of the samples: 2 c is not 1, as it is in the case ROB.
inline RobotBody sample_robot() { return {.c = 0.6_quad}; }
/// Section 4.6.1, on (T^2 x T^2) x SE(2): arrows are (phi0, psi0, phi1, psi1, theta, x, y).
/// Velocities are (dphi, dpsi, omega, v1, v2). M_c is (4.20)-(4.22).
DiscreteSystem robot(Quad h, RobotBody const& b = {});

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
