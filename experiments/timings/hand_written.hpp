#pragma once

#if defined(__AVX512F__) || defined(__FMA__)
#include <immintrin.h>
#endif

namespace rattleback {

/// Hand-written (4.18) on the chaotic system with n = 3, for comparison with the templates only. q
/// = (x; y1..3; z1..3).
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
  // A(q_1) depends on y only, and the reaction (1, 0, y_h) does not move y.
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

/// Hand-written (q, v)' of that system with its multiplier eliminated, as a user would supply it to
/// a Runge-Kutta method.
inline void hand_written_motion(double const* state, double* derivative) {
  double const *q = state, *v = state + 7;
  double const y1 = q[1], y2 = q[2], y3 = q[3], z1 = q[4], z2 = q[5], z3 = q[6];
  double* const a = derivative + 7;
  for (int i = 0; i < 7; ++i) derivative[i] = v[i];
  a[0] = -q[0];
  a[1] = -(y1 + y1 * z1 * z1);
  a[2] = -(y2 + y2 * z2 * z2);
  a[3] = -(y3 + y3 * z3 * z3);
  a[4] = -(z1 + y1 * y1 * z1 + z1 * z2 * z2);
  a[5] = -(z2 + y2 * y2 * z2 + z1 * z1 * z2);
  a[6] = -(z3 + y3 * y3 * z3);
  double const along = a[0] + y1 * a[4] + y2 * a[5] + y3 * a[6];
  double const turning = v[1] * v[4] + v[2] * v[5] + v[3] * v[6];
  double const lambda = -(along + turning) / (1 + y1 * y1 + y2 * y2 + y3 * y3);
  a[0] += lambda;
  a[4] += lambda * y1;
  a[5] += lambda * y2;
  a[6] += lambda * y3;
}

#if defined(__AVX512F__) || defined(__FMA__)
#define RATTLEBACK_HAND_WRITTEN_VECTORS
// Hand-written (4.18) in vectors of the compiler, for as many orbits as a register holds, with
// intrinsics for fused operations.
#if defined(__AVX512F__)
using Register = __m512d;
inline Register spread(double x) { return _mm512_set1_pd(x); }
/// Return a b + c and c - a b.
inline Register fused(Register a, Register b, Register c) { return _mm512_fmadd_pd(a, b, c); }
inline Register less_fused(Register a, Register b, Register c) { return _mm512_fnmadd_pd(a, b, c); }
#else
using Register = __m256d;
inline Register spread(double x) { return _mm256_set1_pd(x); }
inline Register fused(Register a, Register b, Register c) { return _mm256_fmadd_pd(a, b, c); }
inline Register less_fused(Register a, Register b, Register c) { return _mm256_fnmadd_pd(a, b, c); }
#endif

struct HandWrittenOrbits {
  Register q[7], v[7];
};

inline void hand_written_leapfrog(HandWrittenOrbits& orbits, Register h, Register half,
                                  Register one) {
  auto& [q, v] = orbits;
  Register p[7], w[7];
  for (int i = 0; i < 7; ++i) p[i] = fused(half, v[i], q[i]);
  Register const yy1 = p[1] * p[1], yy2 = p[2] * p[2], yy3 = p[3] * p[3], zz1 = p[4] * p[4],
                 zz2 = p[5] * p[5], zz3 = p[6] * p[6];
  w[0] = less_fused(h, p[0], v[0]);
  w[1] = less_fused(h * p[1], one + zz1, v[1]);
  w[2] = less_fused(h * p[2], one + zz2, v[2]);
  w[3] = less_fused(h * p[3], one + zz3, v[3]);
  w[4] = less_fused(h * p[4], one + yy1 + zz2, v[4]);
  w[5] = less_fused(h * p[5], one + yy2 + zz1, v[5]);
  w[6] = less_fused(h * p[6], one + yy3, v[6]);
  Register const a1 = fused(half, w[1], p[1]), a2 = fused(half, w[2], p[2]),
                 a3 = fused(half, w[3], p[3]);
  Register const along = fused(a3, w[6], fused(a2, w[5], fused(a1, w[4], w[0])));
  Register const across = fused(a3, p[3], fused(a2, p[2], fused(a1, p[1], one)));
  Register const impulse = along / across;
  w[0] = w[0] - impulse;
  w[4] = less_fused(impulse, p[1], w[4]);
  w[5] = less_fused(impulse, p[2], w[5]);
  w[6] = less_fused(impulse, p[3], w[6]);
  for (int i = 0; i < 7; ++i) {
    q[i] = fused(half, w[i], p[i]);
    v[i] = w[i];
  }
}
#endif

}  // namespace rattleback
