#include "experiments/mclachlan_perlmutter_2006/shared/lda_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

VectorX LdaSystem::acceleration(VectorX const& q, VectorX const& v) const {
  MatrixX const a = A(q);
  VectorX const g = gradient(q);
  // Exact for polynomials up to degree six, for every difference.
  VectorX const turning = difference([&](Real s) { return VectorX(A(q + s * v) * v); }, 0.25L);
  return a.transpose() * theory::solution(a * a.transpose(), a * g - turning) - g;
}
MatrixX LdaSystem::basis(VectorX const& q) const {
  return theory::orthogonal_factor(A(q).transpose()).rightCols(k());
}

MatrixX contact_row(VectorX const& q) { return MatrixX{{1, 0, q[1]}}; }

LdaSystem contact_system(Real epsilon) {
  return {"epsilon", 3, 1, contact_row, [epsilon](VectorX const& q) {
            VectorX g = q;
            g[0] += epsilon * q[0] * q[2] * q[2];
            g[2] += epsilon * q[0] * q[0] * q[2];
            return g;
          }};
}
LdaSystem chaotic_system() {
  auto const row = [](VectorX const& q) { return MatrixX{{1, 0, 0, 0, q[1], q[2], q[3]}}; };
  return {"(5.5)", 7, 1, row, [](VectorX const& q) {
            VectorX g = q;
            g[4] += q[4] * q[5] * q[5];
            g[5] += q[4] * q[4] * q[5];
            for (int i = 1; i <= 3; ++i) {
              g[i] += q[i] * q[3 + i] * q[3 + i];
              g[3 + i] += q[i] * q[i] * q[3 + i];
            }
            return g;
          }};
}

LdaState moved(LdaSystem const& s, VectorX const& q, VectorX const& v, Real t) {
  VectorX const end = integral_curve(
      [&](VectorX const& x) {
        VectorX const velocity = x.tail(s.n);
        return theory::together(velocity, s.acceleration(x.head(s.n), velocity));
      },
      theory::together(q, v), t);
  return {end.head(s.n), end.tail(s.n)};
}
VectorX end_of(LdaSystem const& system, VectorX const& q, VectorX const& w, Real t) {
  return moved(system, q, system.basis(q) * w, t).q;
}

Real angle_between(MatrixX const& a, MatrixX const& b) {
  MatrixX const P = theory::orthogonal_factor(a).leftCols(a.cols()),
                Q = theory::orthogonal_factor(b).leftCols(b.cols());
  return theory::singular_values(Q - P * (P.transpose() * Q))[0];
}

}  // namespace rattleback::mclachlan_perlmutter_2006
