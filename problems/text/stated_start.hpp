#pragma once
// Start of a case of a text: the point nearest to the written one on which the constraints hold.

#include <cmath>

#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/problem.hpp"

namespace rattleback::text {

/// Sizes that the terms of constraints are compared with, and changes that the written digits of a
/// start allow: of each coordinate, then of each velocity.
template <class P>
struct WrittenStart {
  static constexpr int count = size_of<P> + dof_of<P>;
  Vec<double, count> size{};  ///< absolute value; 1 for an entry of a rotation
  Vec<double, count> open{};  ///< half a unit of the last decimal; 0 for a whole or exact number
};

/// Returns the shortest d with B d = rho and |d_k| <= 1, by Newton's method for y in
/// B clip(B^T y) = rho. The first `rank` rows of B are orthonormal, the others zero. Without such a
/// d, the result does not satisfy the equation.
template <class S, int m, int n>
Vec<S, n> shortest_in_box(Vec<S, n> const (&B)[m], Vec<S, m> const& rho, int rank) {
  using std::abs;
  Vec<S, n> d;
  bool inside[n];
  auto const rest_at = [&](Vec<S, m> const& y) {
    d = {};
    Vec<S, m> rest{};
    for (int i = 0; i < rank; ++i) d = d + y[i] * B[i];
    for (int k = 0; k < n; ++k) {
      inside[k] = abs(d[k]) <= S(1);
      if (!inside[k]) d[k] = S(d[k] > S(0) ? 1 : -1);
    }
    for (int i = 0; i < rank; ++i) rest[i] = rho[i] - dot(B[i], d);
    return rest;
  };
  auto y = rho;
  auto rest = rest_at(y);
  for (int iteration = 0; iteration < 60; ++iteration) {
    Mat<S, m, m> H;
    S largest(0);
    for (int i = 0; i < m; ++i) {
      if (abs(rest[i]) > largest) largest = abs(rest[i]);
      for (int j = 0; j < m; ++j)
        for (int k = 0; k < n; ++k)
          if (inside[k]) H(i, j) = H(i, j) + B[i][k] * B[j][k];
      H(i, i) = H(i, i) > S(0) ? S(1 + 1e-9) * H(i, i) : S(1);
    }
    if (!(largest > S(4) * Limits<S>::epsilon())) break;
    // The rest is a gradient, which decreases along the direction: not far beyond its zero.
    auto const direction = solve(H, rest).x;
    S const slope = dot(rest, direction);
    S length(1);
    auto const from = y;
    do {
      y = from + length * direction;
      rest = rest_at(y);
      length = length / S(2);
    } while (dot(rest, direction) < -slope / S(2) && length > S(1e-30));
  }
  return d;
}

/// Moves (q, v) to the nearest point at which the constraints hold, measured in units of `open`, by
/// Gauss-Newton steps: first without bounds, so that numbers with many digits may follow those with
/// few, then within the bounds. A start at which they hold to rounding stays where it is.
/// @return false, with (q, v) unchanged, if there is no such point within `open` of each number
template <class P, class S>
bool move_within_digits(P const& system, Vec<S, size_of<P>>& q, Vec<S, dof_of<P>>& v,
                        WrittenStart<P> const& written) {
  using std::abs, std::sqrt;
  constexpr int n = WrittenStart<P>::count, m = P::constraints;
  using D = Dual<S, n>;
  auto at = q;
  auto velocity = v;
  Vec<S, n> open{};  // digits beyond those of S are rounded anyway
  for (int k = 0; k < n; ++k)
    if (written.open[k] > 0)
      open[k] = larger(S(written.open[k]), S(S(2) * Limits<S>::epsilon() * S(written.size[k])));
  Vec<S, n> moved{}, before{};  // in units of `open`
  S least(-1);                  // sum of the squares of the defects there; < 0: none
  constexpr int unbounded = 12;
  for (int iteration = 0; iteration < 100; ++iteration) {
    if (!all_finite(moved)) return false;
    for (int k = 0; k < n; ++k) {
      S& number = k < size_of<P> ? at[k] : velocity[k - size_of<P>];
      number = (k < size_of<P> ? q[k] : v[k - size_of<P>]) + moved[k] * open[k];
    }
    Vec<D, size_of<P>> seeded_q;
    Vec<D, dof_of<P>> seeded_v;
    for (int k = 0; k < n; ++k)
      if (k < size_of<P>)
        seeded_q[k] = {at[k], unit<S, n>(k)};
      else
        seeded_v[k - size_of<P>] = {velocity[k - size_of<P>], unit<S, n>(k)};
    auto const phi = constraint_of(system, seeded_q, seeded_v);
    bool holds = true;
    Vec<S, n> basis[m];  // of the rows of the derivative
    Vec<S, m> rho{};
    int rank = 0;
    S squares(0);
    for (int i = 0; i < m; ++i) {
      S terms(0);
      Vec<S, n> row{};
      for (int k = 0; k < n; ++k) {
        terms = terms + abs(phi[i].slope[k]) * (S(written.size[k]) + open[k]);
        row[k] = phi[i].slope[k] * open[k];
      }
      bool const row_holds = abs(phi[i].value) <= S(4) * Limits<S>::epsilon() * terms;
      holds = holds && row_holds;
      if (!row_holds) squares = squares + phi[i].value / terms * (phi[i].value / terms);
      // A row without open numbers, or dependent on those before, holds by their step or not at
      // all.
      S const length = sqrt(dot(row, row));
      if (!(length > S(0))) continue;
      S right = (dot(row, moved) - (row_holds ? S(0) : phi[i].value)) / length;
      row = (S(1) / length) * row;
      for (int again = 0; again < 2; ++again)
        for (int k = 0; k < rank; ++k) {
          S const along = dot(row, basis[k]);
          row = row - along * basis[k];
          right = right - along * rho[k];
        }
      S const size = sqrt(dot(row, row));
      if (!(size > S(1000) * Limits<S>::epsilon())) continue;
      basis[rank] = (S(1) / size) * row;
      rho[rank++] = right / size;
    }
    if (holds && largest(moved) <= S(1)) {
      q = at;
      v = velocity;
      return true;
    }
    if (iteration < unbounded && !holds) {
      moved = {};
      for (int i = 0; i < rank; ++i) moved = moved + rho[i] * basis[i];
      if (iteration == unbounded - 1 || !all_finite(moved)) moved = {}, iteration = unbounded;
      continue;
    }
    iteration = std::max(iteration, unbounded);
    if (least >= S(0) && squares > least) {  // half of a step that went too far
      moved = S(0.5) * (moved + before);
      continue;
    }
    if (rank == 0) return false;
    least = squares;
    before = moved;
    moved = shortest_in_box(basis, rho, rank);
  }
  return false;
}

}  // namespace rattleback::text
