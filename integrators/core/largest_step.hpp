#pragma once

#include "integrators/core/stepper.hpp"

namespace rattleback {

/// The largest step in (0, h] up to which a step from the stepper's point exists, by a scan and
/// bisection, to 1e-6 of h; 0 when none is found.
template <class P, class S>
S largest_step(Stepper<P, S>& stepper, S h) {
  constexpr int scan = 64;
  S good(0), bad(0);
  for (int i = 1; i <= scan; ++i) {
    S const step = i == scan ? h : S(i) * h / S(scan);
    if (!stepper.has_step(step)) {
      bad = step;
      break;
    }
    good = step;
  }
  if (bad == S(0)) return h;
  while (bad - good > S(1e-6) * h) {
    S const middle = (good + bad) / S(2);
    (stepper.has_step(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace rattleback
