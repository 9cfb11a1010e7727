#pragma once
// Elements (gamma, Omega) of Veselova's groupoid S^2 x SO(3), section 4.4.1, and its equations as
// printed and as corrected. I = diag(1, 2, 2.5), e = (.28, 0, .96), mgl = 1.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline Run veselova_run(std::string case_name, std::string start = "plain") {
  return {.problem = "veselova",
          .method = "veselova_dla",
          .case_name = std::move(case_name),
          .start = std::move(start)};
}

/// J = Tr(I)/2 - I, the paper's bold I.
inline Numbers veselova_mass_tensor() { return diagonal(1.75Q, 0.75Q, 0.25Q); }
inline Numbers veselova_axis() { return {0.28Q, 0, 0.96Q}; }

/// The interval between two states (gamma, R) of the catalogue's problem.
inline Arrow interval_between(std::vector<Q> const& a, std::vector<Q> const& b) {
  return together(part(a, 0, 3), product(transposed(part(a, 3, 9)), part(b, 3, 9)));
}

/// M = Omega J - J Omega^T and Pi, its axial vector.
inline Numbers momentum_matrix(Numbers const& Omega) {
  auto const J = veselova_mass_tensor();
  return difference(product(Omega, J), product(J, transposed(Omega)));
}
inline Numbers momentum_vector(Numbers const& Omega) {
  return times(0.5Q, twice_axial(momentum_matrix(Omega)));
}
/// Without its component along gamma.
inline Numbers across(Numbers const& gamma, Numbers const& v) {
  return sum(v, times(-dot(gamma, v) / dot(gamma, gamma), gamma));
}

/// Axial vector of M_2 - Omega_1^T M_1 Omega_1 + sign mgl h^2 hat(gamma_2 x e), across gamma_2:
/// zero where the matrix equation holds for some lambda. Printed: sign = 1. The control has the
/// inverse of Omega_1.
inline Numbers pair_equation(Arrow const& g1, Arrow const& g2, Q h, int sign,
                             bool inverse = false) {
  auto const Omega = inverse ? transposed(part(g1, 3, 9)) : part(g1, 3, 9), gamma = part(g2, 0, 3);
  auto const moved = product(transposed(Omega), product(momentum_matrix(part(g1, 3, 9)), Omega));
  auto const force = hat(cross(gamma, veselova_axis()));
  auto const rest =
      sum(difference(momentum_matrix(part(g2, 3, 9)), moved), times(sign * h * h, force));
  return across(gamma, times(0.5Q, twice_axial(rest)));
}
/// Pi_2 - Omega_1^T Pi_1 + sign mgl h^2 gamma_2 x e, across gamma_2. Printed: sign = -1.
inline Numbers vector_equation(Arrow const& g1, Arrow const& g2, Q h, int sign = -1) {
  auto const Omega = part(g1, 3, 9), gamma = part(g2, 0, 3);
  auto const moved = applied(transposed(Omega), momentum_vector(Omega));
  auto const rest = sum(difference(momentum_vector(part(g2, 3, 9)), moved),
                        times(sign * h * h, cross(gamma, veselova_axis())));
  return across(gamma, rest);
}

/// A unit vector gamma and a unit axis n across it.
struct AxisAcross {
  Numbers gamma, n;
};
inline AxisAcross random_plane(Dice& dice) {
  auto const unit = [&] {
    auto v = dice.numbers(3, 1);
    while (dot(v, v) > 1 || dot(v, v) < 0.01Q) v = dice.numbers(3, 1);
    return times(1 / sqrtq(dot(v, v)), v);
  };
  auto const gamma = unit();
  auto const n = across(gamma, unit());
  return {gamma, times(1 / sqrtq(dot(n, n)), n)};
}
inline Arrow interval_turned_by(AxisAcross const& a, Q angle) {
  return together(a.gamma, rodrigues(times(tanq(angle / 2), a.n)));
}
inline Arrow random_interval(Dice& dice, Q angle) {
  return interval_turned_by(random_plane(dice), angle);
}

/// Determinant of the derivative of F^- on M_c in Rodrigues' vector x = tan(angle/2) (1, 0) in the
/// plane across gamma, up to a positive factor. With A, b of I in that plane (first vector n) and K
/// x = (x_2, -x_1), (1 + |x|^2) F^- = 2 (A x + (b . x) K x)/h.
inline double regularity_determinant(AxisAcross const& plane, double angle) {
  auto const n = plane.n, m = cross(plane.gamma, n);
  auto const I = [](Numbers const& a, Numbers const& b) {
    return double(a[0] * b[0] + 2 * a[1] * b[1] + 2.5Q * a[2] * b[2]);
  };
  double const A11 = I(n, n), A12 = I(n, m), A22 = I(m, m), b1 = I(n, plane.gamma),
               b2 = I(m, plane.gamma), x = std::tan(angle / 2), s = x * x;
  double const P1 = A11 * x / (1 + s), P2 = (A12 * x - b1 * x * x) / (1 + s);
  // A + (b . x) K + (K x) b^T - 2 P x^T
  double const J11 = A11 - 2 * P1 * x, J12 = A12 + b1 * x, J21 = A12 - b1 * x - x * b1 - 2 * P2 * x,
               J22 = A22 - x * b2;
  return J11 * J22 - J12 * J21;
}
/// The first angle in (0, pi) at which it vanishes.
inline double first_singular_angle(AxisAcross const& plane) {
  return theory::old::first_singular_angle(
      [&](double angle) { return regularity_determinant(plane, angle); });
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
