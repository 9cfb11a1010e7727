#pragma once

#include <cmath>

#include "integrators/core/method/method.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

/// Root of a residual, with outcome and number of iterations. On lanes the outcome is always `ok`,
/// and a lane without a root holds NaN, so that it does not stop the others.
template <class S, auto N>
struct Root {
  Vec<S, N> x;                    ///< root
  Outcome outcome = Outcome::ok;  ///< outcome
  int iterations = 0;             ///< number of iterations
};

/// True, or the lanes, where Newton's method converged.
template <class S, auto N>
Mask<S> found(Root<S, N> const& root) {
  if constexpr (OnLanes<S>)
    return all_finite(root.x);
  else
    return root.outcome == Outcome::ok;
}

/// Residual at x with the factors of its Jacobian.
template <class S, auto N>
struct Linearised {
  Vec<S, N> value;                ///< residual
  PivotedFactors<S, N> jacobian;  ///< factors of the Jacobian
  /// Returns Newton's correction J^-1 residual(x).
  Vec<S, N> change() const { return jacobian.solve(value); }
};
/// Evaluates residual and Jacobian at x by dual numbers.
/// @param residual  maps Vec<T, N> to Vec<T, N>, for T = S and T = Dual<S, N>
template <class S, auto N, class Residual>
Linearised<S, N> linearised(Residual const& residual, Vec<S, N> const& x) {
  Vec<Dual<S, N>, N> const r = residual(independent(x));
  Mat<S, N, N> jacobian;
  Vec<S, N> value;
  for (int i = 0; i < N; ++i) {
    jacobian.row[i] = r[i].slope;
    value[i] = r[i].value;
  }
  return {value, factors_of(jacobian)};
}

/// Evaluates them by `residual.linearised(x)`, which a residual over S alone has.
template <class S, auto N, class Residual>
requires requires(Residual const& residual, Vec<S, N> const& x) { residual.linearised(x); }
Linearised<S, N> linearised(Residual const& residual, Vec<S, N> const& x) {
  return residual.linearised(x);
}

/// Returns linearised(). Where Newton's method on lanes inlines the residual, this is a function of
/// its own: inlined as well, it would take three times as long to compile and save no time.
template <class P, class S, auto N, class Residual>
Linearised<S, N> linearised_apart(Residual const& residual, Vec<S, N> const& x) {
  return linearised(residual, x);
}
template <class P, OnLanes S, auto N, class Residual>
requires newton_is_inlined_on_lanes<P>
[[gnu::noinline, gnu::flatten]] Linearised<S, N> linearised_apart(Residual const& residual,
                                                                  Vec<S, N> const& x) {
  return linearised(residual, x);
}

/// Evaluates the residual at another x. Evaluates the Jacobian too, except on lanes in `reuse`.
template <class P, class S, auto N, class Residual>
void linearise_again(Linearised<S, N>& at, Residual const& residual, Vec<S, N> const& x,
                     Mask<S> reuse) {
  // One call of each function: they are long, and inlined here.
  if (any(reuse)) at.value = residual(x);
  if (all(reuse)) return;
  auto const fresh = linearised_apart<P>(residual, x);
  if constexpr (OnLanes<S>) {
    at.jacobian = select(reuse, at.jacobian, fresh.jacobian);
    at.value = select(reuse, at.value, fresh.value);
  } else {
    at = fresh;
  }
}

