#pragma once
// Scalar equation of a step for a metric that depends on one coordinate c only: with the increment
// of c given, the equations are linear in the other increments. The roots of the scalar equation
// decide whether the step exists, and whether it is nearly ambiguous.

#include <algorithm>

#include "integrators/core/mechanics/discrete_lagrangian.hpp"
#include "integrators/core/solve/newton.hpp"
#include "integrators/hamiltonizable/scalar_roots.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

/// Increments (all coordinates) at a given increment D of coordinate c, and the residual of c's own
/// equation, in units of increments.
template <auto N, class S, class Discrete>
std::pair<Vec<S, N>, S> increments_at(Discrete const& discrete, Vec<S, N> const& r,
                                      Vec<S, N> const& p, S const& k, int c, S const& D) {
  using T = Dual<S, N>;
  // Columns of all coordinates, that of c included; the others start from 0, where the equations
  // are exact because they are linear.
  Vec<T, N> increment;
  for (int i = 0; i < N; ++i) increment[i] = {i == c ? D : S(0), unit<S, N>(i)};
  auto const a = cast<T>(r);
  auto const residual = discrete.left_momentum(a, increment, k) - cast<T>(p);
  Mat<S, N - 1, N - 1> matrix;
  Vec<S, N - 1> right;
  for (int i = 0, row = 0; i < N; ++i) {
    if (i == c) continue;
    right[row] = -residual[i].value;
    for (int j = 0, column = 0; j < N; ++j)
      if (j != c) matrix(row, column++) = residual[i].slope[j];
    ++row;
  }
  auto const others = solve_without_pivoting(matrix, right);
  Vec<S, N> full;
  for (int i = 0, next = 0; i < N; ++i) full[i] = i == c ? D : others[next++];
  return {full, k * (discrete.left_momentum(r, full, k)[c] - p[c])};
}

/// The scalar equation of a step.
template <auto N, class S>
struct ScalarEquation {
  Vec<S, N> r, p;
  S k;
  int coordinate;
  S nominal;      ///< the increment that is expected
  double window;  ///< increments that are looked at, at least

  /// The largest |D| of roots that count.
  double largest_increment() const {
    return std::max(window, 4 * std::abs(static_cast<double>(nominal)));
  }
  template <class Discrete>
  Vec<S, N> increments(Discrete const& discrete, S const& D) const {
    return increments_at(discrete, r, p, k, coordinate, D).first;
  }
  /// Returns the left-hand side of the equation. It refers to this equation and to `discrete`.
  template <class Discrete>
  ScalarFunction<S> height(Discrete const& discrete) const {
    return {[this, &discrete](S const& D) {
              return increments_at(discrete, r, p, k, coordinate, D).second;
            },
            nominal, largest_increment()};
  }
};

}  // namespace rattleback
