#pragma once
// Starting procedures: initial point and internal state of a method.

#include "integrators/core/method/method_card.hpp"

namespace rattleback {

/// Returns the internal state of a method at its first point.
template <class M, class P, class S>
auto memory_of(M const& method, P const& system, Point<P, S> const& z, S h,
               StartPoint<P, S> const& start = {}) {
  if constexpr (HasMemoryOfStart<M, P, S>)
    return method.memory(system, z, h, start);
  else if constexpr (HasMemory<M, P, S>)
    return method.memory(system, z, h);
  else
    return NoMemory{};
}

/// Returns the first point of a method from the initial condition z.
template <class M, class P, class S>
Point<P, S> initial_point(M const& method, P const& system, Point<P, S> const& z, S h,
                          StartPoint<P, S> const& start) {
  if constexpr (HasStart<M, P, S>)
    return start.name == "plain" ? z : method.start(system, z, h, start);
  else
    return z;
}

}  // namespace rattleback
