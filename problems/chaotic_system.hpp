#pragma once

#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

/// Chaotic system on R^(2n+1), one constraint.
///   L = |v|^2/2 - (|q|^2 + z1^2 z2^2 + sum_i yi^2 zi^2)/2
///   constraint: vx + sum_i yi vzi = 0
/// Coordinates x, y1..yn, z1..zn; unit masses and frequencies. Invariant: energy.
/// McLachlan & Perlmutter 2006, (5.5)-(5.6); the paper computes with n = 3.
template <class Scalar, int n>
struct ChaoticSystem {
  static_assert(n >= 2);
  using Real = Scalar;
  static constexpr int N = 2 * n + 1;
  using Space = R<N>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};
  static constexpr bool sampled_starts = true;
  static constexpr int potential_degree = 4;

  static constexpr std::array<Parameter<ChaoticSystem>, 0> parameters() { return {}; }

  static ProblemCard card() {
    std::vector<std::string> coordinates{"x"};
    for (char const* letter : {"y", "z"})
      for (int i = 1; i <= n; ++i) coordinates.push_back(letter + std::to_string(i));
    return {.id = "chaotic_r" + std::to_string(N),
            .name = "Chaotic system on R^" + std::to_string(N),
            .coordinates = coordinates,
            .velocities = time_derivatives(coordinates),
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "McLachlan & Perlmutter 2006, (5.5)-(5.6), n = " + std::to_string(n)};
  }

  /// IC-R is a generic start (for n = 2 its first pairs, for n > 3 continued). The last two are the
  /// starts of energy 3.06 that figures 5 and 6 use (n = 3).
  static std::vector<Case<ChaoticSystem>> cases() {
    constexpr int y[]{5, -4, 3, -2, 1}, z[]{6, -2, 7, -3, 4};
    constexpr int vy[]{2, -3, 4, -1, 3}, vz[]{5, -6, 1, 2, -4};
    Case<ChaoticSystem> generic{"IC-R", "generic start", {}, {}, {}};
    generic.q[0] = Real(1) / 10;
    for (int i = 0; i < n; ++i) {
      generic.q[1 + i] = Real(y[i % 5]) / 10;
      generic.q[1 + n + i] = Real(z[i % 5]) / 10;
      generic.v[1 + i] = Real(vy[i % 5]) / 10;
      generic.v[1 + n + i] = Real(vz[i % 5]) / 10;
    }
    std::vector<Case<ChaoticSystem>> all{generic};
    if constexpr (n == 3) {
      using std::atan;
      auto const [qh, vh] = family_h306(4 * atan(Real(1)) / 9);
      all.push_back({"H306", "family of energy 3.06 at a = pi/9", {}, qh, vh});
      auto const [qs, vs] = sampled_start(ChaoticSystem<double, n>{}, 1, 0, 3.06);
      all.push_back({"sample7",
                     "sampler's orbit 0 of seed 1 at energy 3.06",
                     {},
                     cast<Real>(qs),
                     cast<Real>(vs)});
    }
    return all;
  }

  /// One-parameter family of starts with H = 3.06 for every angle a; n = 3.
  static std::pair<Vec<Real, N>, Vec<Real, N>> family_h306(Real a) requires(n == 3) {
    using std::cos, std::sin;
    Real const ten(10), one(1);
    return {{cos(a), 6 / ten, 4 / ten, 2 / ten, one, one, one}, {Real(0), sin(a)}};
  }
  /// Orbit i of `count` of the family: a = i pi / (2 count).
  static std::pair<Vec<Real, N>, Vec<Real, N>> start_family(long i, long count) requires(n == 3) {
    using std::atan;
    return family_h306(i * (2 * atan(Real(1))) / count);
  }

  template <class T>
  T lagrangian(Vec<T, N> const& q, Vec<T, N> const& v) const {
    auto const y = [&](int i) -> T const& { return q[i]; };
    auto const z = [&](int i) -> T const& { return q[n + i]; };
    T potential = dot(q, q) + z(1) * z(1) * z(2) * z(2);
    for (int i = 1; i <= n; ++i) potential = potential + y(i) * y(i) * z(i) * z(i);
    return (dot(v, v) - potential) / 2;
  }

  template <class T>
  Vec<T, 1> constraint(Vec<T, N> const& q, Vec<T, N> const& v) const {
    Vec<T, 1> phi{v[0] + q[1] * v[n + 1]};
    for (int i = 2; i <= n; ++i) phi[0] = phi[0] + q[i] * v[n + i];
    return phi;
  }

  /// (1 + |y|^2)^(1/2), as for one pair: the reduced metric of (vy, vz) is 1 + y y^T.
  template <class T>
  T density(Vec<T, N> const& q, Vec<T, N> const&) const {
    using std::sqrt;
    T square(1);
    for (int i = 1; i <= n; ++i) square = square + q[i] * q[i];
    return sqrt(square);
  }
};

template <class Real>
using ChaoticR5 = ChaoticSystem<Real, 2>;
template <class Real>
using ChaoticR7 = ChaoticSystem<Real, 3>;
template <class Real>
using ChaoticR11 = ChaoticSystem<Real, 5>;

}  // namespace rattleback

#include "generated/chaotic_r11.hpp"
#include "generated/chaotic_r5.hpp"
#include "generated/chaotic_r7.hpp"
