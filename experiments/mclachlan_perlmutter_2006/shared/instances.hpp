#pragma once
// Counts over random instances.

#include "experiments/core/random.hpp"
#include "experiments/theory/numbers.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Number of the instances 1 to `count`, drawn as in Study::over, for which `fails` is true.
template <class Draw, class Fails>
double number_of(int count, Draw const& draw, Fails const& fails) {
  int number = 0;
  for (int k = 1; k <= count; ++k) {
    Random random(1, k);
    number += fails(draw(random));
  }
  return number;
}

/// Vector with components in (-size, size).
template <class T>
theory::VectorOf<T> random_vector(Random& random, long n, double size = 1) {
  return theory::vector_of<T>(random.vector(std::size_t(n), size));
}

/// Draw of n numbers in (-1, 1).
template <class T = theory::Quad>
auto numbers(long n) {
  return [n](Random& random) { return random_vector<T>(random, n); };
}

}  // namespace rattleback::mclachlan_perlmutter_2006
