#pragma once

#include <algorithm>

#include "integrators/core/newton.hpp"

namespace rattleback {

/// The root of residual(x, t) at t = 1 that the root x = 0 at t = 0 is continued to.
/// @param residual  (Vec<D, N> x, S t) -> Vec<D, N>; zero at x = 0, t = 0
/// Newton's method first goes all the way. Its root is accepted as being on the branch if the
/// Jacobian's determinant has kept its sign, the root is nearly where the tangent at the last
/// accepted root points, and that one nearly where the tangent at the new root points back to; else
/// the way is halved. `no_real_root` when pieces of 1e-9 do not suffice: the branch has folded back
/// before t = 1.
template <class S, int N, class Residual>
Root<S, N> continued_root(Residual const& residual, S scale) {
  using std::abs;
  Vec<S, N> x{};
  S t(0), piece(1);
  S const smallest = S(1e-9);
  int iterations = 0;
  bool at_origin = true, positive = true;
  while (true) {
    S const target = t + piece;
    auto const at = [&](auto const& y) { return residual(y, target); };
    auto const tangent = newton_change<S, N>(at, x);
    if (at_origin) positive = tangent.positive;
    at_origin = false;
    Root<S, N> root{x, Outcome::no_real_root};
    if (!tangent.singular) root = newton(at, Vec<S, N>(x - tangent.x), scale);
    iterations += root.iterations + 1;
    bool accepted = root.outcome == Outcome::ok && root.positive == positive;
    if (accepted) {
      auto const back = [&](auto const& y) { return residual(y, t); };
      auto const tangent_back = newton_change<S, N>(back, root.x);
      ++iterations;
      S bend(0), length(0);
      for (int i = 0; i < N; ++i) {
        S const step = root.x[i] - x[i];
        bend = std::max({bend, S(abs(step + tangent.x[i])), S(abs(step - tangent_back.x[i]))});
        length = std::max(length, S(abs(step)));
      }
      accepted = bend <= length / S(4) || length <= scale * std::numeric_limits<S>::epsilon();
    }
    if (accepted) {
      x = root.x;
      t = target;
      if (!(t < S(1))) return {x, Outcome::ok, iterations, positive};
      piece = std::min(S(2) * piece, S(1) - t);
    } else {
      piece = piece / S(2);
      if (piece < smallest) return {x, Outcome::no_real_root, iterations, positive};
    }
  }
}

}  // namespace rattleback
