#pragma once
// Random instances of a theorem, and the constraint that most have.

#include <random>

#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/lda_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// A of the contact oscillator.
inline MatrixX contact_row(VectorX const& q) {
  MatrixX a(1, 3);
  a << 1, 0, q[1];
  return a;
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
