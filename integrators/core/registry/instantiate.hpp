#pragma once
// Code that is compiled once per problem: the tables of the problem and of all methods on it. One
// generated translation unit per problem includes it.

#include "integrators/core/registry/catalogue_as_text.hpp"
#include "integrators/core/registry/consistency.hpp"

namespace rattleback {

/// Problem without methods.
/// @param in_quad   makes its functions in quad precision
/// @param identity  see ProblemDescription; empty: that of the problem
/// @param series    see problem_functions()
/// @tparam runs_in_quad  these are functions of the same class
template <template <class> class Problem, bool runs_in_quad = true>
ProblemEntry entry_without_methods(Problem<double> const& standard,
                                   std::function<ProblemTable<Quad>()> in_quad,
                                   std::string const& identity = {},
                                   decltype(ProblemTable<double>::series) series = nullptr) {
  auto entry = problem_entry(
      problem_functions<Problem<double>>(standard, std::move(in_quad), identity, series));
  if constexpr (!double_only)
    entry.consistency = [standard](std::uint64_t seed) {
      return consistency<Problem, runs_in_quad>(standard.cases(), seed);
    };
  return entry;
}

/// The method on Problem.
/// @param in_quad  the same in quad precision
template <template <class> class Problem, Method M>
MethodEntry method_on(SharedProblem const& problem, StepTable<Quad> const* in_quad) {
  return method_entry(problem, card_of<M>(),
                      {table_on<Problem, M, double>(), in_quad, lanes_on<Problem, M>()});
}
/// A method that is not in the catalogue on Problem.
template <template <class> class Problem, Method M>
MethodEntry method_on(SharedProblem const& problem) {
  return method_on<Problem, M>(problem, table_on<Problem, M, Quad>());
}

/// Problem with every method of the catalogue.
/// @param identity  of its cached references, where that is not its id or its content
template <template <class> class Problem, template <class...> class List, class... Methods>
ProblemEntry problem_entry(List<Methods...>, std::string const& identity = {}) {
  using AsText = CatalogueAsText<Problem>;
  // A text with an extra or a header of a user is not in the catalogue.
  auto entry = entry_without_methods<Problem, !AsText::by_text>(
      {}, &AsText::mechanics, identity, identity.empty() ? AsText::series() : nullptr);
  if (identity.empty()) entry.as_text = &AsText::as_text;
  entry.methods.make_later([problem = entry.functions] {
    std::vector<MethodEntry> all;
    [[maybe_unused]] auto const in_quad = [&]<class M>() -> StepTable<Quad> const* {
      if constexpr (double_only)
        return nullptr;
      else
        return AsText::template table<M>(all.size());
    };
    all.reserve(sizeof...(Methods));
    (all.push_back(method_on<Problem, Methods>(problem, in_quad.template operator()<Methods>())),
     ...);
    return all;
  });
  return entry;
}

}  // namespace rattleback
