#pragma once
// Formulas of section 3, example 4.1 and sections 4.3.1 and 4.3.2 as they are printed and as they
// should read, side by side.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Defects of a printed formula and of the right one.
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
    study.compare(id, defects.printed, defects.right, where);
}

/// D_2 D_1 L_d of the printed L_d = |q_1 - q_0|^2/(2 h^2) as a 6 x 6 bilinear form of tangent
/// vectors (u_0, u_1), h = .1, against -1/h^power times wedge or tensor products: largest
/// difference of an entry.
inline double mixed_derivative_defect(int power, bool wedge) {
  Q const h = 0.1Q;
  auto const lagrangian = [=](Numbers const& q) {
    Q sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += (q[c + 3] - q[c]) * (q[c + 3] - q[c]);
    return sum / (2 * h * h);
  };
  Numbers const q{0.3Q, -0.2Q, 0.5Q, 0.7Q, 0.1Q, -0.4Q};
  Largest most;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      // The slots q_0 of the first vector and q_1 of the second.
      Q const mixed = i < 3 && j > 2 ? derivative([&](Q s) {
        return derivative([&](Q t) {
          auto moved = q;
          moved[i] += s, moved[j] += t;
          return lagrangian(moved);
        });
      })
                                     : Q(0);
      Q const entry = j == i + 3 ? 1 : wedge && i == j + 3 ? -1 : 0;
      most(mixed + entry / (power == 1 ? h : h * h));
    }
  return most.value;
}
/// E16: -1/h and wedge products, and -1/h^2 and tensor products.
inline Defects mixed_derivative() {
  return {mixed_derivative_defect(1, true), mixed_derivative_defect(2, false)};
}

/// E18: the matrix J of a body with mass density is positive semidefinite; determinant below zero,
/// SLE-B.
inline Defects sleigh_matrix() {
  auto const body = sleigh_b();
  auto const corrected = sleigh_mass_tensor(body);
  auto printed = corrected;
  printed[1] = printed[3] = body.m * body.a;
  auto const below_zero = [](Numbers const& J) {
    auto const row = [&](std::size_t r) { return part(J, 3 * r, 3); };
    return larger_or_nan(0.0, -double(determinant({row(0), row(1), row(2)})));
  };
  return {below_zero(printed), below_zero(corrected)};
}
/// E7: by how much r, the dimension of M_c less that of the base, exceeds its bound; largest of
/// the six systems.
inline Defects dimension_of_constraint() {
  double printed = 0, corrected = 0;
  for (auto const& path : paths()) {
    double const r = double(right_tangents(path.system, path.arrow(0)).size());
    printed = larger_or_nan(printed, r - path.base_dimension());
    corrected = larger_or_nan(corrected, r - path.system.rank);
  }
  return {printed, corrected};
}

/// S0/scale: F^- of the method's first interval against the body momentum I w_0 in D_c*, SUS, h =
/// .1.
inline Defects suslov_momentum(Study& study) {
  Q const h = 0.1Q;
  auto const J = suslov_mass_tensor();
  auto const t = study.execute_quad({"suslov", "euler_poincare_suslov", "SUS", h, 1});
  auto const W = product(transposed(t.q[0]), t.q[1]);
  auto const physical = suslov(h);
  auto printed = physical;
  printed.lagrangian = [=](Arrow const& g) { return trace_of_product(g, J) / 2; };
  auto const& w = t.v[0];
  Numbers const p{(J[4] + J[8]) * w[0] - J[1] * w[1], -J[1] * w[0] + (J[0] + J[8]) * w[1]};
  return {distance(legendre_minus(printed, W), p), distance(legendre_minus(physical, W), p)};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
