#pragma once
// Elements of the rolling ball's groupoid (R^2 x R^2) x SO(3), section 4.5.1, in quad precision and
// the paper's coordinates (x0, y0, x1, y1, W) with W = R_1 R_0^T.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Rate of figure 2; the catalogue's case BALL has -3.5, BALL-opposite 3.5.
inline Quad table_rate() { return 3.5_quad; }
inline Run ball_run(std::string case_name) {
  return {"rolling_ball", "atiyah_dla", std::move(case_name)};
}

/// Returns Tr(W E_i), i = 1, 2, 3.
inline Quad trace_with(Matrix3 const& W, int i) { return -twice_axial(W)[i - 1]; }
/// Returns the element of M_c over two contact points, by (4.17) and (4.18), with the spin w3:
/// axial(W - W^T)/2 = a, |a| <= 1, near the identity.
inline Arrow rolled(Quad h, Quad Omega, Vector const& from, Vector const& to, Quad w3,
                    BallBody const& b = {}) {
  Vector const mean = (from + to) / 2, d = to - from;
  Vector3 const a{(h * Omega * mean[0] - d[1]) / b.r, (d[0] + h * Omega * mean[1]) / b.r, h * w3};
  return stacked(from, to, rodrigues(a / (1 + sqrt(1 - a.squaredNorm()))));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
