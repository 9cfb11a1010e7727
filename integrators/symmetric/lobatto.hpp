#pragma once
// Coefficients of the Lobatto IIIA-IIIB pairs, which are symmetric and conjugate to each other.

#include <cmath>

#include "problems/core/numbers/vec.hpp"

namespace rattleback {

template <class S, int s>
struct Lobatto {
  Vec<S, s> c, b;   ///< nodes and weights
  Mat<S, s, s> a;   ///< IIIA; its first row is zero and its last row is b
  Mat<S, s, s> ah;  ///< IIIB: ah_ij = b_j (1 - a_ji/b_i); its last column is zero
};

template <class S, int s>
Lobatto<S, s> lobatto() {
  static_assert(s >= 2 && s <= 4);
  using std::sqrt;
  Lobatto<S, s> t;
  if constexpr (s == 2) {
    S const half = S(1) / S(2);
    t.c = {S(0), S(1)};
    t.b = {half, half};
  } else if constexpr (s == 3) {
    t.c = {S(0), S(1) / S(2), S(1)};
    t.b = {S(1) / S(6), S(2) / S(3), S(1) / S(6)};
    t.a.row[1] = {S(5) / S(24), S(1) / S(3), S(-1) / S(24)};
  } else {
    S const root = sqrt(S(5));
    S const one = S(1) / S(120);
    t.c = {S(0), (S(5) - root) / S(10), (S(5) + root) / S(10), S(1)};
    t.b = {S(1) / S(12), S(5) / S(12), S(5) / S(12), S(1) / S(12)};
    t.a.row[1] = {one * (S(11) + root), one * (S(25) - root), one * (S(25) - S(13) * root),
                  one * (root - S(1))};
    t.a.row[2] = {one * (S(11) - root), one * (S(25) + S(13) * root), one * (S(25) + root),
                  one * (S(-1) - root)};
  }
  t.a.row[0] = S(0) * t.b;
  t.a.row[s - 1] = t.b;
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j)
      t.ah(i, j) = j == s - 1 ? S(0) : t.b[j] * (S(1) - t.a(j, i) / t.b[i]);
  return t;
}

}  // namespace rattleback
