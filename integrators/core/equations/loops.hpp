#pragma once
// Loops of the method `taylor` for a problem of the catalogue, from its recorded equations.

#include "integrators/core/equations/trace.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/text/series/series_code.hpp"

namespace rattleback {

/// Appends the factors of a space of texts. Returns false for another space.
template <class G>
bool add_factors(std::type_identity<G>, std::vector<Factor>& factors) {
  if constexpr (is_euclidean<G>)
    factors.push_back({Factor::euclidean, G::dof});
  else if constexpr (std::same_as<G, SE2>)
    factors.push_back({Factor::se2});
  else if constexpr (std::same_as<G, SO3>)
    factors.push_back({Factor::so3});
  else
    return false;
  return true;
}
template <class A, class B>
bool add_factors(std::type_identity<Product<A, B>>, std::vector<Factor>& factors) {
  return add_factors(std::type_identity<A>(), factors) &&
         add_factors(std::type_identity<B>(), factors);
}

/// Returns the loops for the form of the equations that series of motions begin with.
text::LoopsText loops_of(std::string const& name, TracedEquations const& traced,
                         std::vector<Factor> const& factors);

/// Returns the loops of `Problem`; empty if texts do not state problems on its space.
template <template <class> class Problem>
text::LoopsText series_loops(std::string const& id) {
  std::vector<Factor> factors;
  if (!add_factors(std::type_identity<typename Problem<double>::Space>(), factors)) return {};
  try {
    return loops_of(id, traced_equations<Problem>(), factors);
  } catch (graph::NotRecordable const&) {
    return {};
  }
}

/// Returns the loops of the problems in traced_problems().
std::vector<text::LoopsText> loops_of_problems();

}  // namespace rattleback
