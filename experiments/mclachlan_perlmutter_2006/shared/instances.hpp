#pragma once
// Random instances of a theorem, and the number that an instance gives.

#include <fmt/format.h>

#include <random>

#include "experiments/core/measured.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/lda_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

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

/// A number with the words that say it, in which {} stands for it.
inline Measured measured(Real value, std::string const& words) {
  return {.value = double(value), .words = fmt::format(fmt::runtime(words), double(value))};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
