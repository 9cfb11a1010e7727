#pragma once

#include <cmath>

#include "integrators/core/method.hpp"
#include "problems/core/dual.hpp"
#include "problems/core/linear_solve.hpp"

namespace rattleback {

/// A root and how it was found. On lanes the outcome is always ok, and a lane without a root is not
/// a number, so that it does not stop the others.
template <class S, int N>
struct Root {
  Vec<S, N> x;
  Outcome outcome = Outcome::ok;
  int iterations = 0;
  Mask<S> positive{true};  ///< sign of the Jacobian's determinant where it was taken last
};

/// Where there is a root.
template <class S, int N>
Mask<S> found(Root<S, N> const& root) {
  if constexpr (OnLanes<S>)
    return all_finite(root.x);
  else
    return root.outcome == Outcome::ok;
}

/// Newton's change at x, J^-1 residual(x), with the Jacobian J by dual numbers.
/// @param residual  maps Vec<Dual<S, N>, N> to the same
template <class S, int N, class Residual>
Solution<S, N> newton_change(Residual const& residual, Vec<S, N> const& x) {
  using D = Dual<S, N>;
  Vec<D, N> seeded;
  for (int i = 0; i < N; ++i) seeded[i] = {x[i], unit<S, N>(i)};
  Vec<D, N> const r = residual(seeded);
  Mat<S, N, N> jacobian;
  Vec<S, N> value;
  for (int i = 0; i < N; ++i) {
    jacobian.row[i] = r[i].slope;
    value[i] = r[i].value;
  }
  return solve(jacobian, value);
}

/// Newton's method on residual(x) = 0 with the Jacobian by dual numbers.
/// @param scale     size against which a change of x counts as rounding
/// Stops when the change is rounding, or when it is small and no longer shrinks (the floor that
/// rounding in the residual leaves). Fails as a value after 50 iterations, on a singular Jacobian
/// or on a number that is not finite. A lane that is done waits, unchanged, for the others.
template <class S, int N, class Residual>
Root<S, N> newton_iteration(Residual const& residual, Vec<S, N> x, S scale) {
  using std::sqrt;
  S const epsilon(Limits<S>::epsilon());
  S previous(Limits<S>::max());
  Mask<S> running(true), positive(true);
  for (int iteration = 1; iteration <= 50; ++iteration) {
    auto const change = newton_change<S, N>(residual, x);
    if (change.singular) return {x, Outcome::singular_constraints, iteration};
    x = select(running, x - change.x, x);
    S const size = largest(change.x);
    auto const is_rounding = size <= 4 * epsilon * scale;
    auto const at_floor = (size <= sqrt(epsilon) * scale) & (2 * size >= previous);
    if constexpr (OnLanes<S>) {
      positive = select(running, change.positive, positive);
      running = running & all_finite(x) & !Mask<S>(is_rounding | at_floor);
      if (!any(running))
        return {select(all_finite(x), x, not_numbers<S, N>()), Outcome::ok, iteration, positive};
    } else {
      if (!all_finite(x)) return {x, Outcome::non_finite, iteration};
      if (is_rounding | at_floor) return {x, Outcome::ok, iteration, change.positive};
    }
    previous = size;
  }
  if constexpr (OnLanes<S>)
    return {select(all_finite(x) & !running, x, not_numbers<S, N>()), Outcome::ok, 50, positive};
  else
    return {x, Outcome::newton_diverged, 50};
}
template <class S, int N, class Residual>
Root<S, N> newton(Residual const& residual, Vec<S, N> const& x, S scale) {
  return newton_iteration(residual, x, scale);
}
/// On lanes a function of its own: inlined with all it calls it takes minutes to compile.
template <OnLanes S, int N, class Residual>
[[gnu::noinline]] Root<S, N> newton(Residual const& residual, Vec<S, N> const& x, S scale) {
  return newton_iteration(residual, x, scale);
}

}  // namespace rattleback
