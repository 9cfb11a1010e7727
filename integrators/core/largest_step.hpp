#pragma once

#include "integrators/core/start.hpp"

namespace rattleback {

/// The largest step in (0, h] up to which a step from z exists, by a scan and bisection, to 1e-6 of
/// h; 0 when none is found. Methods with memory are started anew at z, which some refuse where
/// their equations are singular: there is no step then.
template <class M, class P, class S>
S largest_step(M const& method, P const& system, Point<P, S> const& z, S h) {
  auto const exists = [&](S step) {
    try {
      auto memory = memory_of(method, system, z, step, StartPoint<P, S>{"plain", {}});
      return method.step(system, z, memory, step).outcome == Outcome::ok;
    } catch (Misuse const&) {
      return false;
    }
  };
  constexpr int scan = 64;
  S good(0), bad(0);
  for (int i = 1; i <= scan; ++i) {
    S const step = i == scan ? h : S(i) * h / S(scan);
    if (!exists(step)) {
      bad = step;
      break;
    }
    good = step;
  }
  if (bad == S(0)) return h;
  while (bad - good > S(1e-6) * h) {
    S const middle = (good + bad) / S(2);
    (exists(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace rattleback
