#pragma once
// Fills the table of lane_table.hpp: where ensembles spend their time.

#include <span>

#include "integrators/core/tables/lane_table.hpp"
#include "integrators/core/tables/newton_on_lanes.hpp"
#include "integrators/core/tables/step_table_of.hpp"

namespace rattleback {

/// Orbits that are stepped at once, one in each lane, and the internal state of each. V is the
/// problem as the method sees it.
template <class V, class Memory>
struct OrbitVector {
  Point<V, Lanes> z;
  Memory memory;
};

/// `count` steps, everything inlined: vectors stay in registers.
template <bool standard, class M, class V, class Memory>
[[gnu::flatten]] void advance(M const& given, V const& system,
                              std::span<OrbitVector<V, Memory>> const& vectors, Lanes h,
                              long count) {
  M const method = standard ? M{} : given;
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : vectors) z = method.step(system, z, memory, h).z;
}

/// As advance(), without inlining, for steps that take long to compile: steps on groups, options
/// other than the defaults, and formulas that run as tapes.
template <class M, class V, class Memory>
void advance_by_calls(M const& method, V const& system,
                      std::span<OrbitVector<V, Memory>> const& vectors, Lanes h, long count) {
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : vectors) z = method.step(system, z, memory, h).z;
}

/// True if M steps orbits of P on lanes.
template <class M, class P>
concept StepsOnLanes = HasLanes<P> &&(RunsOnLanes<M, P> || newton_on_lanes<M, P>);

template <class P, class M>
struct LaneState {
  using V = View<M, P>;
  using Memory = decltype(memory_of(std::declval<M>(), std::declval<V>(), Point<V, Lanes>{},
                                    Lanes{}, std::declval<StartPoint<V, Lanes>>()));
  M method;
  V system;
  std::vector<OrbitVector<V, Memory>> vectors = {};

  static LaneState& at(void* self) { return *static_cast<LaneState*>(self); }
};

/// Own is the class that the system was made as, see step_table_of.
template <class P, class M, class Own = P>
constexpr LaneTable lane_table_of() {
  using State = LaneState<P, M>;
  using V = typename State::V;
  LaneTable table;
  table.make = [](OptionValues const& options, System<double> const& system) -> void* {
    return new State{method_with<M>(options), ViewOf<M, P>::of(problem_of<P, Own>(system))};
  };
  table.destroy = [](void* self) { delete &State::at(self); };
  table.clear = [](void* self) { State::at(self).vectors.clear(); };
  table.add = [](void* self, Lanes const* q, Lanes const* v, double h, std::string const& start) {
    auto& s = State::at(self);
    Point<V, Lanes> const z{vector_at<size_of<V>>(q), vector_at<dof_of<V>>(v)};
    s.vectors.push_back(
        {z, memory_of(s.method, s.system, z, Lanes(h), StartPoint<V, Lanes>{start, {}})});
  };
  table.advance = [](void* self, double step, long count) {
    auto& s = State::at(self);
    std::span<OrbitVector<V, typename State::Memory>> const all(s.vectors);
    Lanes const h(step);
    if constexpr (!is_euclidean<typename V::Space> || requires { P::is_text; })
      advance_by_calls(s.method, s.system, all, h, count);
    else if constexpr (!HasMultiplierOption<M>)
      advance<false>(s.method, s.system, all, h, count);
    // Without the option, the compiler keeps a step's vectors in registers.
    else if (s.method.multipliers == M{}.multipliers)
      advance<true>(s.method, s.system, all, h, count);
    else
      advance_by_calls(s.method, s.system, all, h, count);
  };
  table.point = [](void const* self, int i, Lanes const*& q, Lanes const*& v) {
    auto const& z = static_cast<State const*>(self)->vectors[i].z;
    q = z.q.c;
    v = z.v.c;
  };
  return table;
}

}  // namespace rattleback
