#pragma once

namespace rattleback {

/// (4.18) on the chaotic system with n = 3, written out by hand: what the templates are measured
/// against. q = (x; y1..3; z1..3).
inline void hand_written_leapfrog(double* q, double* v, double h) {
  double const half = h / 2;
  double p[7], w[7];
  for (int i = 0; i < 7; ++i) p[i] = q[i] + half * v[i];
  double const y1 = p[1], y2 = p[2], y3 = p[3], z1 = p[4], z2 = p[5], z3 = p[6];
  w[0] = v[0] - h * p[0];
  w[1] = v[1] - h * (y1 + y1 * z1 * z1);
  w[2] = v[2] - h * (y2 + y2 * z2 * z2);
  w[3] = v[3] - h * (y3 + y3 * z3 * z3);
  w[4] = v[4] - h * (z1 + y1 * y1 * z1 + z1 * z2 * z2);
  w[5] = v[5] - h * (z2 + y2 * y2 * z2 + z1 * z1 * z2);
  w[6] = v[6] - h * (z3 + y3 * y3 * z3);
  // A(q_1) sees y only, and the reaction (1, 0, y_h) does not move y.
  double const a1 = y1 + half * w[1], a2 = y2 + half * w[2], a3 = y3 + half * w[3];
  double const impulse =
      -(w[0] + a1 * w[4] + a2 * w[5] + a3 * w[6]) / (1 + a1 * y1 + a2 * y2 + a3 * y3);
  w[0] += impulse;
  w[4] += impulse * y1;
  w[5] += impulse * y2;
  w[6] += impulse * y3;
  for (int i = 0; i < 7; ++i) {
    q[i] = p[i] + half * w[i];
    v[i] = w[i];
  }
}

}  // namespace rattleback
