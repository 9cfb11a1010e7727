#pragma once
// Formulas of section 3, example 4.1 and sections 4.3.1 and 4.3.2 as they are printed and as they
// should read, side by side.

#include "experiments/core/misprint.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/group_runs.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/systems.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// E10: D_2 D_1 L_d of the printed L_d = |q_1 - q_0|^2/(2 h^2) as a 6 x 6 bilinear form of tangent
/// vectors (u_0, u_1), h = .1, against both readings: largest difference of an entry.
inline Readings mixed_derivative() {
  Q const h = 0.1Q;
  auto const lagrangian = [=](Numbers const& q) {
    Q sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += (q[c + 3] - q[c]) * (q[c + 3] - q[c]);
    return sum / (2 * h * h);
  };
  Numbers const q{0.3Q, -0.2Q, 0.5Q, 0.7Q, 0.1Q, -0.4Q};
  Largest printed, corrected;
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
      Q const wedge = j == i + 3 ? 1 : i == j + 3 ? -1 : 0, tensor = j == i + 3 ? 1 : 0;
      printed(double(absolute(mixed + wedge / h)));
      corrected(double(absolute(mixed + tensor / (h * h))));
    }
  return {printed.value, corrected.value};
}

/// E11: the matrix J of a body with mass density is positive semidefinite; determinant below zero,
/// SLE-B.
inline Readings sleigh_matrix() {
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
/// E11/dimension: the entry (1, 2) is an area integral of x y, whatever the unit of length: change
/// of J_12 over its factor when all lengths are doubled.
inline Readings dimension_of_entry() {
  auto const body = sleigh_b();
  auto const entry = [&](Q scale, bool corrected) {
    return corrected ? body.m * (scale * body.a) * (scale * body.b) : body.m * (scale * body.a);
  };
  auto const defect = [&](bool corrected) {
    return double(absolute(entry(2, corrected) / (4 * entry(1, corrected)) - 1));
  };
  return {defect(false), defect(true)};
}

/// E13: by how much r, the dimension of M_c less that of the base, exceeds its bound; largest of
/// the six systems.
inline Readings dimension_of_constraint() {
  Q const h = 0.1Q;
  double printed = 0, corrected = 0;
  for (auto const& s :
       {particle(h), suslov(h), sleigh(h, sleigh_a()), veselova(h, 0), ball(h, 1), robot(h)}) {
    Numbers base = s.name == "Veselova" ? Numbers{0.6Q, 0, 0.8Q} : Numbers(8, Q(0.1Q));
    base.resize(s.name == "particle" || s.name == "Veselova" ? 3
                : s.name == "ball" || s.name == "robot"      ? 2
                                                             : 0);
    // The sphere is given by three numbers.
    double const m = s.name == "Veselova" ? 2 : double(base.size());
    double const r = double(right_tangents(s, s.unit(base)).size());
    printed = larger_or_nan(printed, r - m);
    corrected = larger_or_nan(corrected, r - s.rank);
  }
  return {printed, corrected};
}

/// E14: F^- of the method's first interval against the body momentum I w_0 in D_c*, SUS, h = .1.
inline Readings suslov_momentum() {
  Q const h = 0.1Q;
  auto const J = suslov_mass_tensor();
  auto const t = GroupRun{"suslov", "SUS", "euler_poincare_suslov", h, 1}.in_quad();
  auto const W = product(transposed(t.q[0]), t.q[1]);
  auto const physical = suslov(h);
  auto printed = physical;
  printed.lagrangian = [=](Arrow const& g) { return trace_of_product(g, J) / 2; };
  auto const& w = t.v[0];
  Numbers const p{(J[4] + J[8]) * w[0] - J[1] * w[1], -J[1] * w[0] + (J[0] + J[8]) * w[1]};
  return {distance(legendre_minus(printed, W), p), distance(legendre_minus(physical, W), p)};
}
/// E14/equations: the equations of motion do not tell the readings apart: largest rest along 20
/// steps, of each.
inline Readings suslov_rests() {
  Q const h = 0.1Q;
  auto const J = suslov_mass_tensor();
  auto const t = GroupRun{"suslov", "SUS", "euler_poincare_suslov", h, 20}.in_quad();
  auto const physical = suslov(h);
  auto printed = physical;
  printed.lagrangian = [=](Arrow const& g) { return trace_of_product(g, J) / 2; };
  Largest of_printed, of_physical;
  for (std::size_t k = 0; k + 2 < t.q.size(); ++k) {
    auto const W1 = product(transposed(t.q[k]), t.q[k + 1]);
    auto const W2 = product(transposed(t.q[k + 1]), t.q[k + 2]);
    of_printed(distance(legendre_plus(printed, W1), legendre_minus(printed, W2)));
    of_physical(distance(legendre_plus(physical, W1), legendre_minus(physical, W2)));
  }
  return {of_printed.value, of_physical.value};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
