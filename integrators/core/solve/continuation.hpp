#pragma once

#include "integrators/core/solve/newton.hpp"

namespace rattleback {

/// Continues the root x = 0 of residual(x, 0) along the branch to a root of residual(x, 1).
/// Newton's method first tries t = 1. A root is accepted as a point of the branch if the sign of
/// the Jacobian's determinant has not changed, if the root is near the tangent at the last accepted
/// root, and if that one is near the tangent at the new root; otherwise the step in t is halved.
/// @param residual  (Vec<D, N> x, S t) -> Vec<D, N>; zero at x = 0, t = 0
/// @return root and outcome; `no_real_root` if steps of 1e-9 in t do not suffice, because the
/// branch has a fold before t = 1. Lanes are continued independently.
template <class S, auto N, class Residual>
Root<S, N> continued_root(Residual const& residual, S scale) {
  Vec<S, N> x{};
  S t(0), piece(1);
  S const smallest = S(1e-9);
  int iterations = 0;
  bool at_origin = true;
  Mask<S> positive(true), on_the_way(true);
  while (true) {
    S const target = t + piece;
    auto const at = [&](auto const& y) { return residual(y, target); };
    auto const start = linearised(at, x);
    if (at_origin) positive = start.jacobian.positive;
    at_origin = false;
    Root<S, N> root{x, Outcome::no_real_root};
    if (!start.jacobian.singular) root = newton_from(at, x, scale, start);
    iterations += root.iterations;
    Mask<S> accepted(found(root));
    if (any(accepted)) {
      auto const end = linearised(at, root.x);
      auto const step = root.x - x, tangent = start.change();
      auto const tangent_back = end.jacobian.solve(residual(root.x, t));
      ++iterations;
      S const bend = larger(largest(step + tangent), largest(step - tangent_back));
      S const length = largest(step);
      accepted = accepted & Mask<S>(!end.jacobian.singular) & (end.jacobian.positive == positive) &
                 ((bend <= length / S(4)) | (length <= scale * S(Limits<S>::epsilon())));
    }
    x = select(on_the_way & accepted, root.x, x);
    t = select(accepted, target, t);
    piece = select(accepted, smaller(S(2) * piece, S(1) - t), piece / S(2));
    auto const arrived = accepted & !(t < S(1)), lost = (!accepted) & (piece < smallest);
    if constexpr (OnLanes<S>) {
      x = select(on_the_way & lost, not_numbers<S, N>(), x);
      on_the_way = on_the_way & !(arrived | lost);
      if (!any(on_the_way)) return {x, Outcome::ok, iterations};
    } else {
      if (arrived) return {x, Outcome::ok, iterations};
      if (lost) return {x, Outcome::no_real_root, iterations};
    }
  }
}

}  // namespace rattleback
