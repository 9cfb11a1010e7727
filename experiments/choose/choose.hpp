#pragma once
// Choice of the cheapest method and its step for a required accuracy on a problem.

#include <functional>
#include <string>

#include "experiments/choose/reference_motion.hpp"
#include "experiments/choose/search.hpp"

namespace rattleback {

struct ChooseSpec {
  Setting setting;   ///< case and parameters
  double until = 0;  ///< T
  double error = 0;  ///< E: largest error of a component at any node, absolute; energy errors
                     ///< relative to the largest kinetic energy of the motion on [0, T]
  Quantity quantity = Quantity::positions;
  double limit = 10;  ///< limit of the whole search, in seconds of processor time
  std::vector<std::string> methods = {};  ///< compared methods; empty: all, with compositions
};

struct MethodChoice {
  std::string problem;
  bool driven = false;  ///< its energy is the balance of the energy
  ChooseSpec spec;      ///< the request
  ReferenceMotion reference;
  double until = 0;  ///< end of the comparison: T, or the end of the reference if that is earlier
  SearchResult result;
  std::vector<std::string> kinks;  ///< sentences, see kinks_in_words()

  double step(Found const& found) const { return until / double(found.rung.steps); }
};

/// Compares all methods that apply, in all their forms, with the start of highest promised order,
/// and their compositions of orders 4 and 6. A step is T/N, with N on a ladder of the factor
/// 2^(1/4); a tolerance is a power of ten. The chosen rung is the coarsest one such that its error
/// and those of the next two finer rungs stay below E at every node up to T, while the next coarser
/// rung fails.
/// @param progress  receives the fraction of the limit that has passed. It may throw Interrupted,
/// which ends the search: the results up to then are returned. Interrupted is rethrown if there is
/// no reference yet.
/// Throws InvalidInput if a number is not finite or not > 0, or if there is no reference.
MethodChoice choose(ProblemEntry const& problem, ChooseSpec const& spec,
                    std::function<void(double)> const& progress);

/// Returns the methods that are compared, and the others with the reason why they are not; standard
/// solvers first.
/// @param ids  methods, in all their forms; empty: all methods, and their compositions
std::vector<MethodVariant> contenders_on(ProblemEntry const& problem, Quantity quantity,
                                         std::vector<std::string> const& ids);

/// Return sentences: the answer; a method for runs without an energy drift; exclusions and reasons.
std::string answer_of(MethodChoice const& choice);
std::string energy_answer_of(MethodChoice const& choice);
std::string exclusions_of(MethodChoice const& choice);

}  // namespace rattleback
