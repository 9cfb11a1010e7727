#pragma once
// Code that is compiled once per problem: the tables of the problem and of all methods on it. One
// generated translation unit per problem includes it.

#include "integrators/core/method/double_only.hpp"
#include "integrators/core/registry/consistency.hpp"
#include "integrators/core/registry/entries.hpp"
#include "integrators/core/solvers/solver_table.hpp"
#include "integrators/core/tables/lane_table_of.hpp"

namespace rattleback {

template <class P, class M, class S, class Own>
inline constexpr StepTable<S> step_table = step_table_of<P, M, S, Own>();
template <class P, class M, class Own>
inline constexpr LaneTable lane_table = lane_table_of<P, M, Own>();

/// M in the number type S on Problem; null where it does not apply.
template <template <class> class Problem, class M, class S, template <class> class Own>
StepTable<S> const* table_on() {
  using P = Problem<S>;
  if constexpr (LibrarySolver<M, S>)
    return solver_table<M, S>();
  else if constexpr (Steps<M, View<M, P>, S>)
    return &step_table<P, M, S, Own<S>>;
  else
    return nullptr;
}

/// M on Problem. Own is the class that systems are made as, see step_table_of.
template <template <class> class Problem, Method M, template <class> class Own = Problem>
MethodTables tables_on() {
  MethodTables tables;
  tables.in_double = table_on<Problem, M, double, Own>();
  if constexpr (!double_only) {
    if (tables.in_double) tables.in_quad = table_on<Problem, M, Quad, Own>();
    if constexpr (Steps<M, View<M, Problem<double>>, double> && StepsOnLanes<M, Problem<double>>)
      tables.lanes = &lane_table<Problem<double>, M, Own<double>>;
  }
  return tables;
}

/// Problem without methods. Parameters as of problem_functions().
template <template <class> class Problem>
ProblemEntry entry_without_methods(Problem<double> const& standard = {},
                                   Problem<Quad> const& in_quad = {},
                                   std::string const& identity = {}) {
  static_assert(CataloguedProblem<Problem<double>>);
  auto entry = problem_entry(problem_functions<Problem>(standard, in_quad, identity));
  if constexpr (!double_only)
    entry.consistency = [standard](std::uint64_t seed) {
      return consistency<Problem>(standard.cases(), seed);
    };
  return entry;
}

/// Problem with every method of the list.
/// @param identity  of its cached references, where that is not its id or its content
template <template <class> class Problem, template <class...> class List, class... Methods>
ProblemEntry problem_entry(List<Methods...>, std::string const& identity = {}) {
  auto entry = entry_without_methods<Problem>({}, {}, identity);
  (entry.methods.push_back(
       method_entry(entry.functions, card_of<Methods>(), tables_on<Problem, Methods>())),
   ...);
  return entry;
}

}  // namespace rattleback
