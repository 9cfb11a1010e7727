#pragma once
// The systems of section 5 without the integrators, and random instances of a theorem.

#include <random>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/lda_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// A of the contact oscillator.
inline MatrixX contact_row(VectorX const& q) {
  MatrixX a(1, 3);
  a << 1, 0, q[1];
  return a;
}

/// (5.4); (5.1) where epsilon is 0.
inline LdaSystem contact_system(Real epsilon) {
  return {"epsilon", 3, 1, contact_row, [epsilon](VectorX const& q) {
            VectorX g = q;
            g[0] += epsilon * q[0] * q[2] * q[2];
            g[2] += epsilon * q[0] * q[0] * q[2];
            return g;
          }};
}
/// (5.5)-(5.6) with n = 3.
inline LdaSystem chaotic_system() {
  auto const row = [](VectorX const& q) {
    MatrixX a = MatrixX::Zero(1, 7);
    a(0, 0) = 1;
    for (int i = 0; i < 3; ++i) a(0, 4 + i) = q[1 + i];
    return a;
  };
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

/// Numbers in [-size, size] that do not depend on the library.
class Sampler {
 public:
  explicit Sampler(unsigned seed) : engine_(seed) {}
  VectorX operator()(int n, Real size) {
    VectorX x(n);
    for (int i = 0; i < n; ++i) x[i] = size * (2 * (Real(engine_()) / 4294967296.0L) - 1);
    return x;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace rattleback::mclachlan_perlmutter_2006
