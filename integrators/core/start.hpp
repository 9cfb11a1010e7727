#pragma once
// How a method is started: its first state, its memory and, where it has one, its second node.

#include "integrators/core/method_card.hpp"
#include "integrators/core/reference.hpp"

namespace rattleback {

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

template <class M, class P, class S>
Point<P, S> started(M const& method, P const& system, Point<P, S> const& z, S h,
                    StartPoint<P, S> const& start) {
  if constexpr (HasStart<M, P, S>)
    return start.name == "plain" ? z : method.start(system, z, h, start);
  else
    return z;
}

/// Does this run count in the Hamiltonized time?
template <class M>
bool counts_in_tau(M const& method) {
  if constexpr (MayCountInTau<M>)
    return method.counts_in_tau();
  else
    return false;
}

/// The start as a method with memory sees it, with its second node. Throws Misuse when that is
/// missing or does not exist.
/// @param exact  the certified reference
/// @param in_tau  h is a step of the Hamiltonized time
template <class P, class S>
[[gnu::noinline]] StartPoint<P, S> start_point(
    Reference (*exact)(Setting const&, std::vector<RawQuad> const&), bool in_tau,
    Resolved<P> const& resolved, Setting const& setting, S h, std::string const& name) {
  StartPoint<P, S> start{name, {}};
  if (setting.q1 && name != "pair")
    throw Misuse("a second point is for the start 'pair', not for '" + name + "'");
  if (name == "pair") {
    if (!setting.q1) throw Misuse("the start 'pair' needs a second point q1");
    start.second = vector_from<S, size_of<P>>(*setting.q1, "q1", P::card().coordinates);
    check_point<typename P::Space>(*start.second, "the second point");
  }
  if (name != "exact") return start;
  S t = h;
  if constexpr (HamiltonizableSystem<P>)
    if (in_tau) t = resolved.system.time_at(resolved.z.q, resolved.z.v, h);
  if (!std::isfinite(static_cast<double>(t)))
    throw Misuse(fmt::format("tau = {:g} is outside the range of the time map of {}",
                             static_cast<double>(h), P::card().id));
  if constexpr (ExactSolution<P>) {
    start.second = resolved.system.exact(resolved.z.q, resolved.z.v, t).first;
  } else {
    auto const state = exact(setting, {static_cast<RawQuad>(t)}).states[0].q;
    start.second.emplace();
    for (int i = 0; i < size_of<P>; ++i) (*start.second)[i] = static_cast<S>(state[i]);
  }
  return start;
}

}  // namespace rattleback
