#pragma once
// Start of a case of a text: the point nearest to the written one on which the constraints hold.

#include <cmath>

#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/problem.hpp"

namespace rattleback::text {

/// Sizes that the terms of constraints are compared with, and changes that the written digits of a
/// start allow: of each coordinate, then of each velocity.
template <class P>
struct WrittenStart {
  static constexpr auto count = size_of<P> + dof_of<P>;
  Vec<double, count> size{};  ///< absolute value; 1 for an entry of a rotation
  Vec<double, count> open{};  ///< half a unit of the last decimal; 0 for a whole or exact number
};

/// Returns the shortest d with B d = rho and |d_k| <= 1, by Newton's method for y in
/// B clip(B^T y) = rho. The first `rank` rows of B are orthonormal, the others zero. Without
/// such a d, the result does not satisfy the equation.
template <auto m, auto n>
Vec<Quad, n> shortest_in_box(Mat<Quad, m, n> const& B, Vec<Quad, m> const& rho, int rank) {
  using std::abs;
  Vec<Quad, n> d;
  std::array<bool, capacity(n)> inside{};
  auto const rest_at = [&](Vec<Quad, m> const& y) {
    d = {};
    Vec<Quad, m> rest{};
    for (int i = 0; i < rank; ++i) d = d + y[i] * B.row[i];
    for (int k = 0; k < n; ++k) {
      inside[k] = abs(d[k]) <= Quad(1);
      if (!inside[k]) d[k] = Quad(d[k] > Quad(0) ? 1 : -1);
    }
    for (int i = 0; i < rank; ++i) rest[i] = rho[i] - dot(B.row[i], d);
    return rest;
  };
  auto y = rho;
  auto rest = rest_at(y);
  for (int iteration = 0; iteration < 60; ++iteration) {
    Mat<Quad, m, m> H;
    Quad largest(0);
    for (int i = 0; i < m; ++i) {
      if (abs(rest[i]) > largest) largest = abs(rest[i]);
      for (int j = 0; j < m; ++j)
        for (int k = 0; k < n; ++k)
          if (inside[k]) H(i, j) = H(i, j) + B(i, k) * B(j, k);
      H(i, i) = H(i, i) > Quad(0) ? Quad(1 + 1e-9) * H(i, i) : Quad(1);
    }
    if (!(largest > Quad(4) * Limits<Quad>::epsilon())) break;
    // The rest is a gradient, which decreases along the direction: not far beyond its zero.
    auto const direction = solve(H, rest).x;
    Quad const slope = dot(rest, direction);
    Quad part(1);
    auto const from = y;
    do {
      y = from + part * direction;
      rest = rest_at(y);
      part = part / Quad(2);
    } while (dot(rest, direction) < -slope / Quad(2) && part > Quad(1e-30));
  }
  return d;
}

/// Moves (q, v) to the nearest point at which the constraints hold, measured in units of `open`, by
/// Gauss-Newton steps: first without bounds, so that numbers with many digits may follow those with
/// few, then within the bounds. The rounding of each constraint counts as one more open number, so
/// that numbers of 16 and of six digits may be in one start. A start at which the constraints
/// hold to rounding stays where it is. Computed in quad numbers: such rows differ by less than a
/// double resolves.
/// @return false, with (q, v) unchanged, if there is no such point within `open` of each number
template <class P, class S>
bool move_within_digits(P const& system, Vec<S, size_of<P>>& q, Vec<S, dof_of<P>>& v,
                        WrittenStart<P> const& written) {
  using std::abs, std::sqrt;
  static constexpr auto n = WrittenStart<P>::count, m = P::constraints;
  using D = Dual<Quad, n>;
  Quad const epsilon = Limits<S>::epsilon();
  auto const stated_q = cast<Quad>(q);
  auto const stated_v = cast<Quad>(v);
  auto at = stated_q;
  auto velocity = stated_v;
  Vec<Quad, n> open{};  // digits beyond those of S are rounded anyway
  for (int k = 0; k < n; ++k)
    if (written.open[k] > 0)
      open[k] = larger(Quad(written.open[k]), Quad(Quad(2) * epsilon * Quad(written.size[k])));
  Vec<Quad, n> moved{}, before{};  // in units of `open`
  Quad least(-1);  // sum of the squares of the defects at `before`, within the bounds; < 0: none
  constexpr int unbounded = 40;
  for (int iteration = 0; iteration < 140; ++iteration) {
    if (!all_finite(moved)) return false;
    for (int k = 0; k < n; ++k) {
      Quad& number = k < size_of<P> ? at[k] : velocity[k - length(size_of<P>)];
      number =
          (k < size_of<P> ? stated_q[k] : stated_v[k - length(size_of<P>)]) + moved[k] * open[k];
    }
    Vec<D, size_of<P>> seeded_q;
    Vec<D, dof_of<P>> seeded_v;
    for (int k = 0; k < n; ++k)
      if (k < size_of<P>)
        seeded_q[k] = {at[k], unit<Quad, n>(k)};
      else
        seeded_v[k - length(size_of<P>)] = {velocity[k - length(size_of<P>)], unit<Quad, n>(k)};
    auto const phi = constraint_of(system, seeded_q, seeded_v);
    bool holds = true;
    Mat<Quad, m, n + m> basis;  // of the rows of the derivative, with the rounding of each row
    Vec<Quad, m> rho{};
    int rank = 0;
    Quad squares(0);
    for (int i = 0; i < m; ++i) {
      Quad terms(0), reached(0);
      Vec<Quad, n + m> row{};
      for (int k = 0; k < n; ++k) {
        terms = terms + abs(phi[i].slope[k]) * (Quad(written.size[k]) + open[k]);
        row[k] = phi[i].slope[k] * open[k];
        reached = reached + row[k] * moved[k];
      }
      Quad const rounding = Quad(4) * epsilon * terms;
      bool const row_holds = abs(phi[i].value) <= rounding;
      holds = holds && row_holds;
      if (!row_holds) squares = squares + phi[i].value / terms * (phi[i].value / terms);
      row[n + i] = rounding / Quad(2);
      Quad const size_of_row = sqrt(dot(row, row));
      if (!(size_of_row > Quad(0))) continue;
      Quad right = (reached - (row_holds ? Quad(0) : phi[i].value)) / size_of_row;
      row = (Quad(1) / size_of_row) * row;
      for (int again = 0; again < 2; ++again)
        for (int k = 0; k < rank; ++k) {
          Quad const along = dot(row, basis.row[k]);
          row = row - along * basis.row[k];
          right = right - along * rho[k];
        }
      Quad const size = sqrt(dot(row, row));
      if (!(size > Quad(1000) * Limits<Quad>::epsilon())) continue;  // depends on the rows before
      basis.row[rank] = (Quad(1) / size) * row;
      rho[rank++] = right / size;
    }
    if (holds && largest(moved) <= Quad(1)) {
      q = cast<S>(at);
      v = cast<S>(velocity);
      return true;
    }
    if (iteration < unbounded && !holds) {
      moved = {};
      for (int i = 0; i < rank; ++i)
        for (int k = 0; k < n; ++k) moved[k] = moved[k] + rho[i] * basis(i, k);
      if (iteration == unbounded - 1 || !all_finite(moved)) moved = {}, iteration = unbounded;
      continue;
    }
    iteration = std::max(iteration, unbounded);
    if (least >= Quad(0) && squares > least) {  // half of a step that went too far
      moved = Quad(0.5) * (moved + before);
      continue;
    }
    if (rank == 0) return false;
    if (largest(moved) <= Quad(1)) least = squares;
    before = moved;
    auto const step = shortest_in_box(basis, rho, rank);
    for (int k = 0; k < n; ++k) moved[k] = step[k];
  }
  return false;
}

}  // namespace rattleback::text