/// Solves residual(x) = 0 by Newton's method with a reused Jacobian; at most 50 iterations.
/// The Jacobian is reused while each correction is at most 1/100 of the previous one (the first: of
/// `scale`) or at most sqrt(epsilon) scale. A larger correction from a reused Jacobian is
/// discarded, and the Jacobian is evaluated at x. Converged if the correction is at most 4 epsilon
/// scale, or if it is at most sqrt(epsilon) scale and at least half the previous one (stagnation at
/// the rounding level of the residual).
/// @param scale  magnitude of x, for the tolerances; if sqrt(epsilon) scale is below the rounding
/// of x after the first correction, the magnitude of that x
/// @param at     residual and Jacobian at x, if `given`
/// @return root and outcome: `newton_diverged`, `singular_constraints` (singular Jacobian) or
/// `non_finite` on failure; nothing is thrown. On lanes: outcome `ok`, NaN in failed lanes;
/// converged lanes stay fixed while others iterate.
template <class P, bool given, class S, auto N, class Residual>
Root<S, N> newton_iteration(Residual const& residual, Vec<S, N> x, S scale, Linearised<S, N> at) {
  using std::sqrt;
  S const epsilon(Limits<S>::epsilon()), a_hundredth(S(1) / S(100));
  S small = sqrt(epsilon) * scale;
  S previous = scale;
  Mask<S> running(true), reused(false), reuse(false);
  for (int iteration = 1; iteration <= 50; ++iteration) {
    if (!given || iteration > 1) linearise_again<P>(at, residual, x, Mask<S>(reuse | !running));
    if (at.jacobian.singular) return {x, Outcome::singular_constraints, iteration};
    auto const change = at.change();
    S const size = largest(change);
    reuse = Mask<S>(size <= a_hundredth * previous) | Mask<S>(size <= small);
    Mask<S> const moving(running & (reuse | !reused));
    x = select(moving, x - change, x);
    if (iteration == 1) {  // x rounds by more than a scale of zero, from rest for example
      S const magnitude = largest(x);
      scale = select(Mask<S>(small < 4 * epsilon * magnitude), magnitude, scale);
      small = sqrt(epsilon) * scale;
    }
    Mask<S> const is_rounding(size <= 4 * epsilon * scale);
    Mask<S> const stagnates(Mask<S>(size <= small) & Mask<S>(2 * size >= previous));
    Mask<S> const finite = all_finite(x), done(moving & (is_rounding | stagnates));
    if constexpr (OnLanes<S>) {
      running = running & finite & !done;
      if (!any(running)) return {select(finite, x, not_numbers<S, N>()), Outcome::ok, iteration};
    } else {
      if (!finite) return {x, Outcome::non_finite, iteration};
      if (done) return {x, Outcome::ok, iteration};
    }
    previous = select(moving, size, previous);
    reused = reuse;
  }
  if constexpr (OnLanes<S>)
    return {select(all_finite(x) & !running, x, not_numbers<S, N>()), Outcome::ok, 50};
  else
    return {x, Outcome::newton_diverged, 50};
}
/// Newton's method from x, where residual and Jacobian are known.
template <class S, auto N, class Residual>
Root<S, N> newton_from(Residual const& residual, Vec<S, N> const& x, S scale,
                       Linearised<S, N> const& at) {
  return newton_iteration<void, true>(residual, x, scale, at);
}
/// Newton's method from x.
/// @tparam P  problem whose equations these are
template <class P = void, class S, auto N, class Residual>
Root<S, N> newton(Residual const& residual, Vec<S, N> const& x, S scale) {
  return newton_iteration<P, false>(residual, x, scale, Linearised<S, N>{});
}

/// Overloads for lanes are separate functions, so that each residual is compiled once. If
/// everything is inlined in them, vectors stay in registers.
template <OnLanes S, auto N, class Residual>
[[gnu::noinline]] Root<S, N> newton_from(Residual const& residual, Vec<S, N> const& x, S scale,
                                         Linearised<S, N> const& at) {
  return newton_iteration<void, true>(residual, x, scale, at);
}
template <class P = void, OnLanes S, auto N, class Residual>
[[gnu::noinline]] Root<S, N> newton(Residual const& residual, Vec<S, N> const& x, S scale) {
  return newton_iteration<P, false>(residual, x, scale, Linearised<S, N>{});
}
template <class P = void, OnLanes S, auto N, class Residual>
requires newton_is_inlined_on_lanes<P>
[[gnu::noinline, gnu::flatten]] Root<S, N> newton(Residual const& residual, Vec<S, N> const& x,
                                                  S scale) {
  return newton_iteration<P, false>(residual, x, scale, Linearised<S, N>{});
}

}  // namespace rattleback
