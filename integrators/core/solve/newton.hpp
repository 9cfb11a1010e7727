#pragma once

#include <cmath>

#include "integrators/core/method/method.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

/// A root and how it was found. On lanes the outcome is always ok, and a lane without a root is not
/// a number, so that it does not stop the others.
template <class S, int N>
struct Root {
  Vec<S, N> x;
  Outcome outcome = Outcome::ok;
  int iterations = 0;
};

/// Where there is a root.
template <class S, int N>
Mask<S> found(Root<S, N> const& root) {
  if constexpr (OnLanes<S>)
    return all_finite(root.x);
  else
    return root.outcome == Outcome::ok;
}

/// residual(x) and the factors of its Jacobian.
template <class S, int N>
struct Linearised {
  Vec<S, N> value;
  PivotedFactors<S, N> jacobian;
  /// Newton's change, J^-1 residual(x).
  Vec<S, N> change() const { return jacobian.solve(value); }
};
/// By dual numbers.
/// @param residual  maps Vec<T, N> to the same, for T of S and of Dual<S, N>
template <class S, int N, class Residual>
Linearised<S, N> linearised(Residual const& residual, Vec<S, N> const& x) {
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
  return {value, factors_of(jacobian)};
}

/// By the residual itself, which is then one for S alone.
template <class S, int N, class Residual>
requires requires(Residual const& residual, Vec<S, N> const& x) { residual.linearised(x); }
Linearised<S, N> linearised(Residual const& residual, Vec<S, N> const& x) {
  return residual.linearised(x);
}

/// The same at another x; where `keep`, with the Jacobian that is there.
template <class S, int N, class Residual>
void linearise_again(Linearised<S, N>& at, Residual const& residual, Vec<S, N> const& x,
                     Mask<S> keep) {
  // Each function once: it is inlined here, and is long.
  if (any(keep)) at.value = residual(x);
  if (all(keep)) return;
  auto const anew = linearised(residual, x);
  if constexpr (OnLanes<S>) {
    at.jacobian = select(keep, at.jacobian, anew.jacobian);
    at.value = select(keep, at.value, anew.value);
  } else {
    at = anew;
  }
}

/// Newton's method on residual(x) = 0. A Jacobian is kept as long as changes are at most a
/// hundredth of the one before, the first of `scale`; a change with a kept one that is larger is
/// not made, but found anew with the Jacobian at x.
/// @param scale  size against which a change of x counts as rounding
/// @param at     the residual and its Jacobian at x, if `given`
/// Stops when the change is rounding, or when it is small and no longer shrinks (the floor that
/// rounding in the residual leaves). Fails as a value after 50 iterations, on a singular Jacobian
/// or on a number that is not finite. A lane that is done waits, unchanged, for the others.
template <bool given, class S, int N, class Residual>
Root<S, N> newton_iteration(Residual const& residual, Vec<S, N> x, S scale, Linearised<S, N> at) {
  using std::sqrt;
  S const epsilon(Limits<S>::epsilon()), a_hundredth(S(1) / S(100));
  S const small = sqrt(epsilon) * scale;
  S previous = scale;
  Mask<S> running(true), kept(false), keep(false);
  for (int iteration = 1; iteration <= 50; ++iteration) {
    if (!given || iteration > 1) linearise_again(at, residual, x, Mask<S>(keep | !running));
    if (at.jacobian.singular) return {x, Outcome::singular_constraints, iteration};
    auto const change = at.change();
    S const size = largest(change);
    keep = Mask<S>(size <= a_hundredth * previous) | Mask<S>(size <= small);
    Mask<S> const moving(running & (keep | !kept));
    x = select(moving, x - change, x);
    Mask<S> const is_rounding(size <= 4 * epsilon * scale);
    Mask<S> const at_floor(Mask<S>(size <= small) & Mask<S>(2 * size >= previous));
    Mask<S> const finite = all_finite(x), done(moving & (is_rounding | at_floor));
    if constexpr (OnLanes<S>) {
      running = running & finite & !done;
      if (!any(running)) return {select(finite, x, not_numbers<S, N>()), Outcome::ok, iteration};
    } else {
      if (!finite) return {x, Outcome::non_finite, iteration};
      if (done) return {x, Outcome::ok, iteration};
    }
    previous = select(moving, size, previous);
    kept = keep;
  }
  if constexpr (OnLanes<S>)
    return {select(all_finite(x) & !running, x, not_numbers<S, N>()), Outcome::ok, 50};
  else
    return {x, Outcome::newton_diverged, 50};
}
template <class S, int N, class Residual>
Root<S, N> newton_from(Residual const& residual, Vec<S, N> const& x, S scale,
                       Linearised<S, N> const& at) {
  return newton_iteration<true>(residual, x, scale, at);
}
/// P is the problem whose equations these are.
template <class P = void, class S, int N, class Residual>
Root<S, N> newton(Residual const& residual, Vec<S, N> const& x, S scale) {
  return newton_iteration<false>(residual, x, scale, Linearised<S, N>{});
}

/// On lanes a function of its own: the compiler meets each residual once. Where everything is
/// inlined in it, vectors stay in registers.
template <OnLanes S, int N, class Residual>
[[gnu::noinline]] Root<S, N> newton_from(Residual const& residual, Vec<S, N> const& x, S scale,
                                         Linearised<S, N> const& at) {
  return newton_iteration<true>(residual, x, scale, at);
}
template <class P = void, OnLanes S, int N, class Residual>
[[gnu::noinline]] Root<S, N> newton(Residual const& residual, Vec<S, N> const& x, S scale) {
  return newton_iteration<false>(residual, x, scale, Linearised<S, N>{});
}
template <class P = void, OnLanes S, int N, class Residual>
requires newton_is_inlined_on_lanes<P>
[[gnu::noinline, gnu::flatten]] Root<S, N> newton(Residual const& residual, Vec<S, N> const& x,
                                                  S scale) {
  return newton_iteration<false>(residual, x, scale, Linearised<S, N>{});
}

}  // namespace rattleback
