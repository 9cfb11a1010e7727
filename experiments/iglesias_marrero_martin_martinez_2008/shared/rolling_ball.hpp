#pragma once
// The ball on a rotating table in continuous time, with the body and the step of its studies.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline Quad const ball_step = Quad(1) / 20;
/// Ball without a constant that equals 1.
inline BallBody body() { return {0.4_quad, 1.5_quad, 0.8_quad}; }

inline Matrix3 random_rotation(Random& random, double size = 1) {
  return rodrigues(random_vector(random, 3, size));
}

/// Square of the Frobenius norm.
inline Quad squared(Matrix3 const& X) { return trace_of_product(X, X.transpose()); }

/// Measures the equations of the continuous system, B12 to B15, B17 and B18, and B19.
void rolling_ball(Study& study);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
