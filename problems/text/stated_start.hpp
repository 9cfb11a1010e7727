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

/// Moves (q, v) to the nearest point at which the constraints hold, measured in units of `open`,
/// by Gauss-Newton steps. A start at which they hold to rounding stays where it is.
/// @return false, with (q, v) unchanged, if there is no such point within `open` of each number
template <class P, class S>
bool move_within_digits(P const& system, Vec<S, size_of<P>>& q, Vec<S, dof_of<P>>& v,
                        WrittenStart<P> const& written) {
  using std::abs;
  constexpr int n = WrittenStart<P>::count, m = P::constraints;
  using D = Dual<S, n>;
  auto at = q;
  auto velocity = v;
  Vec<S, n> moved{};  // in units of `open`
  bool free[n];
  for (int k = 0; k < n; ++k) free[k] = written.open[k] > 0;
  for (int iteration = 0; iteration < 8 + n; ++iteration) {
    Vec<D, size_of<P>> seeded_q;
    Vec<D, dof_of<P>> seeded_v;
    for (int k = 0; k < n; ++k)
      if (k < size_of<P>)
        seeded_q[k] = {at[k], unit<S, n>(k)};
      else
        seeded_v[k - size_of<P>] = {velocity[k - size_of<P>], unit<S, n>(k)};
    auto const phi = constraint_of(system, seeded_q, seeded_v);
    bool holds = true;
    Mat<S, m, n> J;
    Mat<S, m, m> gram;
    Vec<S, m> defect;
    for (int i = 0; i < m; ++i) {
      S terms(0);
      defect[i] = phi[i].value;
      for (int k = 0; k < n; ++k) {
        terms = terms + abs(phi[i].slope[k]) * S(written.size[k]);
        J(i, k) = free[k] ? phi[i].slope[k] * S(written.open[k]) : S(0);
      }
      holds = holds && abs(defect[i]) <= S(4) * Limits<S>::epsilon() * terms;
    }
    if (holds) {
      q = at;
      v = velocity;
      return true;
    }
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) gram(i, j) = dot(J.row[i], J.row[j]);
    auto const solved = solve(gram, defect);
    if (solved.singular) return false;
    for (int k = 0; k < n; ++k) {
      if (!free[k]) continue;
      S to = moved[k];
      for (int i = 0; i < m; ++i) to = to - J(i, k) * solved.x[i];
      if (!(abs(to) < S(1))) {  // the digits allow no more: the others move on
        if (to != to) return false;
        to = to > S(0) ? S(1) : S(-1);
        free[k] = false;
      }
      S const change = (to - moved[k]) * S(written.open[k]);
      moved[k] = to;
      S& number = k < size_of<P> ? at[k] : velocity[k - size_of<P>];
      number = number + change;
    }
  }
  return false;
}

}  // namespace rattleback::text
