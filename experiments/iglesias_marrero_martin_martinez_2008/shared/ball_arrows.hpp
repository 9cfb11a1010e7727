#pragma once
// Elements of the rolling ball's groupoid (R^2 x R^2) x SO(3), section 4.5.1, in quad precision: as
// the paper has them, (x0, y0, x1, y1, W) with W = R_1 R_0^T.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Of figure 2; the catalogue's case BALL has -3.5, BALL-opposite 3.5.
inline Q table_rate() { return Q(35) / 10; }
inline Run ball_run(std::string case_name) {
  return {"rolling_ball", "atiyah_dla", std::move(case_name)};
}

/// Tr(W E_i), i = 1, 2, 3.
inline Q trace_with(Numbers const& W, int i) {
  return trace_of_product(W, hat(unit_vectors(3)[std::size_t(i - 1)]));
}
/// The rotation W with axial(W - W^T)/2 = a, |a| <= 1, near the identity.
inline Numbers rotation_of_half_axial(Numbers const& a) {
  return rodrigues(times(1 / (1 + sqrtq(1 - dot(a, a))), a));
}
/// The element of M_c over two contact points, by (4.17) and (4.18), that turns at the rate w3.
inline Arrow rolled(Q h, Q Omega, Numbers const& from, Numbers const& to, Q w3,
                    BallBody const& b = {}) {
  Q const x = (from[0] + to[0]) / 2, y = (from[1] + to[1]) / 2;
  Numbers const a{(h * Omega * x - (to[1] - from[1])) / b.r,
                  (to[0] - from[0] + h * Omega * y) / b.r, h * w3};
  return together(from, to, rotation_of_half_axial(a));
}
/// Two composable elements.
struct ArrowPair {
  Arrow first, second;
};
/// Left-hand sides of the five equations that section 4.5.1 displays before (4.14).
inline Numbers displayed_equations(ArrowPair const& g, Q h, Q Omega, BallBody const& b) {
  auto const& [x0, y0, x1, y1, x2, y2] =
      std::tuple{g.first[0], g.first[1], g.first[2], g.first[3], g.second[2], g.second[3]};
  auto const W1 = part(g.first, 4, 9), W2 = part(g.second, 4, 9);
  auto const turn = difference(W1, W2);
  Q const square = h * h, rm = b.r * b.m;
  return {trace_with(turn, 3),
          rm * (x2 - 2 * x1 + x0) / square + b.I / (2 * square) * trace_with(turn, 2),
          rm * (y2 - 2 * y1 + y0) / square - b.I / (2 * square) * trace_with(turn, 1),
          (x2 - x1) / h + b.r * trace_with(W2, 2) / (2 * h) + Omega * (y2 + y1) / 2,
          (y2 - y1) / h - b.r * trace_with(W2, 1) / (2 * h) - Omega * (x2 + x1) / 2};
}
/// Left-hand sides of (4.14) to (4.18), with the given alpha.
inline Numbers simplified_equations(ArrowPair const& g, Q h, Q Omega, BallBody const& b, Q alpha) {
  auto equations = displayed_equations(g, h, Omega, b);
  Q const square = h * h;
  Numbers const z0 = part(g.first, 0, 2), z1 = part(g.first, 2, 2), z2 = part(g.second, 2, 2);
  Numbers simplified;
  for (int i = 0; i < 2; ++i) {
    int const other = 1 - i, sign = i == 0 ? 1 : -1;
    simplified.push_back((z2[i] - 2 * z1[i] + z0[i]) / square +
                         sign * alpha * (z2[other] - z0[other]) / (2 * h));
  }
  simplified.push_back(equations[0]);
  return together(simplified, part(equations, 3, 2));
}
/// What the theory demands of them: (X left)(L_d)(g_1) - (X right)(L_d)(g_2), X = s5', r s1' + s4',
/// r s2' - s3', over -h (the first over -I/(2 h)), and phi(g_2)/h.
inline Numbers equations_of_theory(DiscreteSystem const& s, ArrowPair const& g, Q h, Q I) {
  Numbers equations;
  for (auto const& X : s.distribution(s.target(g.first)))
    equations.push_back((left_field(s, g.first, X) - right_field(s, g.second, X)) /
                        (equations.empty() ? -I / (2 * h) : -h));
  return together(equations, times(1 / h, s.constraint(g.second)));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
