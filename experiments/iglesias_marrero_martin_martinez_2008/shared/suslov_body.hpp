#pragma once
// The body of the Suslov runs in the plane of D_c, and what section 4.3.1 prints of its equations.

#include <array>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Upper left block A of the inertia and b = (I13, I23). T: double or Q.
template <class T>
struct PlanarInertia {
  T A11, A12, A22, b1, b2;

  using Pair = std::array<T, 2>;
  T determinant() const { return A11 * A22 - A12 * A12; }
  Pair momentum(Pair const& w) const { return {A11 * w[0] + A12 * w[1], A12 * w[0] + A22 * w[1]}; }
  Pair velocity(Pair const& p) const {
    T const d = determinant();
    return {(A22 * p[0] - A12 * p[1]) / d, (A11 * p[1] - A12 * p[0]) / d};
  }
  T across(Pair const& w) const { return b1 * w[0] + b2 * w[1]; }
  /// w . A w
  T twice_energy(Pair const& w) const {
    auto const p = momentum(w);
    return w[0] * p[0] + w[1] * p[1];
  }
  /// The momentum of an interval cay(sigma), times h/2: (A sigma + (b . sigma) K sigma)/(1 + s).
  Pair half_momentum(Pair const& sigma) const {
    T const s = sigma[0] * sigma[0] + sigma[1] * sigma[1], beta = across(sigma);
    auto const p = momentum(sigma);
    return {(p[0] + beta * sigma[1]) / (1 + s), (p[1] - beta * sigma[0]) / (1 + s)};
  }
  /// Determinant of the derivative of half_momentum.
  T fold(Pair const& sigma) const {
    T const s = sigma[0] * sigma[0] + sigma[1] * sigma[1], beta = across(sigma);
    auto const P = half_momentum(sigma);
    T const j11 = A11 + b1 * sigma[1] - 2 * P[0] * sigma[0];
    T const j12 = A12 + b2 * sigma[1] + beta - 2 * P[0] * sigma[1];
    T const j21 = A12 - b1 * sigma[0] - beta - 2 * P[1] * sigma[0];
    T const j22 = A22 - b2 * sigma[0] - 2 * P[1] * sigma[1];
    return (j11 * j22 - j12 * j21) / ((1 + s) * (1 + s));
  }
  /// tan(theta/2) of the first fold along the direction (cos(angle), sin(angle)) of sigma.
  T first_fold(T cosine, T sine) const {
    auto const at = [&](T r) { return fold({r * cosine, r * sine}); };
    T good = 0, step = T(1) / 128;
    while (at(good + step) > 0) good += step;
    T bad = good + step;
    for (int i = 0; i < 110 && good < bad; ++i) {
      T const middle = (good + bad) / 2;
      (at(middle) > 0 ? good : bad) = middle;
    }
    return good;
  }
  /// The steady rotation of the energy of w to which motions tend.
  Pair attractor(Pair const& w, T (*root)(T)) const {
    Pair const line{-b2, b1};
    T const size = root(twice_energy(w) / twice_energy(line));
    // (b . w)' = -(b . w) b . A^-1 (w2, -w1)
    T const side = across(velocity({line[1], -line[0]})) > 0 ? 1 : -1;
    return {side * size * line[0], side * size * line[1]};
  }
};
/// Of the case SUS.
template <class T>
PlanarInertia<T> suslov_inertia() {
  auto const J = suslov_mass_tensor();
  return {T(J[4] + J[8]), T(-J[1]), T(J[0] + J[8]), T(-J[2]), T(-J[5])};
}

/// A run of the case SUS, or from v.
inline Run suslov_run(Q step, long steps, std::optional<Numbers> v = {}) {
  return {.problem = "suslov",
          .method = "euler_poincare_suslov",
          .case_name = "SUS",
          .step = step,
          .steps = steps,
          .v = std::move(v)};
}

/// The two sides of the component rows of section 4.3.1, as printed: of Omega_1, of Omega_2.
struct SuslovRows {
  Numbers first, second;
};
inline SuslovRows suslov_rows(Numbers const& J, Numbers const& W1, Numbers const& W2) {
  auto const e = [](Numbers const& m) {
    return [&m](int i, int j) { return m[std::size_t(3 * (i - 1) + j - 1)]; };
  };
  auto const j = e(J), O = e(W1), N = e(W2);
  return {{j(2, 3) * O(3, 3) - j(3, 3) * O(3, 2) + j(2, 2) * O(2, 3) - j(2, 3) * O(2, 2) +
               j(1, 2) * O(1, 3) - j(1, 3) * O(1, 2),
           -j(1, 3) * O(3, 3) + j(3, 3) * O(3, 1) - j(1, 2) * O(2, 3) + j(2, 3) * O(2, 1) -
               j(1, 1) * O(1, 3) + j(1, 3) * O(1, 1)},
          {-j(2, 3) * N(3, 3) - j(2, 2) * N(3, 2) - j(1, 2) * N(3, 1) + j(3, 3) * N(2, 3) +
               j(2, 3) * N(2, 2) + j(1, 3) * N(2, 1),
           j(1, 3) * N(3, 3) + j(1, 2) * N(3, 2) + j(1, 1) * N(3, 1) - j(3, 3) * N(1, 3) -
               j(2, 3) * N(1, 2) - j(1, 3) * N(1, 1)}};
}

/// E_1, E_2, E_3 of section 4.3.1.
inline Numbers rotation_basis(int i) { return hat(unit_vectors(3)[std::size_t(i - 1)]); }
/// Determinant of the printed regularity condition: eta -> (Tr(E_1 W eta J), Tr(E_2 W eta J), Tr(W
/// eta E_3)).
inline Q printed_regularity(Numbers const& J, Numbers const& W) {
  Rows rows(3);
  for (int c = 1; c <= 3; ++c) {
    auto const Weta = product(W, rotation_basis(c));
    for (int r = 1; r <= 2; ++r)
      rows[std::size_t(r - 1)].push_back(trace_of_product(product(rotation_basis(r), Weta), J));
    rows[2].push_back(trace_of_product(Weta, rotation_basis(3)));
  }
  return determinant(rows);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
