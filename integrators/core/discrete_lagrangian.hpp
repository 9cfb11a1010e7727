#pragma once
// Two-point mechanics of a Lagrangian l(r, v) with an optional force, symmetrised over epsilon:
//   L^e(a, b) = k l((1 - e) a + e b, (b - a)/k),   L_d = (L^epsilon + L^(1 - epsilon))/2,
//   f_d(a, b) = (k/2) (F(r_epsilon, v) + F(r_(1 - epsilon), v))/2     on either side,
//   p_i = -D_1 L_d(r_i, r_(i+1)) - f_d(r_i, r_(i+1)),   p_(i+1) = D_2 L_d + f_d.
// Eliminating p gives the discrete Euler-Lagrange equations with forces.

#include <cmath>

#include "integrators/core/newton.hpp"
#include "problems/core/dual.hpp"

namespace rattleback {

/// No force beside those of the Lagrangian.
struct NoForce {
  template <class V>
  V operator()(V const& r, V const&) const {
    return 0 * r;
  }
};

/// @tparam N         dimension of r
/// @tparam L         (r, v) -> number, for every number type
/// @tparam F         (r, v) -> force
template <int N, class L, class F>
struct DiscreteLagrangian {
  L lagrangian;
  F force;
  double epsilon;

  /// p_i, on the left end of the interval.
  template <class T, class S>
  Vec<T, N> left_momentum(Vec<T, N> const& a, Vec<T, N> const& b, S const& k) const {
    return symmetrised(a, b, k, true);
  }
  /// p_(i+1), on the right end.
  template <class T, class S>
  Vec<T, N> right_momentum(Vec<T, N> const& a, Vec<T, N> const& b, S const& k) const {
    return symmetrised(a, b, k, false);
  }

 private:
  template <class T, class S>
  Vec<T, N> symmetrised(Vec<T, N> const& a, Vec<T, N> const& b, S const& k, bool left) const {
    if (epsilon == 0.5) return momentum(a, b, k, left, S(1) / S(2));
    auto const one = momentum(a, b, k, left, S(epsilon));
    auto const other = momentum(a, b, k, left, S(1) - S(epsilon));
    return S(1) / S(2) * (one + other);
  }

  template <class T, class S>
  Vec<T, N> momentum(Vec<T, N> const& a, Vec<T, N> const& b, S const& k, bool left,
                     S const& e) const {
    auto const r = (S(1) - e) * a + e * b;
    auto const v = S(1) / k * (b - a);
    using D = Dual<T, 2 * N>;
    Vec<D, N> seeded_r, seeded_v;
    for (int i = 0; i < N; ++i) {
      seeded_r[i] = {r[i], unit<T, 2 * N>(i)};
      seeded_v[i] = {v[i], unit<T, 2 * N>(N + i)};
    }
    auto const l = lagrangian(seeded_r, seeded_v);
    auto const f = force(r, v);
    Vec<T, N> p;
    for (int i = 0; i < N; ++i) {
      T const l_r = k * l.slope[i], l_v = l.slope[N + i], f_d = k / S(2) * f[i];
      p[i] = left ? l_v - (S(1) - e) * l_r - f_d : l_v + e * l_r + f_d;
    }
    return p;
  }
};

template <int N, class L, class F>
DiscreteLagrangian<N, L, F> discrete_lagrangian(L lagrangian, F force, double epsilon) {
  return {lagrangian, force, epsilon};
}

}  // namespace rattleback
