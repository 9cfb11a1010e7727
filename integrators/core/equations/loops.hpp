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

/// Returns the loops of `Problem`, of the form of its equations with which series of motions begin;
/// empty if texts do not state problems on its space.
template <template <class> class Problem>
text::LoopsText series_loops(std::string const& id) {
  using text::SeriesTape, text::Tape;
  using P = Problem<double>;
  std::vector<Factor> factors;
  if (!add_factors(std::type_identity<typename P::Space>(), factors)) return {};
  try {
    auto const traced = traced_equations<Problem>();
    auto const tape = [&](std::vector<graph::Result> const& results) {
      return Tape(traced.graph, static_cast<int>(traced.parameters.size()),
                  {traced.inputs[0], traced.inputs[1]}, results, traced.driven);
    };
    return P::constraints == 1 && !traced.motion.empty()
               ? SeriesTape::of_closed_form(tape(traced.motion), size_of<P>, dof_of<P>).code(id)
               : SeriesTape::of_saddle_form(tape(traced.terms), text::tangent_tape(factors),
                                            size_of<P>, dof_of<P>)
                     .code(id);
  } catch (graph::NotRecordable const&) {
    return {};
  }
}

/// Returns the loops of the problems in traced_problems().
std::vector<text::LoopsText> loops_of_problems();

}  // namespace rattleback
