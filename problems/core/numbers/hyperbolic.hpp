#pragma once

#include <cmath>

#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// (sech, tanh)(c + x) from sech(c) and tanh(c), without c: also where c is not finite.
template <class T>
Vec<T, 2> later_hyperbolic(T const& sech, T const& tanh, T const& x) {
  using std::cosh, std::sinh;
  T const C = cosh(x), S = sinh(x), denominator = C + tanh * S;
  return {sech / denominator, (S + tanh * C) / denominator};
}

}  // namespace rattleback
