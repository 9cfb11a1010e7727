#pragma once
// Time-stepping loop for a method, a system and an initial point, without registry and problem
// cards.

#include "integrators/core/method/chart.hpp"

namespace rattleback {

/// Takes n steps of size h from `start`, which has to satisfy the constraint. The method uses the
/// first starting procedure of its card. After step k = 1, 2, ..., n the function calls
///   observer(k, point, multipliers)
/// with the point (q, v), q in R^size and left-trivialised v in R^dof at the card's velocity node,
/// and with the multipliers of the step at the card's multiplier node.
/// @return outcome of the last step. A step that fails, or whose point is not finite, ends the run
/// without a call; an initial point that is not finite ends the run before the first step.
template <Method M, class P, class S, class Observer>
Outcome integrate(M const& method, P const& system, Point<P, S> const& start, S h, long n,
                  Observer&& observer) {
  using V = View<M, P>;  // P, or P in its chart
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
