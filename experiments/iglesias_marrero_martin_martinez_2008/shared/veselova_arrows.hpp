#pragma once
// Elements (gamma, Omega) of Veselova's groupoid S^2 x SO(3), section 4.4.1, and its equations in
// printed and corrected form. I = diag(1, 2, 2.5), e = (0.28, 0, 0.96), mgl = 1.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline Run veselova_run(std::string case_name, std::string start = "plain") {
  return {.problem = "veselova",
          .method = "veselova_dla",
          .case_name = std::move(case_name),
          .start = std::move(start)};
}

inline Vector3 gamma_of(Arrow const& g) { return g.head(3); }
inline Matrix3 Omega_of(Arrow const& g) { return matrix_of(g.tail(9)); }

/// Returns the interval between two states (gamma, R) of the catalogue's problem.
Arrow interval_between(Vector const& a, Vector const& b);

/// Axial vector Pi of M = Omega J - J Omega^T, J = Tr(I)/2 - I.
Vector3 momentum_vector(Matrix3 const& Omega);
/// Returns v without its component along gamma.
Vector3 across(Vector3 const& gamma, Vector3 const& v);

/// Axial vector of M_2 - Omega_1^T M_1 Omega_1 + sign mgl h^2 hat(gamma_2 x e), orthogonal to
/// gamma_2. It is zero if the matrix equation holds for some lambda. Printed: sign = 1. The control
/// has the inverse of Omega_1.
Vector3 pair_equation(Arrow const& g1, Arrow const& g2, Quad h, int sign, bool inverse = false);
/// Part of Pi_2 - Omega_1^T Pi_1 + sign mgl h^2 gamma_2 x e orthogonal to gamma_2. Printed: sign =
/// -1.
Vector3 vector_equation(Arrow const& g1, Arrow const& g2, Quad h, int sign = -1);
/// Derivative along Omega of psi = gamma . axial(Omega - Omega^T), in the body's components.
Vector3 derivative_of_psi(Vector3 const& gamma, Matrix3 const& Omega);

/// Unit vector gamma and unit axis n orthogonal to gamma.
struct AxisAcross {
  Vector3 gamma, n;
};
AxisAcross random_plane(Random& random);
/// Interval from gamma with a rotation about n.
Arrow interval_turned_by(AxisAcross const& a, Quad angle);

/// Returns the first angle in (0, pi) at which the derivative of F^- on M_c is singular.
double first_singular_angle_across(AxisAcross const& plane);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
