#pragma once
// Tables of a method on a problem, compiled where they are named.

#include "integrators/core/registry/entries.hpp"
#include "integrators/core/solvers/solver_table.hpp"
#include "integrators/core/tables/lane_table_of.hpp"

namespace rattleback {

template <class P, class M, class S, class Own>
inline constexpr StepTable<S> step_table = step_table_of<P, M, S, Own>();
template <class P, class M, class Own>
inline constexpr LaneTable lane_table = lane_table_of<P, M, Own>();

/// M in the number type S on Problem; null where it does not apply. Own is the class that systems
/// are made as, see step_table_of.
template <template <class> class Problem, class M, class S, template <class> class Own = Problem>
StepTable<S> const* table_on() {
  using P = Problem<S>;
  if constexpr (LibrarySolver<M, S>)
    return solver_table<M, S>();
  else if constexpr (Steps<M, View<M, P>, S>)
    return &step_table<P, M, S, Own<S>>;
  else
    return nullptr;
}

/// M on lanes; null where it does not run on them.
template <template <class> class Problem, class M, template <class> class Own = Problem>
LaneTable const* lanes_on() {
  using P = Problem<double>;
  if constexpr (!double_only && Steps<M, View<M, P>, double> && StepsOnLanes<M, P>)
    return &lane_table<P, M, Own<double>>;
  else
    return nullptr;
}

}  // namespace rattleback
