#pragma once
// What the paper's formulas are made of, in closed form and quad precision, on its three systems.

#include <quadmath.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

using Pair = std::array<RawQuad, 2>;

inline RawQuad dot(Pair const& a, Pair const& b) { return a[0] * b[0] + a[1] * b[1]; }

/// l_c = (G_1 v_1^2 + G_2 v_2^2)/2 - V, g' = -A r' with unit mass, multiplier f: metric, connection
/// and f depend on one coordinate c.
struct Reduced {
  int c;
  Pair G, dG;  ///< dG = dG/dr_c
  Pair A, dA;
  RawQuad f, df;
  RawQuad V;
  Pair dV;

  RawQuad square(Pair const& v) const { return G[0] * v[0] * v[0] + G[1] * v[1] * v[1]; }
  RawQuad lagrangian(Pair const& v) const { return square(v) / 2 - V; }
  RawQuad energy(Pair const& v) const { return square(v) / 2 + V; }
  /// Derivative of l_c by r.
  Pair slope(Pair const& v) const {
    Pair d{-dV[0], -dV[1]};
    d[c] += (dG[0] * v[0] * v[0] + dG[1] * v[1] * v[1]) / 2;
    return d;
  }
  /// B_12 = dA_1/dr_2 - dA_2/dr_1, the sign that (5) needs.
  RawQuad curvature() const { return c == 0 ? -dA[1] : dA[0]; }
  /// Right-hand side of (5): -(dl/dxi)^* B_ab v^b with xi = -A v.
  Pair force(Pair const& v) const {
    RawQuad const xi = -dot(A, v), B = curvature();
    return {-xi * B * v[1], xi * B * v[0]};
  }
};

/// @param S  sine of the inclination of the knife edge's plane
inline Reduced reduced_at(std::string const& problem, Pair const& r, RawQuad const& S) {
  if (problem == "knife_edge") {
    RawQuad const f = cosq(r[1]), df = -sinq(r[1]), sec2 = 1 / (f * f);
    return {1,         {sec2, 1}, {-2 * df * sec2 / f, 0}, {df / f, 0}, {-sec2, 0}, f, df,
            -r[0] * S, {-S, 0}};
  }
  bool const plain = problem == "hamiltonizable_particle";
  RawQuad const s = plain ? r[0] : sinq(r[0]), ds = plain ? RawQuad(1) : cosq(r[0]);
  RawQuad const u = 1 + s * s, f = 1 / sqrtq(u);
  return {0, {1, u}, {0, 2 * s * ds}, {0, s}, {0, ds}, f, -s * ds * f / u, 0, {0, 0}};
}

/// Sine of the inclination in the paper's data: 5 degrees.
inline RawQuad paper_slope(std::string const& problem) {
  return problem == "knife_edge" ? sinq(M_PIq / 36) : RawQuad(0);
}

/// H_c(r, P) = sum P^2/(2 f^2 G) + V, and its derivatives.
struct Hamiltonian {
  RawQuad value;
  Pair by_r, by_P;
};
inline Hamiltonian hamiltonized(Reduced const& at, Pair const& P) {
  Hamiltonian H{at.V, at.dV, {}};
  for (int a = 0; a < 2; ++a) {
    RawQuad const M = at.f * at.f * at.G[a];
    RawQuad const dM = 2 * at.f * at.df * at.G[a] + at.f * at.f * at.dG[a];
    H.value += P[a] * P[a] / (2 * M);
    H.by_r[at.c] -= P[a] * P[a] * dM / (2 * M * M);
    H.by_P[a] = P[a] / M;
  }
  return H;
}

/// Keeps the larger size; what is not a number stays.
inline void keep(double& largest, RawQuad const& value) {
  largest = larger_or_nan(largest, std::abs(double(value)));
}

/// A point of a motion: r, velocity and acceleration in t.
struct Moving {
  Pair r, v, a;
};

/// `count` points with coordinates and velocities between -1.2 and 1.2, always the same.
inline std::vector<Moving> random_points(int count) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> inside(-1.2, 1.2);
  auto const pair = [&] {
    double const first = inside(generator);
    return Pair{first, inside(generator)};
  };
  std::vector<Moving> all;
  for (int k = 0; k < count; ++k) {
    Pair const r = pair();
    all.push_back({r, pair(), {}});
  }
  return all;
}

/// Derivative at the middle one of seven values at distances d, of sixth order.
inline RawQuad middle_slope(std::array<RawQuad, 7> const& u, RawQuad const& d) {
  return (45 * (u[4] - u[2]) - 9 * (u[5] - u[1]) + (u[6] - u[0])) / (60 * d);
}
/// The seven arguments around a point.
inline std::vector<RawQuad> seven_around(RawQuad const& at, RawQuad const& d) {
  std::vector<RawQuad> all;
  for (int j = -3; j <= 3; ++j) all.push_back(at + j * d);
  return all;
}

/// Derivatives of a map of N numbers by central differences of sixth order: row i, by argument j.
/// Good to about 1e-27 where the map is of size and scale one.
template <std::size_t M, std::size_t N, class Map>
std::array<std::array<RawQuad, N>, M> derivatives(Map const& map,
                                                  std::array<RawQuad, N> const& at) {
  RawQuad const d = RawQuad(1) / 65536;
  std::array<std::array<RawQuad, N>, M> all{};
  constexpr int weights[]{0, 45, -9, 1};
  for (std::size_t j = 0; j < N; ++j)
    for (int k = -3; k <= 3; ++k) {
      if (k == 0) continue;
      auto moved = at;
      moved[j] += k * d;
      std::array<RawQuad, M> const there = map(moved);
      for (std::size_t i = 0; i < M; ++i)
        all[i][j] += (k > 0 ? 1 : -1) * weights[std::abs(k)] * there[i] / (60 * d);
    }
  return all;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
