#pragma once
// Formulas of section 3, example 4.1 and section 4.3.1 in printed and corrected form.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Defects of a printed formula and of the corrected one.
struct Defects {
  double printed, right;
};
struct Erratum {
  char const* id;
  Defects defects;
  char const* where;
};
inline void compare(Study& study, std::vector<Erratum> const& errata) {
  for (auto const& [id, defects, where] : errata)
    study.add_erratum(id, defects.printed, defects.right, where);
}

/// Largest difference of an entry between D_2 D_1 L_d of the printed L_d = |q_1 - q_0|^2/(2 h^2),
/// as a 6 x 6 bilinear form of tangent vectors (u_0, u_1) with h = 0.1, and -1/h^power times wedge
/// or tensor products.
inline double mixed_derivative_defect(int power, bool wedge) {
  Quad const h = 0.1_quad;
  auto const lagrangian = [&](auto const& q) {
    return (q.tail(3) - q.head(3)).squaredNorm() / (2 * h * h);
  };
  Vector const q{{0.3_quad, -0.2_quad, 0.5_quad, 0.7_quad, 0.1_quad, -0.4_quad}};
  // Slots q_0 of the first vector and q_1 of the second.
  Matrix mixed = Matrix::Zero(6, 6), products = Matrix::Zero(6, 6);
  mixed.topRightCorner(3, 3) = hessian<Quad>(lagrangian, q).topRightCorner(3, 3);
  products.topRightCorner(3, 3).setIdentity();
  if (wedge) products.bottomLeftCorner(3, 3) = -Matrix::Identity(3, 3);
  return largest_entry(mixed + products / (power == 1 ? h : h * h));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
