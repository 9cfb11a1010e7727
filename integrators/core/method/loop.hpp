#pragma once
// The loop by itself: a method, a system and a point, without registry, cards of problems or words.

#include "integrators/core/method/chart.hpp"
#include "integrators/core/method/start.hpp"

namespace rattleback {

/// n steps of size h from `start`, which lies on the constraint. The method begins in the way that
/// its card names first. After step k = 1, 2, ..., n
///   observer(k, point, multipliers)
/// is called with the point (q, v), q in R^size and left-trivialised v in R^dof, whose velocity is
/// that of the card's velocity node, and the step's multipliers, at the card's multiplier node.
/// Returns the outcome of the last step. A step that fails, or whose point is not finite, ends the
/// run and is not observed; a first point that is not finite ends the run before its first step.
template <Method M, class P, class S, class Observer>
Outcome integrate(M const& method, P const& system, Point<P, S> const& start, S h, long n,
                  Observer&& observer) {
  using V = View<M, P>;  // the system as the method sees it: a group in its chart, or as it is
  V const view = ViewOf<M, P>::of(system);
  MethodCard const card = M::card();
  StartPoint<V, S> const way{card.starts.front().name, {}};
  Point<V, S> z = initial_point(method, view, to_chart<V, P>(start), h, way);
  if (!is_finite(z)) return Outcome::non_finite;
  auto memory = memory_of(method, view, z, h, way);
  for (long k = 1; k <= n; ++k) {
    Step<V, S> const step = method.step(view, z, memory, h);
    if (step.outcome != Outcome::ok) return step.outcome;
    if (!is_finite(step.z)) return Outcome::non_finite;
    z = step.z;
    observer(k, from_chart<P, V>(z, h, card.velocity_node), step.multipliers);
  }
  return Outcome::ok;
}

}  // namespace rattleback
